/** A database of this origin, with the number of rows in each of its stores. */
export type StoredDatabase = { name: string; version: number; rows: Record<string, number> }

/** How far a collection of documents has been pulled. */
export type StoredCheckpoint = { collection: string; checkpoint: unknown }

/**
 * The fields that this module reads: `MetaRow` is a row of a checkpoint, and `InternalRow` names the databases of a
 * collection.
 */
type MetaRow = { isCheckpoint?: unknown; itemId?: unknown; checkpointData?: unknown }
type InternalRow = { data?: { name?: string; connectedStorages?: { collectionName: string }[] } }

const INTERNAL = /--_rxdb_internal$/
const META = /--(rx-replication-meta-.*)$/

/** Returns every database of this origin, sorted by name. */
export async function readDatabases(): Promise<StoredDatabase[]> {
  const found = (await indexedDB.databases()).toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))
  return Promise.all(
    found.map(async ({ name = '', version = 0 }) => ({ name, version, rows: await within(name, countRows) })),
  )
}

/**
 * Returns the checkpoints of the replicated collections. RxDB stores each in a database of its own, named by a
 * hash.
 */
export async function readCheckpoints(): Promise<StoredCheckpoint[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const collections = await namesByMeta(names.filter((name) => INTERNAL.test(name)))
  const found = names.flatMap((name) => {
    const collection = collections.get(META.exec(name)?.[1] ?? '')
    return collection ? [readCheckpoint(name, collection)] : []
  })
  return (await Promise.all(found)).toSorted((a, b) => a.collection.localeCompare(b.collection))
}

async function readCheckpoint(name: string, collection: string): Promise<StoredCheckpoint> {
  const rows = await within(name, readRows<MetaRow>)
  const kept = rows.find(({ isCheckpoint, itemId }) => Number(isCheckpoint) === 1 && itemId === 'down')
  return { collection, checkpoint: kept?.checkpointData ?? null }
}

/** Returns which collection each database of checkpoints belongs to. */
async function namesByMeta(internal: readonly string[]): Promise<Map<string, string>> {
  const rows = (await Promise.all(internal.map((name) => within(name, readRows<InternalRow>)))).flat()
  const pairs = rows.flatMap(({ data }) =>
    (data?.connectedStorages ?? []).map(({ collectionName }) => [collectionName, data?.name ?? ''] as const),
  )
  return new Map(pairs)
}

async function within<T>(name: string, read: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const database = await answerOf(indexedDB.open(name))
  try {
    return await read(database)
  } finally {
    database.close()
  }
}

async function countRows(database: IDBDatabase): Promise<Record<string, number>> {
  const stores = [...database.objectStoreNames]
  if (stores.length === 0) return {}
  const transaction = database.transaction(stores, 'readonly')
  const counts = stores.map(async (name) => [name, await answerOf(transaction.objectStore(name).count())])
  return Object.fromEntries(await Promise.all(counts))
}

async function readRows<Row>(database: IDBDatabase): Promise<Row[]> {
  if (!database.objectStoreNames.contains('docs')) return []
  return answerOf(database.transaction('docs', 'readonly').objectStore('docs').getAll())
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
