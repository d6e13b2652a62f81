import { isAside } from './update/yield-to-update.ts'

/** The screens kept, and before a word of it the names of the caches in which the app's starts stand as whole pages. */
export const LOOKS = 'last-look'
/** Where the installed app starts. */
export const STARTS = ['/dashboard', '/dashboard?tab=conversations']
/** The app's empty page: a start without a look stands on it. */
export const SHELL = '/shell.html'

/** A screen as it stood: its markup, and as much of the app's styles as it needs. */
export type Look = { markup: string; styles: string }

/** Keeps how a screen stands for the next start, and has the service worker make a whole page of it. */
export async function keepLook(url: string, look: Look): Promise<void> {
  await inTurn(async () => {
    const cache = await globalThis.caches?.open(LOOKS)
    await cache?.put(url, Response.json(look))
  })
  // the next worker makes a page of it as it takes over
  if (!isAside()) navigator.serviceWorker?.controller?.postMessage({ type: 'LOOK_KEPT' })
}

/** Whoever uses the device next sees nothing of it. */
export async function forgetLooks(): Promise<void> {
  await inTurn(async () => {
    const names = (await globalThis.caches?.keys()) ?? []
    if (names.includes(LOOKS)) await caches.delete(LOOKS)
    const pages = names.filter((name) => name.startsWith(`${LOOKS} `))
    await Promise.all(pages.map(emptyStarts))
  })
}

/** A browser looks for a start here, and then on the network alone: the empty page takes the place of what was shown. */
async function emptyStarts(name: string): Promise<void> {
  const pages = await caches.open(name)
  const shell = await pages.match(SHELL)
  // an older build keeps none, and looks elsewhere
  if (!shell) {
    await caches.delete(name)
    return
  }
  for (const start of STARTS) {
    await pages.put(start, shell.clone()).catch(async () => {
      // a device without room for both: what was shown goes before anything else
      await pages.delete(start)
      await pages.put(start, shell.clone()).catch(() => {})
    })
  }
}

/** What is forgotten in one place is not kept by another that read it before. */
export async function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(LOOKS, work)
  else await work()
}
