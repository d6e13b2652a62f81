import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnProfile } from '../../../sync/athlete/profile-edit.ts'
import { openDevice } from '../../db/device.ts'
import { PROFILE_EDIT } from '../../store/account/unsent.ts'
import { show } from '../../testing/open-screen.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { onTold } from '../../ui/toasts.ts'
import { valuesOf } from '../profile-edit/form-values.ts'
import { useEdit } from './use-edit.ts'

const from: OwnProfile = {
  ...{ firstName: 'Nora', lastName: 'Quist', city: 'Eugene', countryCode: 'US', sport: 'Rowing' },
  ...{ instagram: null, tiktok: null, x: null, position: null, bio: 'I row.', noGoTopics: null },
  ...{ achievements: ['A cup'], interests: ['Starts'], payoutHandle: null, priceCents: 500, pause: null },
}
const settings = () => openDevice('guest').settings
const city = page.getByLabelText('City')
const keptCity = async () =>
  ((await settings().get(PROFILE_EDIT))?.value as { values?: { city: string } } | undefined)?.values?.city

function City() {
  const { edit, change } = useEdit()
  const values = edit?.values ?? valuesOf(from)
  return (
    <TextField
      label="City"
      value={values.city}
      onChange={({ target }) => change({ from, values: { ...values, city: target.value } })}
    />
  )
}

test('BR-2 a profile that is edited in two tabs goes on from what the other one has', async () => {
  show(<City />)
  await city.fill('Bend')
  await expect.poll(keptCity).toBe('Bend')
  const elsewhere = { from, values: { ...valuesOf(from), city: 'Bergen', bio: 'I row and coach.' } }

  await settings().put({ key: PROFILE_EDIT, value: elsewhere, page: 'another' })
  await expect.element(city).toHaveValue('Bergen')
  await city.fill('Oslo')
  await expect.poll(keptCity).toBe('Oslo')
  expect((await settings().get(PROFILE_EDIT))?.value).toMatchObject({ values: { bio: 'I row and coach.' } })
})

test('BR-2 a profile that a full device does not keep is still there, and it is said that it is only here', async () => {
  const told: string[] = []
  onTestFinished(onTold(({ text }) => void told.push(text)))
  show(<City />)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  put.mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await city.fill('Bend')
  await expect.poll(() => told.join()).toContain('Your words could not be saved on this device')
  await expect.element(city).toHaveValue('Bend')
  put.mockRestore()
})
