/**
 * A file of the build this worker belongs to. `parts`: kept on the devices that are told to keep one of them. `ofStart`:
 * a script that has run by the time the installed app's first screen answers.
 */
export type BuiltFile = { url: string; revision: string | null; parts?: string[]; ofStart?: true }

const ASSETS = '/assets/'
const CACHE = 'assets'
const CACHED_AT_MOST = 250
/** Which parts this device keeps, under an address nobody asks for. */
const KEPT_PARTS = '/assets/kept-parts.json'

/** Whether an address is that of a built file: its name changes with its content. */
export function isAsset({ origin, pathname }: URL): boolean {
  return origin === location.origin && pathname.startsWith(ASSETS)
}

/** A part of the app that was loaded once is there without a network. */
export async function answerAsset(url: string, signal?: AbortSignal): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(url)
  if (kept) return kept
  const response = await fetch(url, signal && { signal })
  // a full device goes without
  if (response.ok) await cache.put(url, response.clone()).catch(() => {})
  return response
}

/** Keeps every file of these parts from now on; true when all of them are on the device. */
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
  const found = await Promise.all(urls.map((url) => cache.match(url)))
  // a part this build knows nothing of is not kept
  const isKnown = parts.every((part) => wanted.some((file) => file.parts?.includes(part)))
  return isKnown && found.every((file) => file !== undefined)
}

/** What the worker before this one was told to keep, in this build: a newer version is whole before it is offered. */
export async function keepAgain(built: readonly BuiltFile[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const parts = await (await cache.match(KEPT_PARTS))?.json()
  if (Array.isArray(parts)) await keepParts(built, parts)
}

/** The oldest go first: they belong to builds nobody runs any more. What this build needs stays, however old. */
async function makeRoom(cache: Cache, needed: ReadonlySet<string>): Promise<void> {
  const cached = await cache.keys()
  const surplus = cached.filter(({ url }) => !needed.has(url) && !url.endsWith(KEPT_PARTS))
  const tooMany = Math.max(0, cached.length - CACHED_AT_MOST)
  await Promise.all(surplus.slice(0, tooMany).map((request) => cache.delete(request)))
}
