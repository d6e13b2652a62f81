import { newId } from '../../api/new-id.ts'
import { databasesOfPage } from './end-with-page.ts'
import { readFormer, removeFormer } from './former-stores.ts'
import { FULL_RECORD, namesIn, putRecord, resultOf } from './log-records.ts'
import { whenOpenable } from './openable.ts'

const STORE = 'log'
/** The key of a random text that changes whenever everything is deleted. */
const GENERATION = 'generation'
/** The key of the moment at which a former build's documents were taken over; 0 where there are none to remove. */
const TAKEN_OVER = 'takenOver'
const ALL = ''
/** After this time no tab of a former build that still records is expected to be open. */
const KEPT_MS = 24 * 60 * 60_000

/**
 * The names of the errors of a connection that the browser has closed, without an event in some engines, and of a
 * transaction that it has aborted, as Safari does with those of a page in the background.
 */
const ENDED_BY_BROWSER = ['InvalidStateError', 'AbortError', 'UnknownError']

/** The error of everything that comes too late, with the name that Dexie gives to its own. */
class DatabaseClosedError extends Error {
  override readonly name = 'DatabaseClosedError'
}

/**
 * The IndexedDB database with the logs of all collections of one RxDB database. The records of a log lie under the
 * keys `[name, number]`.
 */
export class LogsDatabase {
  readonly #name: string
  /** Reaches the other tabs; a message is the name of a log, or empty for all of them. */
  readonly #channel: BroadcastChannel
  readonly #listeners = new Map<string, () => void>()
  readonly #onDeleted: () => void
  #generation: string | null = null
  #opening: Promise<IDBDatabase> | null = null
  #isDeleted = false
  #isClosed = false

