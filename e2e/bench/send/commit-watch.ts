import type { Page } from 'playwright/test'

/** The channel on which a page says that it was tapped. */
export const TAPPED = 'tapped'

/** Tells when the next row of a store is committed, in milliseconds since 1970, after a page of its origin was tapped. */
export type CommitWatch = { next(): Promise<number> }

type Scheduling = { scheduler: { postTask(task: () => void, options: { delay: number }): Promise<void> } }
type Watching = Window & { nextCommit(): Promise<number> }

/**
 * Watches a store from a page of its own, with nothing to paint: what was written in a transaction is read by another
 * one only once it is committed, strictly where that was asked for. It looks from the tap on, not before, and not all
 * the time, which would take a processor from what is measured: a look waits for a write that has begun before it, and
 * so ends with it.
 */
export async function watchCommits(tapped: Page, database: string, store: string): Promise<CommitWatch> {
  const page = await tapped.context().newPage()
  await page.goto(new URL('/robots.txt', tapped.url()).href)
  await page.evaluate(prepareWatch, { database, store, channel: TAPPED })
  return { next: () => page.evaluate(() => (window as unknown as Watching).nextCommit()) }
}

type Watched = { database: string; store: string; channel: string }

async function prepareWatch({ database, store, channel }: Watched): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const opened = await done(indexedDB.open(database))
  const count = () => done(opened.transaction(store).objectStore(store).count())
  // a timer would come to wait for four milliseconds
  const pause = () => (window as unknown as Scheduling).scheduler.postTask(() => {}, { delay: 1 })
  const told = new BroadcastChannel(channel)
  const nextCommit = async () => {
    const before = await count()
    await new Promise((resolve) => {
      told.onmessage = resolve
    })
    while ((await count()) === before) await pause()
    return performance.timeOrigin + performance.now()
  }
  Object.assign(window, { nextCommit })
}
