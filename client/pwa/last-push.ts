const CACHE = 'last-push'
/** The cache key of the note; no request uses this address. */
const AT = '/last-push'

/** Notes, in the service worker, that a push has just reached this device. */
export async function noteLastPush(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(AT, Response.json(Date.now()))
}

/** Returns when a push last reached this device; null when none has since push was turned on. */
export async function readLastPush(): Promise<number | null> {
  const kept = await globalThis.caches?.match(AT, { cacheName: CACHE })
  const at: unknown = await kept?.json()
  return typeof at === 'number' ? at : null
}

/** Deletes the note, so that the next user of the device does not see it. */
export async function forgetLastPush(): Promise<void> {
  await globalThis.caches?.delete(CACHE)
}
