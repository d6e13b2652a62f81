const CACHE = 'last-look'

/** A screen as it stood: its markup, and as much of the app's styles as it needs. */
export type Look = { markup: string; styles: string }

/** The screen at an address, as this device last showed it; null where none is kept. */
export async function readLook(url: string): Promise<Look | null> {
  const kept = await globalThis.caches?.match(url, { cacheName: CACHE })
  return (await kept?.json()) ?? null
}

/** Keeps how a screen stands for the next start. */
export async function keepLook(url: string, look: Look): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE)
  await cache?.put(url, Response.json(look))
}

/** Whoever uses the device next sees nothing of it. */
export async function forgetLooks(): Promise<void> {
  await globalThis.caches?.delete(CACHE)
}
