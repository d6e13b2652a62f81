import type Dexie from 'dexie'

const running = new Set<IDBTransaction>()
let isLeft = false
let hasEnded = false

/**
 * Has the transactions of a database end when their page is left. A browser keeps such a page to show it again, and WebKit
 * keeps what it had begun to read or write: every other page would wait for that as long as the page is kept. What was
 * already told to commit is written all the same; the rest is undone, as in a page that is killed.
 */
export function endWithPage<Database extends Pick<Dexie, 'use'>>(database: Database): Database {
  listenOnce()
  database.use({
    stack: 'dbcore',
    name: 'end-with-page',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        const transaction = core.transaction(stores, mode, options)
        follow(transaction as unknown as IDBTransaction)
        return transaction
      },
    }),
  })
  return database
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
