import type { Page } from 'playwright/test'

/** The channel on which a page reports a tap. */
export const TAPPED = 'tapped'

/** `next` resolves with the time, in milliseconds since 1970, of the first commit to the store after a tap. */
export type CommitWatch = { next(): Promise<number> }

type Scheduling = { scheduler: { postTask(task: () => void, options: { delay: number }): Promise<void> } }
type Watching = Window & { nextCommit(): Promise<number> }

/**
 * Watches a store from a separate page that paints nothing. Another transaction can read a row only once the row's
 * own transaction is committed, durably if it is strict. The watch begins with the tap and pauses between its reads,
 * because constant reading would take a processor from the measurement. A read waits for a write that began before
 * it, and so ends together with that write.
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
  // A nested setTimeout would wait for at least four milliseconds.
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
