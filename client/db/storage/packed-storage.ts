import {
  ensureRxStorageInstanceParamsAreCorrect,
  RXDB_VERSION,
  type RxStorage,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
} from 'rxdb/plugins/core'
import { filter } from 'rxjs'
import { LogsDatabase } from './logs-database.ts'
import { PackedCollection } from './packed-collection.ts'

type Params<D> = RxStorageInstanceCreationParams<D, object>
type Instance<D> = RxStorageInstance<D, object, object>
/** A database of logs with the number of collections that use it. */
type Used = { database: Promise<LogsDatabase>; users: number }

/**
 * Returns a storage for RxDB that answers from memory and keeps documents on the disk as a log of packed records,
 * one IndexedDB database for each RxDB database. A write is in the log before it is reported and before a reader
 * sees it. What another tab has appended comes into memory when that tab says so, and before each write. What a
 * former build kept in RxDB's Dexie storage is taken over. `onDeleted` is called when another tab has deleted all
 * documents; from then on no write is taken here, and reads are
 * answered from memory.
 */
export function packedStorage(onDeleted: () => void = () => {}): RxStorage<object, object> {
  const open = new Map<string, Used>()
  const use = async (name: string): Promise<LogsDatabase> => {
    const known = open.get(name)
    // Open a database anew that was deleted, for whoever opens the same name again.
    const isUsable = known && !(await known.database.then(({ isDeleted }) => isDeleted).catch(() => true))
    const used = isUsable ? known : { database: LogsDatabase.open(name, onDeleted), users: 0 }
    used.users += 1
    open.set(name, used)
    return used.database
  }
  const letGo = async (name: string, database: LogsDatabase): Promise<void> => {
    const used = open.get(name)
    // A database that was replaced by another of its name has closed itself.
    if (!used || (await used.database.catch(() => null)) !== database) return
    used.users -= 1
    if (used.users > 0) return
    open.delete(name)
    await database.close()
  }
  return {
    name: 'packed',
    rxdbVersion: RXDB_VERSION,
    async createStorageInstance<D>(params: Params<D>): Promise<Instance<D>> {
      ensureRxStorageInstanceParamsAreCorrect(params)
      const database = await use(params.databaseName)
      return createInstance(params, database, () => letGo(params.databaseName, database))
    },
  }
}

async function createInstance<D>(
  params: Params<D>,
  database: LogsDatabase,
  letGo: () => Promise<void>,
): Promise<Instance<D>> {
  const log = `${params.collectionName}/${params.schema.version}`
  const collection = await PackedCollection.create(params, database, log)
  const changes = collection.memory.changeStream().pipe(filter(() => collection.isLoaded))
  const inTurn = createTurns()
  let closing: Promise<void> | null = null
  /** Reads from memory once `prepare` has made it current, or as it is when closing has begun. */
  const reading = <T>(read: () => Promise<T>, prepare = () => collection.load()) => {
    const isLate = closing !== null
    return inTurn(async () => {
      if (!isLate) await unlessOver(database, prepare)
      return read()
    })
  }
  const stopListening = params.multiInstance
    ? database.onAppended(log, () => {
        if (collection.isLoaded) inTurn(() => collection.catchUp()).catch(() => {})
      })
    : () => {}
  const close = () => {
    closing ??= inTurn(async () => {
      stopListening()
      await collection.memory.close()
      await letGo()
    })
    return closing
  }
  return {
    databaseName: params.databaseName,
    collectionName: params.collectionName,
    schema: params.schema,
    options: params.options,
    internals: {},
    bulkWrite: (rows, context) => inTurn(() => collection.write(rows, context)),
    // RxDB looks documents up by id to write onto them, so these are read as the log has them now.
    findDocumentsById: (ids, withDeleted) =>
      reading(
        () => collection.memory.findDocumentsById(ids, withDeleted),
        () => collection.catchUp(),
      ),
    query: (query) => reading(() => collection.memory.query(query)),
    count: (query) => reading(() => collection.memory.count(query)),
    getAttachmentData: () => Promise.reject(new Error('the documents have no attachments')),
    changeStream: () => changes,
    cleanup: (minimumDeletedTime) => inTurn(() => collection.cleanUp(minimumDeletedTime).then(() => true)),
    close,
    async remove() {
      try {
        await inTurn(() => collection.remove())
      } finally {
        await close()
      }
    },
  }
}

/**
 * Makes the memory current, unless the documents were deleted. It is then read as it is, because a replication of
 * RxDB that is ending still reads, and nobody catches its errors.
 */
async function unlessOver(database: LogsDatabase, prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare()
  } catch (error) {
    if (!database.isOver) throw error
  }
}

type InTurn = <T>(operation: () => Promise<T>) => Promise<T>

/** Runs one operation after another, because each begins with what the one before has left in memory. */
function createTurns(): InTurn {
  let queue: Promise<unknown> = Promise.resolve()
  return (operation) => {
    const result = queue.then(operation)
    queue = result.catch(() => {})
    return result
  }
}
