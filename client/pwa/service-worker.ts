import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { PRODUCT } from '../../sync/copy.ts'
import { sendInBackground } from '../media/background-upload.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

type SyncEvent = ExtendableEvent & { tag: string }
type PushData = { title?: string; body?: string; tag?: string; url?: string }

const SHELL = '/shell.html'
const PATIENCE_MS = 3_000
const ASSETS = '/assets/'
const ASSET_CACHE = 'assets'
const ASSETS_KEPT = 250
const UPLOADS = 'uploads:'
const LOOK_MS = 2_000
const CLOSING_MS = 60_000
/** These belong to the server alone. */
const NEVER = [
  /^\/(api|sync|files|media|player|dev|test)(\/|$)/,
  /^\/(healthz|readyz|robots\.txt|sitemap\.xml)$/,
]
/** Screens of the app itself: nothing of them comes from the server as a page. */
const APP = /^\/(dashboard|admin)(\/|$)/

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(ASSETS),
  ({ url }) => answerAsset(url.href),
)
registerRoute(new NavigationRoute(({ request, url }) => answerNavigation(request, url), { denylist: NEVER }))
clientsClaim()

/** A part of the app that was loaded once is there without a network; its name changes with its content. */
async function answerAsset(url: string): Promise<Response> {
  const cache = await caches.open(ASSET_CACHE)
  const kept = await cache.match(url)
  if (kept) return kept
  const response = await fetch(url)
  if (response.ok) await keepAsset(cache, url, response.clone())
  return response
}

/** The oldest make room: they belong to builds nobody runs any more. A full device goes without. */
async function keepAsset(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response)
    const surplus = (await cache.keys()).slice(0, -ASSETS_KEPT)
    await Promise.all(surplus.map((request) => cache.delete(request)))
  } catch {}
}

/** What a page loaded before this worker was there to see it. */
async function keepLoaded(paths: string[]): Promise<void> {
  const urls = paths.map((path) => new URL(path, self.location.origin))
  const own = urls.filter(
    ({ origin, pathname }) => origin === self.location.origin && pathname.startsWith(ASSETS),
  )
  const unknown = await Promise.all(own.map(async ({ href }) => ((await matchPrecache(href)) ? [] : [href])))
  await Promise.allSettled(unknown.flat().map(answerAsset))
}

/** The app starts from the shell at once; a public page is asked for first and waited for a moment. */
async function answerNavigation(request: Request, url: URL): Promise<Response> {
  const shell = await matchPrecache(SHELL)
  if (!shell) return fetch(request)
  if (APP.test(url.pathname)) return shell
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
  try {
    const page = await fetch(request, { signal: patience.signal })
    return page.status >= 500 ? shell : page
  } catch {
    return shell
  } finally {
    clearTimeout(timer)
  }
}

self.addEventListener('message', (event) => {
  const message = event.data as { type?: string; paths?: string[] } | null
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'KEEP_LOADED') event.waitUntil(keepLoaded(message.paths ?? []))
})

self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag.startsWith(UPLOADS)) event.waitUntil(sendUnlessOpen(event.tag.slice(UPLOADS.length)))
}) as EventListener)

/**
 * An open page sends better than this worker can: it waits a moment for the last one to close, and a page that stays
 * open asks again when it goes. A rejection has the browser wake it again.
 */
async function sendUnlessOpen(account: string): Promise<void> {
  for (let waited = 0; (await openPages()) > 0; waited += LOOK_MS) {
    if (waited >= CLOSING_MS) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  if (!(await sendInBackground(account))) throw new Error('there is more to send')
}

async function openPages(): Promise<number> {
  return (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length
}

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = readPush(event.data)
  const shown = {
    body: body ?? '',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { url: url ?? '/' },
  }
  // every push shows something: a browser takes the right away from a silent one
  event.waitUntil(
    self.registration.showNotification(title ?? PRODUCT.name, { ...shown, ...(tag && { tag }) }),
  )
})

function readPush(data: PushMessageData | null): PushData {
  try {
    return (data?.json() ?? {}) as PushData
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data as { url: string }
  event.waitUntil(showPath(new URL(url, self.location.origin)))
})

/** Only ever to a page of ours: in a window that is open, or in a new one. */
async function showPath(url: URL): Promise<void> {
  if (url.origin !== self.location.origin) return
  const path = url.pathname + url.search
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (!page) {
    await self.clients.openWindow(path)
    return
  }
  page.postMessage({ type: 'NAVIGATE', path })
  // a browser that does not let us focus still has the page
  await page.focus().catch(() => {})
}
