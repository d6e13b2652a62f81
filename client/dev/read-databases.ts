/** A database of this origin: how many rows each of its stores has. */
export type StoredDatabase = { name: string; version: number; rows: Record<string, number> }

/** How far a collection of documents was pulled. */
export type StoredCheckpoint = { collection: string; checkpoint: unknown }

/** A row in which RxDB keeps a checkpoint, as far as it is read here. */
type MetaRow = { isCheckpoint?: unknown; itemId?: unknown; checkpointData?: unknown }

const DOCUMENTS = 'rxdb-dexie-'
const META = /--rx-replication-meta-/

/** Every database that is open to this page, by name. */
export async function readDatabases(): Promise<StoredDatabase[]> {
  const found = (await indexedDB.databases()).toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''))
  return Promise.all(
    found.map(async ({ name = '', version = 0 }) => ({ name, version, rows: await within(name, countRows) })),
  )
}

/** The checkpoints of the replicated collections. RxDB keeps them in a database beside each collection's own. */
export async function readCheckpoints(): Promise<StoredCheckpoint[]> {
  const names = (await indexedDB.databases()).flatMap(({ name }) =>
    name?.startsWith(DOCUMENTS) && META.test(name) ? [name] : [],
  )
  const found = await Promise.all(
    names.map(async (name) => {
      const rows = await within(name, readRows<MetaRow>)
      const kept = rows.find(({ isCheckpoint, itemId }) => Number(isCheckpoint) === 1 && itemId === 'down')
      return { collection: collectionOf(name), checkpoint: kept?.checkpointData ?? null }
    }),
  )
  return found.toSorted((a, b) => a.collection.localeCompare(b.collection))
}

/** `…--rx-replication-meta-questions-<hash>`: what stands between. */
const collectionOf = (name: string) => name.split(META)[1]?.replace(/-[^-]+$/, '') ?? name

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
