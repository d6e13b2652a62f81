import {
  ensureRxStorageInstanceParamsAreCorrect,
  RXDB_VERSION,
  type RxStorage,
  type RxStorageInstance,
  type RxStorageInstanceCreationParams,
} from 'rxdb/plugins/core'
import { filter } from 'rxjs'
import { namesIn } from './log-records.ts'
import { LogsDatabase } from './logs-database.ts'
import { PackedCollection } from './packed-collection.ts'
import { readPatiently } from './patient-read.ts'

type Params<D> = RxStorageInstanceCreationParams<D, object>
type Instance<D> = RxStorageInstance<D, object, object>
/** A database of logs with the number of collections that use it. */
type Used = { database: Promise<LogsDatabase>; users: number }

type Options = {
  /** Called when another tab has deleted all documents. No write is taken here from then on. */
  onDeleted?: () => void
  /**
   * Whether reads of a collection wait while its log cannot be read, instead of failing. RxDB runs no query again
   * that has failed once.
   */
  waits?: (collection: string) => boolean
  /** Called, again and again, when such reads have failed for long although the database can be read. */
  onUnreadable?: () => void
  /** Ends the waiting, because RxDB closes nothing while a read is under way. */
  closing?: AbortSignal
}

/**
 * Returns a storage for RxDB that answers from memory and keeps documents on the disk as a log of packed records,
 * one IndexedDB database for each RxDB database. A write is in the log before it is reported and before a reader
 * sees it. What another tab has appended comes into memory when that tab says so, and before each write. What a
 * former build kept in RxDB's Dexie storage is taken over. Where another tab has deleted all documents, reads are
 * answered from memory.
 */
export function packedStorage(options: Options = {}): RxStorage<object, object> {
  const open = new Map<string, Used>()
  const use = async (name: string): Promise<LogsDatabase> => {
    const known = open.get(name)
    // Open a database anew that was deleted, for whoever opens the same name again.
    const isUsable = known && !(await known.database.then(({ isDeleted }) => isDeleted).catch(() => true))
    const used = isUsable ? known : { database: LogsDatabase.open(name, options.onDeleted), users: 0 }
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
      return createInstance(params, database, {
        ...options,
        letGo: () => letGo(params.databaseName, database),
      })
    },
  }
}

async function createInstance<D>(
  params: Params<D>,
  database: LogsDatabase,
  { letGo, ...options }: Options & { letGo: () => Promise<void> },
): Promise<Instance<D>> {
  const log = `${params.collectionName}/${params.schema.version}`
  const collection = await PackedCollection.create(params, database, log)
  const changes = collection.memory.changeStream().pipe(filter(() => collection.isLoaded))
  const inTurn = createTurns()
  const patience = patienceOf(params.collectionName, database, options)
  let closing: Promise<void> | null = null
  /** Reads from memory once `prepare` has made it current, or as it is when closing has begun. */
  const reading = <T>(read: () => Promise<T>, prepare = () => collection.load()) => {
    const isLate = closing !== null
    return patience.read(() => inTurn(() => (isLate ? read() : unlessOver(database, prepare).then(read))))
  }
  const stopListening = params.multiInstance
    ? database.onAppended(log, () => {
        if (collection.isLoaded) inTurn(() => collection.catchUp()).catch(() => {})
      })
    : () => {}
  const close = () => {
    patience.end()
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

/** Returns how a collection is read: what `read` is given waits as the options say, until `end` or their `closing`. */
function patienceOf(
  collection: string,
  database: LogsDatabase,
  { waits = () => false, onUnreadable, closing }: Options,
) {
  const ended = new AbortController()
  const end = () => {
    closing?.removeEventListener('abort', end)
    ended.abort()
  }
  closing?.addEventListener('abort', end)
  // A database that cannot be reached at all, as where iOS has ended its process, says nothing about its records.
  const onStuck = () => {
    void database.within('readonly', namesIn).then(onUnreadable, () => {})
  }
  const read = <T>(once: () => Promise<T>) =>
    waits(collection) ? readPatiently(once, { ended: ended.signal, onStuck }) : once()
  return { read, end }
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
