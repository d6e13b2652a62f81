import { isAside } from './update/yield-to-update.ts'

/**
 * The name of the cache of start snapshots, and the prefix of the caches that hold the app's start addresses as
 * whole pages.
 */
export const SNAPSHOTS = 'last-look'
/** The addresses at which the installed app starts. */
export const STARTS = ['/dashboard', '/dashboard?tab=conversations']
/** The address of the app's empty page, which is used for a start without a snapshot. */
export const SHELL = '/shell.html'

/** A start snapshot: the markup of a screen and those of the app's styles that it needs. */
export type StartSnapshot = { markup: string; styles: string }

/** Stores a screen's snapshot for the next start and makes the service worker build a whole page from it. */
export async function keepSnapshot(url: string, snapshot: StartSnapshot): Promise<void> {
  await inTurn(async () => {
    const cache = await globalThis.caches?.open(SNAPSHOTS)
    await cache?.put(url, Response.json(snapshot))
  })
  // Skip this while a newer worker waits, because it builds the pages when it takes over.
  if (!isAside()) navigator.serviceWorker?.controller?.postMessage({ type: 'LOOK_KEPT' })
}

/** Deletes all start snapshots, so that the next user of the device sees none. */
export async function forgetSnapshots(): Promise<void> {
  await inTurn(async () => {
    const names = (await globalThis.caches?.keys()) ?? []
    if (names.includes(SNAPSHOTS)) await caches.delete(SNAPSHOTS)
    const pages = names.filter((name) => name.startsWith(`${SNAPSHOTS} `))
    await Promise.all(pages.map(emptyStarts))
  })
}

/**
 * Puts the empty page at every start address. The pages must not simply be deleted, because the browser looks for a
 * start in this cache and otherwise only on the network.
 */
async function emptyStarts(name: string): Promise<void> {
  const pages = await caches.open(name)
  const shell = await pages.match(SHELL)
  // A cache of an older build has no shell, and no browser route uses it.
  if (!shell) {
    await caches.delete(name)
    return
  }
  for (const start of STARTS) {
    await pages.put(start, shell.clone()).catch(async () => {
      // On a device without space for both, delete the snapshot's page first.
      await pages.delete(start)
      await pages.put(start, shell.clone()).catch(() => {})
    })
  }
}

/** Runs work under a lock, so that a tab cannot store a snapshot that another is deleting. */
export async function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(SNAPSHOTS, work)
  else await work()
}
