const running = new Set<IDBTransaction>()
let isLeft = false
let hasEnded = false

/**
 * With this a page opens its databases, so that their transactions end when the page is left. A browser keeps such a page
 * to show it again, and WebKit keeps what it had begun to read, to write or to set up: every other page would wait for
 * that as long as the page is kept. What was already told to commit is written all the same; the rest is undone, as in a
 * page that is killed.
 */
export const databasesOfPage: IDBFactory = {
  open(name, version) {
    listenOnce()
    const request = indexedDB.open(name, version)
    // a database that is made or changed holds everybody up until it is done
    request.addEventListener('upgradeneeded', () => {
      if (request.transaction) follow(request.transaction)
    })
    request.addEventListener('success', () => followAll(request.result))
    return request
  },
  deleteDatabase: (name) => indexedDB.deleteDatabase(name),
  databases: () => indexedDB.databases(),
  cmp: (first, second) => indexedDB.cmp(first, second),
}

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
      // it was told to commit
    }
  }
  running.clear()
}

let isListening = false

/** This is read by workers, too, which know of no page. */
type PageEvent = Event & { persisted?: boolean }
const page = globalThis as unknown as { location: { reload(): void } }

function listenOnce(): void {
  // a service worker is never left so, and has nobody who would tell it
  if (isListening || !('addEventListener' in globalThis)) return
  isListening = true
  addEventListener('pagehide', ({ persisted = false }: PageEvent) => {
    isLeft = persisted
    if (isLeft) endAll()
  })
  // a page that comes back as it was and lost something on the way begins anew, from what is on the disk
  addEventListener('pageshow', ({ persisted = false }: PageEvent) => {
    if (persisted && hasEnded) page.location.reload()
    isLeft = false
    hasEnded = false
  })
}
