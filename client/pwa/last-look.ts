const CACHE = 'last-look'

/** The markup of the screen at an address, as this device last showed it; null where none is kept. */
export async function readLook(url: string): Promise<string | null> {
  const kept = await globalThis.caches?.match(url, { cacheName: CACHE })
  return (await kept?.text()) ?? null
}

/** Keeps the markup of a screen for the next start. */
export async function keepLook(url: string, markup: string): Promise<void> {
  const cache = await globalThis.caches?.open(CACHE)
  await cache?.put(url, new Response(markup))
}

/** Whoever uses the device next sees nothing of it. */
export async function forgetLooks(): Promise<void> {
  await globalThis.caches?.delete(CACHE)
}
