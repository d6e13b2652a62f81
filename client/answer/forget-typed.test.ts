import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { unsentOf } from '../store/account/unsent.ts'
import { forgetTyped } from './forget-typed.ts'

test('words typed for a question that was dealt with no longer count as unsent; its notes stay', async () => {
  const device = openDevice(newId())
  const keys = ['clarification a', 'decline a', 'notes a', 'notes b', 'report a']
  for (const key of keys) await device.settings.put({ key, value: 'Words.', page: 'p' })
  await forgetTyped(device, 'a')
  expect(await unsentOf(device)).toMatchObject({ typed: ['notes a', 'notes b'] })
})
