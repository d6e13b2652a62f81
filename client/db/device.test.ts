import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../api/new-id.ts'
import { closeDevice, deviceExists, openDevice } from './device.ts'

test('BR-2 asking whether an account has a database here makes none, and takes none that is being made', async () => {
  const account = newId()
  expect(await deviceExists(account)).toBe(false)
  // Another tab writes its first words at the same time.
  await Promise.all([
    deviceExists(account),
    openDevice(account).settings.put({ key: 'words', value: 'kept' }),
    deviceExists(account),
  ])
  closeDevice(account)
  expect(await deviceExists(account)).toBe(true)
  expect(await openDevice(account).settings.get('words')).toEqual({ key: 'words', value: 'kept' })
})