  private constructor(name: string, onDeleted: () => void) {
    this.#name = name
    this.#onDeleted = onDeleted
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }) => this.#hear(String(data))
    globalThis.document?.addEventListener('visibilitychange', this.#lookAgain)
  }

  /**
   * Opens the database, and takes over what a former build has kept; rejects if either cannot be done. `onDeleted`
   * is called when another tab has deleted all documents; from then on every transaction is refused.
   */
  static async open(name: string, onDeleted: () => void = () => {}): Promise<LogsDatabase> {
    const logs = new LogsDatabase(name, onDeleted)
    try {
      await logs.#takeOver()
      return logs
    } catch (error) {
      await logs.close()
      throw error
    }
  }

  /** Deletes the documents of all logs. Other tabs that have them in memory are told. */
  static async empty(name: string): Promise<void> {
    const logs = new LogsDatabase(name, () => {})
    try {
      await logs.within('readwrite', async (store) => {
        store.clear()
        store.put(newId(), GENERATION)
        store.put(0, TAKEN_OVER)
      })
      logs.tell(ALL)
    } finally {
      await logs.close()
    }
  }

  /** Whether the documents or the database were deleted, so that nothing can be read or written here any longer. */
  get isDeleted(): boolean {
    return this.#isDeleted
  }

  /** Whether every transaction is refused: the database was closed, or everything was deleted. */
  get isOver(): boolean {
    return this.#isClosed || this.#isDeleted
  }

  /**
   * Runs `work` in a transaction, and resolves with its result once the transaction has committed. An error in
   * `work` undoes everything. Runs `work` once more, over a new connection, where the browser has ended the first.
   */
  async within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    try {
      return await this.#once(mode, work)
    } catch (error) {
      if (!ENDED_BY_BROWSER.includes((error as Error).name)) throw error
      void this.#opening?.then((database) => database.close())
      this.#opening = null
      return this.#once(mode, work)
    }
  }

  async #once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const transaction = await this.#begin(mode)
    const committed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new DOMException('', 'AbortError'))
    })
    // The error is thrown below; without this line it would also be an unhandled rejection.
    committed.catch(() => {})
    try {
      await this.#checkGeneration(transaction.objectStore(STORE))
      const result = await work(transaction.objectStore(STORE))
      await committed
      return result
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // The transaction has ended by itself, and that is the error.
      }
      throw error
    }
  }

  /** Tells other tabs that a log was appended to. */
  tell(log: string): void {
    if (!this.#isClosed) this.#channel.postMessage(log)
  }

  /**
   * Calls `listener` when another tab may have appended to a log. Returns the function that stops it. A log has one
   * listener.
   */
  onAppended(log: string, listener: () => void): () => void {
    this.#listeners.set(log, listener)
    return () => this.#listeners.delete(log)
  }

  async close(): Promise<void> {
    globalThis.document?.removeEventListener('visibilitychange', this.#lookAgain)
    this.#isClosed = true
    this.#channel.close()
    const database = await this.#opening?.catch(() => null)
    database?.close()
  }

  /**
   * Reads the logs again when the page is shown again: a frozen page hears of nothing, and a tab that was killed
   * after its commit told nobody.
   */
  readonly #lookAgain = () => {
    if (document.visibilityState === 'visible') this.#hear(ALL)
  }

  #hear(log: string): void {
    for (const [name, listener] of this.#listeners) if (log === name || log === ALL) listener()
  }

  /** Refuses to go on where everything was deleted, because what this tab has in memory belongs to former logs. */
  async #checkGeneration(store: IDBObjectStore): Promise<void> {
    const generation: string = await resultOf(store.get(GENERATION))
    this.#generation ??= generation
    if (this.#generation === generation) return
    if (!this.#isDeleted) this.#onDeleted()
    this.#isDeleted = true
    throw new DatabaseClosedError('the documents on this device were deleted')
  }

  async #begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    if (this.isOver) throw new DatabaseClosedError('the documents on this device are closed')
    return (await this.#database()).transaction(STORE, mode)
  }

  #database(): Promise<IDBDatabase> {
    if (this.#opening !== null) return this.#opening
    const opening = openDatabase(this.#name).then((database) => {
      database.onclose = () => {
        if (this.#opening === opening) this.#opening = null
      }
      // Close for whoever deletes the database; the deletion would wait for this tab.
      database.onversionchange = () => {
        this.#isDeleted = true
        database.close()
      }
      return database
    })
    this.#opening = opening
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = null
    })
    return opening
  }

  /**
   * Writes the documents of a former build into the logs, once and all together, because RxDB's checkpoint among
   * them must not be newer than the documents. They are removed a day later, because a tab of the former build that
   * records is not reloaded and still reads them.
   */
  async #takeOver(): Promise<void> {
    const takenOver = await this.within('readonly', takenOverAt)
    if (takenOver === undefined) {
      const former = await readFormer(this.#name)
      await this.within('readwrite', async (store) => {
        // Another tab may have done it meanwhile, or have written already into a database that was lost.
        if ((await takenOverAt(store)) !== undefined || (await namesIn(store)).length > 0) return
        for (const [name, documents] of former) {
          for (let at = 0; at < documents.length; at += FULL_RECORD)
            putRecord(store, name, {
              number: at / FULL_RECORD + 1,
              documents: documents.slice(at, at + FULL_RECORD),
            })
        }
        store.put(former.size > 0 ? Date.now() : 0, TAKEN_OVER)
      })
    } else if (takenOver > 0 && Date.now() - takenOver > KEPT_MS) {
      // Ignore a failure, because the next opening tries again.
      this.#removeFormer().catch(() => {})
    }
  }

  async #removeFormer(): Promise<void> {
    await removeFormer(this.#name)
    await this.within('readwrite', async (store) => void store.put(0, TAKEN_OVER))
  }
}

const takenOverAt = (store: IDBObjectStore): Promise<number | undefined> => resultOf(store.get(TAKEN_OVER))

async function openDatabase(name: string): Promise<IDBDatabase> {
  await whenOpenable()
  const request = databasesOfPage.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE).put(newId(), GENERATION)
  }
  return resultOf(request)
}
