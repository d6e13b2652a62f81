import 'fake-indexeddb/auto'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { openDevice } from './device.ts'
import { openReplica } from './replica.ts'

test.each([
  ['with a network', true],
  ['and not without a network, over which nothing could be pulled', false],
])('a database that does not open is made again %s', async (_, onLine) => {
  vi.stubGlobal('navigator', { onLine })
  const createStorageInstance = vi.fn(() => Promise.reject(new Error('refused')))
  const broken = { ...getRxStorageMemory(), createStorageInstance }
  const account = newId()
  const { settings, heads } = openDevice(account)
  await settings.bulkPut([
    { key: 'pulled:questions', value: true },
    { key: 'written', value: true },
  ])
  await heads.put({ key: 'list', rows: [1], savedAt: 1 })
  await expect(openReplica(account, broken as never)).rejects.toThrow()
  expect(createStorageInstance.mock.calls.length > 1).toBe(onLine)
  // What is made again is empty, so nothing may say any longer that it was pulled.
  expect(await settings.toCollection().primaryKeys()).toEqual(
    onLine ? ['written'] : ['pulled:questions', 'written'],
  )
  expect(await heads.count()).toBe(onLine ? 0 : 1)
})
