import { deleteIfOwed } from './owed-deletions.ts'

const running = new Set<IDBTransaction>()
let isLeft = false
let hasEnded = false

/**
 * The IndexedDB factory that aborts a page's open transactions when the user leaves the page. A browser keeps such
 * a page to show it again, and WebKit also keeps its unfinished transactions; every other page would wait for them
 * as long as the page is kept. A transaction that was already told to commit is still written; the rest is undone,
 * as in a page that is killed.
 */
export const databasesOfPage: IDBFactory = {
  open(name, version) {
    listenOnce()
    deleteIfOwed(name)
    const request = indexedDB.open(name, version)
    // Follow upgrades too, because a database being created or changed blocks every other page.
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction) follow(request.transaction)
    })
    request.addEventListener('success', () => followAll(request.result))
    return request
  },
  deleteDatabase: (name) => indexedDB.deleteDatabase(name),
  databases: () => indexedDB.databases?.() ?? Promise.resolve([]),
  cmp: (first, second) => indexedDB.cmp(first, second),
}

/**
 * Makes the key ranges for these databases: the browser's or, once the page keeps everything in its memory, those of
 * that storage, which takes no others.
 */
export const rangesOfPage = {
  bound: (...given: Parameters<typeof IDBKeyRange.bound>) => IDBKeyRange.bound(...given),
  lowerBound: (...given: Parameters<typeof IDBKeyRange.lowerBound>) => IDBKeyRange.lowerBound(...given),
  only: (value: unknown) => IDBKeyRange.only(value),
  upperBound: (...given: Parameters<typeof IDBKeyRange.upperBound>) => IDBKeyRange.upperBound(...given),
} as typeof IDBKeyRange

function followAll(database: IDBDatabase): void {
  const begin = database.transaction.bind(database)
  database.transaction = (...asked) => {
    const transaction = begin(...asked)
    follow(transaction)
    return transaction
  }
}

function follow(transaction: IDBTransaction): void {
  running.add(transaction)
  for (const end of ['complete', 'abort'])
    transaction.addEventListener(end, () => running.delete(transaction), { once: true })
  if (isLeft) endAll()
}

function endAll(): void {
  for (const transaction of running) {
    try {
      transaction.abort()
      hasEnded = true
    } catch {
      // The transaction was already told to commit.
    }
  }
  running.clear()
}

let isListening = false

/** A page event, typed here because workers read this module too and have no such type. */
type PageEvent = Event & { persisted?: boolean }
const page = globalThis as unknown as { location: { reload(): void } }

function listenOnce(): void {
  // Skip a global scope without events. A service worker is never left like a page, and receives no page events.
  if (isListening || !('addEventListener' in globalThis)) return
  isListening = true
  addEventListener('pagehide', ({ persisted = false }: PageEvent) => {
    isLeft = persisted
    if (isLeft) endAll()
  })
  // Reload a restored page whose transactions were aborted, so that it starts from what is on the disk.
  addEventListener('pageshow', ({ persisted = false }: PageEvent) => {
    if (persisted && hasEnded) page.location.reload()
    isLeft = false
    hasEnded = false
  })
}
