import { readLogs } from '../db/storage/document-log.ts'
import { resultOf } from '../db/storage/log-records.ts'
import { LogsDatabase } from '../db/storage/logs-database.ts'

/** A database of this origin, with the number of rows in each of its stores. */
export type StoredDatabase = { name: string; version: number; rows: Record<string, number> }

/** How far a collection of documents has been pulled. */
export type StoredCheckpoint = { collection: string; checkpoint: unknown }

/**
 * The fields that this module reads: `MetaRow` is a row of a checkpoint, and `InternalRow` names the log in which a
 * collection's checkpoint is stored.
 */
type Row = { id: string; _deleted?: boolean }
type MetaRow = Row & { isCheckpoint?: unknown; itemId?: unknown; checkpointData?: unknown }
type InternalRow = Row & { data?: { name?: string; connectedStorages?: { collectionName: string }[] } }

const LOGS = /^documents-/
const INTERNAL = /^_rxdb_internal\//

/** Returns every database of this origin, sorted by name. */
export async function readDatabases(): Promise<StoredDatabase[]> {
  const found = ((await indexedDB.databases?.()) ?? []).toSorted((a, b) =>
    (a.name ?? '').localeCompare(b.name ?? ''),
  )
  return Promise.all(
    found.map(async ({ name = '', version = 0 }) => ({
      name,
      version,
      rows: LOGS.test(name) ? await countDocuments(name) : await within(name, countRows),
    })),
  )
}

/** Returns the checkpoints of the replicated collections. RxDB stores each in a log of its own, named by a hash. */
export async function readCheckpoints(): Promise<StoredCheckpoint[]> {
  const names = ((await indexedDB.databases?.()) ?? []).flatMap(({ name }) =>
    name && LOGS.test(name) ? [name] : [],
  )
  const found = await Promise.all(names.map(checkpointsIn))
  return found.flat().toSorted((a, b) => a.collection.localeCompare(b.collection))
}

async function checkpointsIn(name: string): Promise<StoredCheckpoint[]> {
  const logs = await logsOf(name)
  const internal = [...logs].flatMap(([log, rows]) => (INTERNAL.test(log) ? (rows as InternalRow[]) : []))
  return internal.flatMap(({ data }) =>
    (data?.connectedStorages ?? []).map(({ collectionName }) => {
      const rows = [...logs].flatMap(([log, kept]) =>
        log.startsWith(`${collectionName}/`) ? (kept as MetaRow[]) : [],
      )
      const kept = rows.find(({ isCheckpoint, itemId }) => Number(isCheckpoint) === 1 && itemId === 'down')
      return { collection: data?.name ?? '', checkpoint: kept?.checkpointData ?? null }
    }),
  )
}

async function countDocuments(name: string): Promise<Record<string, number>> {
  return Object.fromEntries([...(await logsOf(name))].map(([log, rows]) => [log, rows.length]))
}

/** Returns the documents of each log, without those that were deleted. */
async function logsOf(name: string): Promise<Map<string, Row[]>> {
  const database = await LogsDatabase.open(name)
  try {
    const logs = await readLogs<Row>(database, ({ id }) => id)
    return new Map([...logs].map(([log, rows]) => [log, rows.filter(({ _deleted }) => !_deleted)]))
  } finally {
    await database.close()
  }
}

async function within<T>(name: string, read: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const database = await resultOf(indexedDB.open(name))
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
  const counts = stores.map(async (name) => [name, await resultOf(transaction.objectStore(name).count())])
  return Object.fromEntries(await Promise.all(counts))
}
