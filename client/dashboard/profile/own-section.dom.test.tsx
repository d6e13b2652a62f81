import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PersonDocument } from '../../../sync/collections.ts'
import { openDevice } from '../../db/device.ts'
import { entryOf } from '../../store/outbox.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, replicate } from '../../testing/server.ts'

const city = page.getByLabelText('City')
const see = page.getByRole('button', { name: 'See what I entered' })

/** Opens the profile of an athlete whose change of city to Bend the server has refused. */
async function openRefused(): Promise<void> {
  const session = sessionOf('creator')
  const id = session.person?.id ?? ''
  answer('session', session)
  const profile = {
    ...{ firstName: 'Ada', lastName: 'Berg', city: 'Eugene', countryCode: 'US', sport: 'Rowing' },
    ...{ instagram: null, tiktok: null, x: null, position: null, bio: 'I row.', noGoTopics: null },
    ...{ achievements: [], interests: [], payoutHandle: null, priceCents: 500, pause: null, revision: 2 },
  }
  const person: PersonDocument = {
    ...{ id, role: 'creator', username: 'adaberg', firstName: 'Ada', lastName: 'Berg', sport: 'Rowing' },
    ...{ email: 'ada@infield.test', priceCents: 500, paused: false, pictureUrl: null, coverUrls: [] },
    ...{ pictureRequests: [], profile },
  }
  answer('safety', {
    ...{ sessions: [], moreSessions: false, passkeys: [], emailChange: null },
    secondFactor: { isOn: false, recoveryCodesLeft: 0, isNeeded: false },
  })
  replicate({ people: [person] })
  const args = { personId: id, before: { city: 'Oslo' }, after: { city: 'Bend' } }
  const entry = entryOf({ name: 'profile.save', args })
  await openDevice(id).outbox.add({ ...entry, state: 'refused', refusal: { code: 'changed-meanwhile' } })
  await openScreen('/dashboard?tab=profile')
}

test('D98 what was refused is shown in the form', async () => {
  await openRefused()
  await see.click()
  await expect.element(city).toHaveValue('Bend')
  await expect.element(see).not.toBeInTheDocument()
})

test('BR-2 what was refused does not replace what is being typed, and is still there afterwards', async () => {
  await openRefused()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await expect.element(see).toBeVisible()
  await city.fill('Bergen')
  await expect.element(see).not.toBeInTheDocument()
  await expect.element(page.getByText(/^You are editing your profile below\./)).toBeVisible()
  await expect.element(city).toHaveValue('Bergen')
  await page.getByRole('button', { name: 'Stop editing' }).click()
  await see.click()
  await expect.element(city).toHaveValue('Bend')
})
