/**
 * A file of this worker's build. `parts`: the parts of the app it belongs to; devices that keep one of them keep
 * the file. `ofStart`: a script that has run before the installed app's first screen responds.
 */
export type BuiltFile = { url: string; revision: string | null; parts?: string[]; ofStart?: true }

const ASSETS = '/assets/'
const CACHE = 'assets'
const CACHED_AT_MOST = 250
const AGAIN_MS = 1_000
/** The cache key of the list of parts that this device keeps; no request uses this address. */
const KEPT_PARTS = '/assets/kept-parts.json'

/** Returns whether an address is that of a built file, whose name changes with its content. */
export function isAsset({ origin, pathname }: URL): boolean {
  return origin === location.origin && pathname.startsWith(ASSETS)
}

/**
 * Returns whether a response is what our server has at this address. A captive portal or a proxy may answer any
 * address with a page of its own or a redirect to one; stored, it would stand for the file until another build.
 */
export function isOfAddress(url: string, { ok, redirected, headers }: Response): boolean {
  const isPage = (headers.get('content-type') ?? '').includes('text/html')
  return ok && !redirected && isPage === url.endsWith('.html')
}

/** Returns the stored file. A page that was stored under a file's name counts as missing, so that it is replaced. */
async function findStored(cache: Cache, url: string): Promise<Response | undefined> {
  const stored = await cache.match(url)
  return stored && isOfAddress(url, stored) ? stored : undefined
}

/**
 * Answers a request for a built file from the cache, or from the network and then stores it, so that it works
 * offline.
 */
export async function answerAsset(url: string, signal?: AbortSignal): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await findStored(cache, url)
  if (kept) return kept
  const response = await fetchTwice(url, signal)
  // Ignore errors, because a full device can do without the copy.
  if (isOfAddress(url, response)) await cache.put(url, response.clone()).catch(() => {})
  return response
}

/**
 * Fetches a file, a second time where the first try fails, because Firefox before 155 does not ask again for a script
 * that could not be loaded until the page is loaded again.
 */
async function fetchTwice(url: string, signal?: AbortSignal): Promise<Response> {
  const init = signal && { signal }
  const first = await fetch(url, init).catch((error) => {
    if (signal?.aborted || !navigator.onLine) throw error
    return null
  })
  if (first && first.status < 500) return first
  await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  return fetch(url, init)
}

/** Stores every file of these parts, now and for later builds. Returns true when all files are on the device. */
export async function keepParts(
  built: readonly BuiltFile[],
  parts: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  const cache = await caches.open(CACHE)
  await cache.put(KEPT_PARTS, Response.json(parts)).catch(() => {})
  const wanted = built.filter((file) => file.parts?.some((part) => parts.includes(part)))
  const urls = wanted.map(({ url }) => new URL(url, location.origin).href)
  await Promise.allSettled(urls.map((url) => answerAsset(url, signal)))
  await makeRoom(cache, new Set(urls))
  const found = await Promise.all(urls.map((url) => findStored(cache, url)))
  // A part that this build does not know counts as not kept.
  const isKnown = parts.every((part) => wanted.some((file) => file.parts?.includes(part)))
  return isKnown && found.every((file) => file !== undefined)
}

/**
 * Stores the parts that the former worker was told to keep, in this build, so that a newer version is complete
 * before it is offered.
 */
export async function keepAgain(built: readonly BuiltFile[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const parts = await (await cache.match(KEPT_PARTS))?.json()
  if (Array.isArray(parts)) await keepParts(built, parts)
}

/**
 * Deletes the oldest files beyond the limit, because they belong to builds no longer in use. Never deletes a file
 * that this build needs.
 */
async function makeRoom(cache: Cache, needed: ReadonlySet<string>): Promise<void> {
  const cached = await cache.keys()
  const surplus = cached.filter(({ url }) => !needed.has(url) && !url.endsWith(KEPT_PARTS))
  const tooMany = Math.max(0, cached.length - CACHED_AT_MOST)
  await Promise.all(surplus.slice(0, tooMany).map((request) => cache.delete(request)))
}
