import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PersonDocument } from '../../../sync/collections.ts'
import { openDevice } from '../../db/device.ts'
import { signOut } from '../../store/account/sign-out.ts'
import { entryOf } from '../../store/outbox.ts'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, replicate } from '../../testing/server.ts'

const city = page.getByLabelText('City')
const see = page.getByRole('button', { name: 'See what I entered' })

/** Signs an athlete in, whose profile is on this device, and returns their id. */
function signInWithProfile(): string {
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
  return id
}

/** Opens the profile of an athlete whose change of city to Bend the server has refused. */
async function openRefused(): Promise<void> {
  const id = signInWithProfile()
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

const edit = page.getByRole('button', { name: 'Edit profile' })
const undo = page.getByRole('button', { name: 'Undo' })

/** Types a city into the profile and discards it. */
async function discardBergen(): Promise<void> {
  signInWithProfile()
  await openScreen('/dashboard?tab=profile')
  await edit.click()
  await city.fill('Bergen')
  stopTimers(4_000)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(edit).toHaveFocus()
}

test('BR-2 an edit that was discarded can be brought back for as long as the toast is not dismissed', async () => {
  await discardBergen()
  await expect.element(undo).toBeVisible()
  pass(60_000)
  await undo.click()
  await expect.element(city).toHaveValue('Bergen')
  await expect.element(page.getByRole('button', { name: 'Stop editing' })).toHaveFocus()
  await expect.element(undo).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(edit).toHaveFocus()
})

test('BR-2 an edit that was begun since then can be brought back after an undo', async () => {
  await discardBergen()
  await edit.click()
  await city.fill('Oslo')
  await undo.click()
  await expect.element(city).toHaveValue('Bergen')
  await undo.click()
  await expect.element(city).toHaveValue('Oslo')
})

test('BR-2 an edit that was discarded can be brought back after the saving of another one was canceled', async () => {
  await discardBergen()
  await edit.click()
  await city.fill('Oslo')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await undo.click()
  await expect.element(city).toHaveValue('Bergen')
})

test('BR-2 of two edits that were discarded one after the other both can be brought back', async () => {
  await discardBergen()
  await edit.click()
  await city.fill('Oslo')
  await page.getByRole('button', { name: 'Discard' }).click()
  await undo.first().click()
  await expect.element(city).toHaveValue('Bergen')
  await undo.click()
  await expect.element(city).toHaveValue('Oslo')
})

test('in a window that is zoomed to 300 % the form is not covered by its buttons', async () => {
  await page.viewport(455, 208)
  signInWithProfile()
  await openScreen('/dashboard?tab=profile')
  await edit.click()
  await expect.element(page.getByRole('button', { name: 'Save changes' })).not.toBeInViewport()
})

test('an edit that was begun before is gone on with, and its page does not jump to a button', async () => {
  signInWithProfile()
  await openScreen('/dashboard?tab=profile')
  await edit.click()
  await city.fill('Bergen')
  await openScreen('/dashboard?tab=profile')
  await expect.element(city).toHaveValue('Bergen')
  await expect.element(page.getByRole('button', { name: 'Stop editing' })).not.toHaveFocus()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(edit).toHaveFocus()
})

test('what can be brought back of an account goes with the account', async () => {
  await discardBergen()
  await expect.element(undo).toBeVisible()
  answer('signOut', {})
  await signOut({ discardUnsent: true })
  await expect.element(undo).not.toBeInTheDocument()
})
