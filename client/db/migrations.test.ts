import 'fake-indexeddb/auto'
import { createRxDatabase } from 'rxdb/plugins/core'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { COLLECTION_NAMES, type PersonDocument } from '../../sync/collections.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { done } from '../../sync/result.ts'
import { newId } from '../api/new-id.ts'
import { documentsName } from './device.ts'
import { closeDocuments, type DocumentStore, openDocuments } from './replica.ts'
import { type PullCall, replicate } from './replication.ts'
import { SCHEMAS } from './schemas.ts'

const account = newId()
/** A generous timeout, because opening databases is slow while other tests run. */
const PATIENTLY = { timeout: 15_000 }
afterEach(() => closeDocuments(account))

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

const person = {
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
}

/** Pulls everything from a server that has one person, until `isThere` passes. */
async function pullUntil(store: DocumentStore, told: object, isThere: () => Promise<void>): Promise<void> {
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

test('a database that the build before has written is read on without a network, and pulls what is new', async () => {
  const name = documentsName(account)
  const former = await createRxDatabase({ name, storage: getRxStorageDexie(), multiInstance: false })
  await former.addCollections(formerSchemas())
  const { people } = former.collections
  await pullUntil({ database: former } as unknown as DocumentStore, person, async () => {
    expect(await people?.findOne(account).exec()).not.toBeNull()
  })
  await former.close()

  const store = await openDocuments(account)
  const seen: PersonDocument[][] = []
  const stop = store.watch('people', { where: { id: account } }, (found) => seen.push(found))
  const migrated = { ...person, coverUrls: [], pictureRequests: [], profile: null }
  await vi.waitFor(() => expect(seen.at(-1)).toEqual([migrated]), PATIENTLY)
  const profile = { bio: 'I row.', revision: 1 }
  const told = { ...person, coverUrls: ['/c.jpg'], pictureRequests: [], profile }
  await pullUntil(store, told, async () => {
    expect(seen.at(-1)).toEqual([told])
  })
  stop()
})
