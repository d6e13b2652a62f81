import type { RxStorage } from 'rxdb/plugins/core'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { orderOf } from '../../sync/moment.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { backOffMs } from '../api/back-off.ts'
import { newId } from '../api/new-id.ts'
import { closeReplica, openReplica } from './replica.ts'
import { type PullCall, replicate } from './replication.ts'

type Storage = RxStorage<object, object>

/** How often the device still fails to begin a replication, to read documents by id, and to write them. */
const soundDevice = { begin: 0, read: 0, write: 0 }

/** Makes a storage fail, as Safari's does that has lost its connection. */
function failingStorage(storage: Storage, device: typeof soundDevice): Storage {
  const fail = async (what: keyof typeof soundDevice) => {
    if (device[what]-- <= 0) return
    // As late as a database answers.
    await new Promise((resolve) => setTimeout(resolve, 20))
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  }
  const createStorageInstance: Storage['createStorageInstance'] = async (params) => {
    if (params.collectionName.startsWith('rx-replication-meta-')) await fail('begin')
    const instance = await storage.createStorageInstance(params)
    const { bulkWrite, findDocumentsById } = instance
    instance.findDocumentsById = async (...all) => {
      await fail('read')
      return findDocumentsById.apply(instance, all)
    }
    instance.bulkWrite = async (...all) => {
      await fail('write')
      return bulkWrite.apply(instance, all)
    }
    return instance
  }
  return { ...storage, createStorageInstance }
}

afterEach(() => vi.restoreAllMocks())

/** Follows a server whose people become more with `add`, on a device that fails as told. */
async function follow(device: typeof soundDevice) {
  const people: PullAnswer['documents'] = []
  let pulls = 0
  const pull: PullCall = async ({ collection, checkpoint }) => {
    if (collection === 'people') pulls += 1
    const after = Number(checkpoint?.rev ?? 0)
    const documents = collection === 'people' ? people.slice(after) : []
    const rev = String(after + documents.length)
    return { ok: true, value: { documents, checkpoint: { epoch: 'one', rev, id: '' }, restart: false } }
  }
  const account = newId()
  const store = await openReplica(account, failingStorage(getRxStorageMemory() as Storage, device))
  const replication = replicate(store, {
    pull,
    onPulled: () => {},
    onRestart: () => {},
    onSignInWanted: async () => false,
  })
  onTestFinished(async () => {
    await replication.stop()
    await closeReplica(account)
  })
  const add = () => {
    const id = newId()
    people.push({ id, _deleted: false, order: orderOf(people.length + 1) } as never)
    replication.resync('people')
  }
  const stored = async () => (await store.database.people.find().exec()).length
  return { add, stored, pulls: () => pulls }
}

test.each(['begin', 'read', 'write'] as const)(
  'where the device fails to %s for a moment, pulling goes on without being told again',
  async (what) => {
    const device = { ...soundDevice, begin: what === 'begin' ? 1 : 0 }
    const { add, stored } = await follow(device)
    add()
    await vi.waitFor(async () => expect(await stored()).toBe(1), { timeout: 30_000 })
    device[what] = 1
    add()
    await vi.waitFor(async () => expect(await stored()).toBe(2), { timeout: 30_000 })
  },
)

test('a device that can store nothing pulls the same ever less often', async () => {
  const device = { ...soundDevice }
  const { add, stored, pulls } = await follow(device)
  add()
  await vi.waitFor(async () => expect(await stored()).toBe(1), { timeout: 30_000 })
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const start = globalThis.setTimeout
  const waits: number[] = []
  // Other tests leave timers behind, such as the probe of a server that was away.
  const pauses = Array.from({ length: 8 }, (_, attempt) => backOffMs(attempt, 1))
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms = 0, ...all: never[]) => {
    if (pauses.includes(ms)) waits.push(ms)
    return start(act, Math.min(ms, 50), ...all)
  }) as never)
  device.write = Number.POSITIVE_INFINITY
  const before = pulls()
  add()
  await vi.waitFor(() => expect(pulls()).toBeGreaterThan(before + 4), { timeout: 30_000 })
  device.write = 0
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(Math.max(...waits)).toBeGreaterThan(8_000)
  await vi.waitFor(async () => expect(await stored()).toBe(2), { timeout: 30_000 })
})
