import {
  addRxPlugin,
  createRxDatabase,
  type RxCollection,
  type RxDatabase,
  type RxDocument,
  type RxStorage,
} from 'rxdb/plugins/core'
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
import { COLLECTION_NAMES, type CollectionName, type Documents } from '../../sync/collections.ts'
import { isOnline } from '../api/connection.ts'
import { reloadWhenFree } from '../api/reload-page.ts'
import { documentsName } from './device.ts'
import { emptyDocuments, emptyUnreadable } from './empty-documents.ts'
import { fromStored, MIGRATIONS, SCHEMAS } from './schemas.ts'
import { packedStorage } from './storage/packed-storage.ts'

addRxPlugin(RxDBMigrationSchemaPlugin)

type Row = Record<string, unknown>
type Collections = { [C in CollectionName]: RxCollection<Row> }
type AnyStorage = RxStorage<object, object>

/** Selects documents whose fields have the given value or one of the given values, latest first. */
export type DocumentQuery<C extends CollectionName> = {
  where?: { [F in keyof Documents[C]]?: Documents[C][F] | readonly Documents[C][F][] }
  limit?: number
}

/** The replica: the documents of one account on this device. */
export type Replica = {
  account: string
  database: RxDatabase<Collections>
  /**
   * Calls `listener` with the query's result, now and after each change in any tab. Returns the function that stops
   * it.
   */
  watch<C extends CollectionName>(
    collection: C,
    query: DocumentQuery<C>,
    listener: (rows: Documents[C][]) => void,
  ): () => void
  close(): Promise<void>
}

let open: { account: string; replica: Promise<Replica> } | null = null

/**
 * Opens an account's replica. Closes that of any other account first, because only one account is open at a time.
 * Tests pass RxDB's `storage` in memory; without it, documents are kept in the log of packed records.
 */
export async function openReplica(account: string, storage?: AnyStorage): Promise<Replica> {
  if (open?.account !== account) {
    const former = open
    const opening = {
      account,
      replica: closeOpened(former?.replica).then(() => createOrRebuild(account, storage)),
    }
    open = opening
    // Forget a failure, so that the next call tries again. The caller gets the error itself.
    opening.replica.catch(() => {
      if (open === opening) open = null
    })
  }
  return open.replica
}

/** Closes an account's replica in this tab, if it is open. */
export async function closeReplica(account: string): Promise<void> {
  if (open?.account !== account) return
  const { replica } = open
  open = null
  await closeOpened(replica)
}

async function closeOpened(replica: Promise<Replica> | undefined): Promise<void> {
  // Ignore errors, because a replica that failed to open needs no closing.
  await replica?.then((opened) => opened.close()).catch(() => {})
}

/**
 * Opens a replica, and rebuilds a database that does not open, because everything in it can be pulled again.
 * Without a network it could not, so then the database stays, and the error is thrown for the caller to try again.
 */
async function createOrRebuild(account: string, given?: AnyStorage): Promise<Replica> {
  try {
    return await createReplica(account, given)
  } catch (error) {
    if (!isOnline()) throw error
    await emptyDocuments(account)
    return createReplica(account, given)
  }
}

async function createReplica(account: string, given?: AnyStorage): Promise<Replica> {
  const name = documentsName(account)
  let stands = false
  // Another tab has rebuilt the database. RxDB's queries cannot take their documents back, so the page begins anew.
  const onDeleted = () => {
    if (stands) void reloadWhenFree()
  }
  const closing = new AbortController()
  const storage =
    given ??
    packedStorage({
      onDeleted,
      waits: (collection) => stands && Object.hasOwn(SCHEMAS, collection),
      onUnreadable: () => void emptyUnreadable(account).catch(() => {}),
      closing: closing.signal,
    })
  // `closeDuplicates`, because RxDB keeps the name of a database reserved that failed while opening.
  const database = await createRxDatabase<Collections>({
    name,
    storage,
    multiInstance: true,
    closeDuplicates: true,
  })
  await database.addCollections(
    Object.fromEntries(
      COLLECTION_NAMES.map((name) => [
        name,
        { schema: SCHEMAS[name] as never, migrationStrategies: MIGRATIONS[name] },
      ]),
    ) as never,
  )
  stands = true
  return {
    account,
    database,
    watch: (collection, query, listener) =>
      watchQuery(database[collection], query, listener as never, closing.signal),
    close: async () => {
      closing.abort()
      await database.close()
    },
  }
}

/**
 * Unwraps a single value, because RxDB uses an index for one value but scans every document for `$in`, except by
 * id.
 */
const oneOf = (values: readonly unknown[]) => (values.length === 1 ? values[0] : { $in: values })

function watchQuery(
  collection: RxCollection<Row>,
  query: DocumentQuery<CollectionName>,
  listener: (rows: Row[]) => void,
  closing: AbortSignal,
): () => void {
  const selector = Object.fromEntries(
    Object.entries(query.where ?? {}).map(([field, value]) => [
      field,
      Array.isArray(value) ? oneOf(value) : value,
    ]),
  )
  const hasOrder = 'order' in collection.schema.jsonSchema.properties
  const found = collection.find({
    selector,
    // `order` is MAX − the moment, so ascending means latest first, and an index serves the sort.
    ...(hasOrder && { sort: [{ order: 'asc' as const }] }),
    ...(query.limit && { limit: query.limit }),
  })
  const subscription = found.$.subscribe({
    next: (documents) => listener(documents.map(rowOf)),
    error(error) {
      // Closing ends a read that waits for documents that cannot be read.
      if (!closing.aborted) throw error
    },
  })
  return () => subscription.unsubscribe()
}

const rows = new WeakMap<RxDocument<Row>, Row>()

/** Returns a document's row, the same one each time, because most of a query's documents have not changed. */
function rowOf(document: RxDocument<Row>): Row {
  const known = rows.get(document)
  if (known) return known
  const row = fromStored(document.toJSON() as Row)
  rows.set(document, row)
  return row
}
