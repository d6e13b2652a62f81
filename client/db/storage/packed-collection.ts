import {
  type BulkWriteRow,
  categorizeBulkWriteRows,
  type RxDocumentData,
  type RxStorageBulkWriteResponse,
  type RxStorageInstanceCreationParams,
} from 'rxdb/plugins/core'
import {
  createMemoryStorageInstance,
  getRxStorageMemory,
  type RxStorageInstanceMemory,
} from 'rxdb/plugins/storage-memory'
import { DocumentLog, latestOf } from './document-log.ts'
import type { LogsDatabase } from './logs-database.ts'

type Params<D> = RxStorageInstanceCreationParams<D, object>
type Stored<D> = RxDocumentData<D>

/**
 * The documents of one collection in the memory of this tab and in their log. The caller waits for each call before
 * it makes the next.
 */
export class PackedCollection<D> {
  readonly memory: RxStorageInstanceMemory<D>
  readonly #log: DocumentLog<Stored<D>>
  #isLoaded = false

  /** Creates one that has read nothing yet. */
  static async create<D>(
    params: Params<D>,
    database: LogsDatabase,
    log: string,
  ): Promise<PackedCollection<D>> {
    // A memory of its own, because RxDB keeps that of a closed collection and shares it in the page.
    const storage = { ...getRxStorageMemory(), collectionStates: new Map() }
    return new PackedCollection(database, log, await createMemoryStorageInstance<D>(storage, params, {}))
  }

  private constructor(database: LogsDatabase, log: string, memory: RxStorageInstanceMemory<D>) {
    this.memory = memory
    this.#log = new DocumentLog(database, log, (document) => this.#idOf(document))
  }

  /** Whether everything was read once; what comes into memory from then on is news. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Reads everything into memory, at the first call. */
  async load(): Promise<void> {
    if (!this.#isLoaded) await this.catchUp()
  }

  /** Reads what other tabs have written since the last call; at the first call, everything. */
  async catchUp(): Promise<void> {
    this.#take(await this.#log.read())
    if (this.#isLoaded) return
    this.#isLoaded = true
    await this.#tidy()
  }

  /**
   * Writes rows to the log, then to memory, and returns RxDB's answer. Rejects if they could not be written to the
   * log; then they are not in memory either.
   */
  async write(rows: BulkWriteRow<D>[], context: string): Promise<RxStorageBulkWriteResponse<D>> {
    await this.load()
    const { memory } = this
    await this.#log.append((news) => {
      this.#take(news)
      memory.ensurePersistence()
      const { documents } = memory.internals
      const path = memory.primaryPath as never
      const written = categorizeBulkWriteRows<D>(memory, path, documents, rows, context)
      return [...written.bulkInsertDocs, ...written.bulkUpdateDocs].map(({ document }) => document)
    })
    const answer = await memory.bulkWrite(rows, context)
    await this.#tidy()
    return answer
  }

  /** Drops what was deleted at least as many milliseconds ago. */
  async cleanUp(minimumDeletedTime: number): Promise<void> {
    await this.catchUp()
    await this.memory.cleanup(minimumDeletedTime)
    await this.#log.keepOnly((document) => this.memory.internals.documents.has(this.#idOf(document)))
  }

  /** Deletes everything. */
  remove(): Promise<void> {
    return this.#log.clear()
  }

  #idOf(document: Stored<D>): string {
    return document[this.memory.primaryPath] as string
  }

  /** Puts documents of the log into memory, except versions that are already there. */
  #take(documents: readonly Stored<D>[]): void {
    this.memory.ensurePersistence()
    const rows: BulkWriteRow<D>[] = []
    for (const document of latestOf(documents, (each) => this.#idOf(each))) {
      const previous = this.memory.internals.documents.get(this.#idOf(document))
      if (previous?._rev !== document._rev) rows.push({ ...(previous && { previous }), document })
    }
    if (rows.length > 0) void this.memory.bulkWrite(rows, 'packed-news')
  }

  async #tidy(): Promise<void> {
    // Ignore a failure, for example on a full disk: the log is only longer, and a later write merges it.
    await this.#log.tidy(this.memory.internals.documents.size).catch(() => {})
  }
}
