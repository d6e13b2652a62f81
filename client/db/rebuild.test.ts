import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { openDocuments } from './replica.ts'

test.each([
  ['with a network', true],
  ['and not without a network, over which nothing could be pulled', false],
])('a database that does not open is made again %s', async (_, onLine) => {
  vi.stubGlobal('navigator', { onLine })
  const createStorageInstance = vi.fn(() => Promise.reject(new Error('refused')))
  const broken = { ...getRxStorageMemory(), createStorageInstance }
  await expect(openDocuments(newId(), broken as never)).rejects.toThrow()
  expect(createStorageInstance.mock.calls.length > 1).toBe(onLine)
})
