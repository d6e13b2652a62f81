import { databasesOfPage } from './end-with-page.ts'

/** Documents as RxDB stores them. */
type Documents = Record<string, unknown>[]
type Store = { collection: string; version: number }
/** A row in which RxDB names a collection and the store of its checkpoint. */
type CollectionRow = {
  _deleted?: unknown
  context?: unknown
  data?: {
    name: string
    version: number
    connectedStorages?: { collectionName: string; schema: { version: number } }[]
  }
}

const INTERNAL: Store = { collection: '_rxdb_internal', version: 0 }

/** The beginning of the names of the IndexedDB databases in which former builds kept the documents. */
export const formerPrefix = (database: string): string => `rxdb-dexie-${database}--`

const nameOf = (database: string, { collection, version }: Store) =>
  `${formerPrefix(database)}${version}--${collection}`

/**
 * Returns what former builds kept of an RxDB database, in RxDB's Dexie storage: the documents of each collection by
 * the collection's name and its schema's version. Checkpoints are read before the documents, so that what a tab of
 * the former build pulls meanwhile is pulled again at worst.
 */
export async function readFormer(database: string): Promise<Map<string, Documents>> {
  const read = new Map<string, Documents>()
  for (const store of await formerStores(database)) {
    const documents = await readStore(nameOf(database, store))
    if (documents) read.set(`${store.collection}/${store.version}`, documents)
  }
  return read
}

/** Deletes what former builds kept. Resolves once nothing of it is left; a tab that holds it open delays that. */
export async function removeFormer(database: string): Promise<void> {
  const [internal = INTERNAL, ...others] = await formerStores(database).catch(() => [])
  await Promise.all(others.map((store) => remove(nameOf(database, store))))
  // RxDB's own store comes last, because it names the others.
  await remove(nameOf(database, internal))
}

function remove(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = databasesOfPage.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

/** Lists the stores of former builds, without the browser's list of databases, which some engines do not answer. */
async function formerStores(database: string): Promise<Store[]> {
  const internal = (await readStore(nameOf(database, INTERNAL))) as CollectionRow[] | null
  if (!internal) return []
  const collections = internal.flatMap(({ context, data, _deleted }) =>
    context === 'collection' && data && _deleted !== true ? [data] : [],
  )
  const checkpoints = collections.flatMap(({ connectedStorages = [] }) =>
    connectedStorages.map(({ collectionName, schema }) => ({
      collection: collectionName,
      version: schema.version,
    })),
  )
  return [
    INTERNAL,
    ...checkpoints,
    ...collections.map(({ name, version }) => ({ collection: name, version })),
  ]
}

/** Returns the rows of a database of a former build; null if there is none. */
function readStore(name: string): Promise<Documents | null> {
  return new Promise((resolve, reject) => {
    let isMissing = false
    const opening = databasesOfPage.open(name)
    opening.onupgradeneeded = () => {
      isMissing = true
      // Undo the making of a database that is not there.
      opening.transaction?.abort()
    }
    opening.onerror = () => (isMissing ? resolve(null) : reject(opening.error))
    opening.onsuccess = () => {
      const database = opening.result
      database.onversionchange = () => database.close()
      const end = (settle: () => void) => {
        database.close()
        settle()
      }
      if (!database.objectStoreNames.contains('docs')) return end(() => resolve([]))
      const reading = database.transaction('docs').objectStore('docs').getAll()
      reading.onerror = () => end(() => reject(reading.error))
      reading.onsuccess = () =>
        // Dexie's storage writes `_deleted` as a text, because IndexedDB indexes no booleans.
        end(() => resolve(reading.result.map((row) => ({ ...row, _deleted: row._deleted === '1' }))))
    }
  })
}
