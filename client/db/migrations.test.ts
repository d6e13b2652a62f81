import 'fake-indexeddb/auto'
import { createRxDatabase } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COLLECTION_NAMES, type PersonDocument } from '../../sync/collections.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { done } from '../../sync/result.ts'
import { newId } from '../api/new-id.ts'
import { documentsName } from './device.ts'
import { closeReplica, openReplica, type Replica } from './replica.ts'
import { type PullCall, replicate } from './replication.ts'
import { SCHEMAS } from './schemas.ts'

/** Each test has its own, because a database that is still being deleted would close the next of that name. */
let account: string
/** A generous timeout, because opening databases is slow while other tests run. */
const PATIENTLY = { timeout: 15_000 }
beforeEach(() => {
  account = newId()
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await closeReplica(account)
})

/** The schemas of the previous build. */
function formerSchemas() {
  const {
    profile: _profile,
    coverUrls: _covers,
    pictureRequests: _requests,
    ...properties
  } = SCHEMAS.people.properties
  const people = { ...SCHEMAS.people, version: 0, properties, required: Object.keys(properties) }
  return Object.fromEntries(
    COLLECTION_NAMES.map((name) => [name, { schema: (name === 'people' ? people : SCHEMAS[name]) as never }]),
  )
}

const personHere = () => ({
  id: account,
  role: 'creator',
  username: 'nora',
  firstName: 'Nora',
  lastName: 'Quist',
  email: 'nora@t.test',
  sport: 'Rowing',
  priceCents: 1_500,
  paused: false,
  pictureUrl: null,
})

/** Pulls everything from a server that has one person, until `isThere` passes. */
async function pullUntil(store: Replica, told: object, isThere: () => Promise<void>): Promise<void> {
  const rev = 'profile' in told ? '9' : '5'
  const pull: PullCall = async ({ collection, checkpoint }) => {
    const isNew = collection === 'people' && checkpoint?.rev !== rev
    const documents: PullAnswer['documents'] = isNew ? [{ id: account, _deleted: false, ...told }] : []
    return done({ documents, checkpoint: { epoch: 'x', rev, id: account }, restart: false })
  }
  const hooks = { pull, onPulled: () => {}, onRestart: () => {}, onSignInWanted: async () => false }
  const replication = replicate(store, hooks)
  await vi.waitFor(isThere, PATIENTLY)
  await replication.stop()
}

/** Opens the documents as the build before did, and pulls one person into them. */
async function openFormer() {
  const name = documentsName(account)
  const former = await createRxDatabase({ name, storage: getRxStorageDexie(), multiInstance: false })
  await former.addCollections(formerSchemas())
  const { people } = former.collections
  const read = async () => (await people?.findOne(account).exec())?.toJSON()
  await pullUntil({ database: former } as unknown as Replica, personHere(), async () => {
    expect(await read()).toMatchObject({ firstName: 'Nora' })
  })
  return { former, read }
}

const formerDatabases = async () =>
  (await indexedDB.databases()).filter(({ name }) =>
    name?.startsWith(`rxdb-dexie-${documentsName(account)}-`),
  )

/** Returns the names of people that a newly opened store shows first. */
async function namesShown(): Promise<string[]> {
  const store = await openReplica(account)
  const shown = await new Promise<PersonDocument[]>((resolve) => store.watch('people', {}, resolve))
  await closeReplica(account)
  return shown.map(({ firstName }) => firstName)
}

test('a database that the build before has written is read on without a network, and pulls what is new', async () => {
  const { former } = await openFormer()
  await former.close()

  const store = await openReplica(account)
  const seen: PersonDocument[][] = []
  const stop = store.watch('people', { where: { id: account } }, (found) => seen.push(found))
  const migrated = { ...personHere(), coverUrls: [], pictureRequests: [], profile: null }
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([migrated]), PATIENTLY)
  const profile = { bio: 'I row.', revision: 1 }
  const told = { ...personHere(), coverUrls: ['/c.jpg'], pictureRequests: [], profile }
  await pullUntil(store, told, async () => {
    expect(seen.at(-1)).toEqual([told])
  })
  stop()
})

test('what was taken over once is not taken over again, and is deleted a day later', async () => {
  const { former } = await openFormer()
  await former.close()
  const store = await openReplica(account)
  await pullUntil(store, { ...personHere(), firstName: 'Eleonora', profile: null }, async () => {
    expect((await store.database.people.findOne(account).exec())?.get('firstName')).toBe('Eleonora')
  })
  await closeReplica(account)
  expect(await namesShown()).toEqual(['Eleonora'])
  expect(await formerDatabases()).not.toEqual([])
  const now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => now + 25 * 60 * 60_000)
  expect(await namesShown()).toEqual(['Eleonora'])
  await vi.waitFor(async () => expect(await formerDatabases()).toEqual([]), PATIENTLY)
  expect(await namesShown()).toEqual(['Eleonora'])
})

test('a tab of the build before goes on reading beside those of this one', async () => {
  const { former, read } = await openFormer()
  expect(await namesShown()).toEqual(['Nora'])
  expect(await namesShown()).toEqual(['Nora'])
  expect(await read()).toMatchObject({ firstName: 'Nora' })
  await former.close()
})

test('opening needs no list of databases, which some browsers never give, and makes none of the build before', async () => {
  const databases = vi.spyOn(indexedDB, 'databases').mockReturnValue(new Promise(() => {}))
  expect(await namesShown()).toEqual([])
  databases.mockRestore()
  expect(await formerDatabases()).toEqual([])
})

test('where the build before left something that cannot be read, the documents are begun anew with a network', async () => {
  const name = `rxdb-dexie-${documentsName(account)}--0--_rxdb_internal`
  const open = indexedDB.open.bind(indexedDB)
  let isBroken = true
  vi.spyOn(indexedDB, 'open').mockImplementation((wanted, version) => {
    if (isBroken && wanted === name) throw new DOMException('broken', 'UnknownError')
    return open(wanted, version)
  })
  vi.stubGlobal('navigator', { onLine: false })
  await expect(openReplica(account)).rejects.toThrow('broken')
  vi.stubGlobal('navigator', { onLine: true })
  expect(await namesShown()).toEqual([])
  isBroken = false
  expect(await namesShown()).toEqual([])
})
