import { deleteRecords, FULL_RECORD, type LogRecord, namesIn, putRecord, readRecords } from './log-records.ts'
import type { LogsDatabase } from './logs-database.ts'

/** How many records may follow the last full one before they are merged. */
const MOST_SMALL = 32

/**
 * The documents of one collection in the order in which they were written, by this tab or another. Of several
 * versions of a document, the one in the record with the highest number counts. A record holds many documents,
 * because IndexedDB takes about as long for a record of a thousand documents as for one of a single document. The
 * caller waits for each call before it makes the next.
 */
export class DocumentLog<D> {
  readonly #database: LogsDatabase
  readonly #name: string
  readonly #idOf: (document: D) => string
  /** How many documents each record has that was read or written here, by the record's number. */
  readonly #sizes = new Map<number, number>()
  #last = 0

  /** Opens a log, named after its collection and the schema's version. */
  constructor(database: LogsDatabase, name: string, idOf: (document: D) => string) {
    this.#database = database
    this.#name = name
    this.#idOf = idOf
  }

  /** Reads what was appended since the last read. */
  async read(): Promise<D[]> {
    const records = await this.#database.within('readonly', (store) => this.#news(store))
    this.#note(records)
    return records.flatMap(({ documents }) => documents)
  }

  /**
   * Appends what `decide` returns, in one transaction, so that no other tab writes between. `decide` gets what was
   * appended since the last read; it may return nothing to append. Rejects if nothing could be written, and then
   * the log is unchanged.
   */
  async append(decide: (news: D[]) => readonly D[]): Promise<void> {
    let isAppended = false
    const records = await this.#database.within('readwrite', async (store) => {
      const news = await this.#news(store)
      const documents = [...decide(news.flatMap((record) => record.documents))]
      if (documents.length === 0) return news
      const record = { number: (news.at(-1)?.number ?? this.#last) + 1, documents }
      putRecord(store, this.#name, record)
      isAppended = true
      return [...news, record]
    })
    this.#note(records)
    if (isAppended) this.#database.tell(this.#name)
  }

  /**
   * Merges small records, or writes everything again where more than half of it is outdated. `documents` is the
   * number of documents there are.
   */
  async tidy(documents: number): Promise<void> {
    const stored = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
    if (stored > 2 * documents + FULL_RECORD) return this.keepOnly(() => true)
    const numbers = [...this.#sizes.keys()]
    const isFull = (number: number) => (this.#sizes.get(number) ?? 0) >= FULL_RECORD
    const small = numbers.slice(numbers.findLastIndex(isFull) + 1)
    if (small[0] !== undefined && small.length > MOST_SMALL) await this.#rewrite(small[0], () => true)
  }

  /** Drops the documents for which `isKept` returns false. */
  keepOnly(isKept: (document: D) => boolean): Promise<void> {
    return this.#rewrite(0, isKept)
  }

  /** Deletes the log, which RxDB does with one that it has migrated to another. */
  clear(): Promise<void> {
    return this.#database.within('readwrite', async (store) => deleteRecords(store, this.#name, 0))
  }

  #news(store: IDBObjectStore): Promise<LogRecord<D>[]> {
    return readRecords<D>(store, this.#name, this.#last + 1)
  }

  /** Writes the documents from one record on again, in full records behind the last. */
  async #rewrite(first: number, isKept: (document: D) => boolean): Promise<void> {
    const records = await this.#database.within('readwrite', async (store) => {
      const found = await readRecords<D>(store, this.#name, first)
      // Another tab has appended something that was not read here yet. A later call merges that too.
      if (found.at(-1)?.number !== this.#last) return null
      const documents = found.flatMap((record) => record.documents)
      const kept = latestOf(documents, this.#idOf).filter(isKept)
      deleteRecords(store, this.#name, first)
      // At least one record, even an empty one, because numbers that began again would be missed by other tabs.
      const count = Math.max(1, Math.ceil(kept.length / FULL_RECORD))
      const written = Array.from({ length: count }, (_, index) => ({
        number: this.#last + 1 + index,
        documents: kept.slice(index * FULL_RECORD, (index + 1) * FULL_RECORD),
      }))
      for (const record of written) putRecord(store, this.#name, record)
      return written
    })
    if (!records) return
    for (const number of [...this.#sizes.keys()]) if (number >= first) this.#sizes.delete(number)
    this.#note(records)
  }

  #note(records: readonly LogRecord<D>[]): void {
    for (const { number, documents } of records) {
      this.#sizes.set(number, documents.length)
      this.#last = number
    }
  }
}

/** Returns the stored documents of every collection, by the name of the log. */
export function readLogs<D>(
  database: LogsDatabase,
  idOf: (document: D) => string,
): Promise<Map<string, D[]>> {
  return database.within('readonly', async (store) => {
    const logs = new Map<string, D[]>()
    for (const name of await namesIn(store)) {
      const records = await readRecords<D>(store, name, 0)
      const documents = records.flatMap((record) => record.documents)
      logs.set(name, latestOf(documents, idOf))
    }
    return logs
  })
}

/** Returns the last version of each document. */
export function latestOf<D>(documents: readonly D[], idOf: (document: D) => string): D[] {
  return [...new Map(documents.map((document) => [idOf(document), document])).values()]
}
