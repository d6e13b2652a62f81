/** The screens kept, and before a word of it the names of the caches in which they stand as whole pages. */
export const LOOKS = 'last-look'

/** A screen as it stood: its markup, and as much of the app's styles as it needs. */
export type Look = { markup: string; styles: string }

/** Keeps how a screen stands for the next start, and has the service worker make a whole page of it. */
export async function keepLook(url: string, look: Look): Promise<void> {
  await inTurn(async () => {
    const cache = await globalThis.caches?.open(LOOKS)
    await cache?.put(url, Response.json(look))
  })
  navigator.serviceWorker?.controller?.postMessage({ type: 'LOOK_KEPT' })
}

/** Whoever uses the device next sees nothing of it. */
export async function forgetLooks(): Promise<void> {
  await inTurn(async () => {
    const names = (await globalThis.caches?.keys()) ?? []
    await Promise.all(names.filter((name) => name.startsWith(LOOKS)).map((name) => caches.delete(name)))
  })
}

/** What is forgotten in one place is not kept by another that read it before. */
export async function inTurn(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(LOOKS, work)
  else await work()
}
