const CACHE = 'last-push'
/** An address nobody asks for. */
const AT = '/last-push'

/** Notes, in the service worker, that a push reached this device just now. */
export async function noteLastPush(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(AT, Response.json(Date.now()))
}

/** When a push last reached this device; null when none did since it was turned on. */
export async function readLastPush(): Promise<number | null> {
  const kept = await globalThis.caches?.match(AT, { cacheName: CACHE })
  const at: unknown = await kept?.json()
  return typeof at === 'number' ? at : null
}

/** Whoever uses the device next has had none. */
export async function forgetLastPush(): Promise<void> {
  await globalThis.caches?.delete(CACHE)
}
