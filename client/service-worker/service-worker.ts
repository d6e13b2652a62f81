import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CALLS, HEADERS, SHARED_PATH } from '../../sync/paths.ts'
import { showPushed } from '../pwa/app-badge.ts'
import { noteLastPush } from '../pwa/last-push.ts'
import { takeKnown, takeShared } from '../pwa/shared-form.ts'
import { type PushData, showPush } from '../pwa/show-push.ts'
import { SHELL } from '../pwa/start-snapshot.ts'
import { hearStepAside, isAside, takeCharge } from '../pwa/update/yield-to-update.ts'
import { answerAsset, type BuiltFile, isAsset, keepAgain, keepParts } from './service-worker-assets.ts'
import { composeLooks, dropFormerStarts, routeStarts, startOnLook } from './service-worker-look.ts'
import type { SendingScript } from './service-worker-sending.ts'
import sendingScript from './service-worker-sending.ts?worker&url'

declare const self: ServiceWorkerGlobalScope &
  Partial<SendingScript> & {
    __WB_MANIFEST: BuiltFile[]
  }

type SyncEvent = ExtendableEvent & { tag: string }

const PATIENCE_MS = 3_000
const UPLOADS = 'uploads:'
const LOOK_MS = 2_000
const CLOSING_MS = 60_000
/** These belong to the server alone. */
const NEVER = [
  /^\/(api|sync|files|media|userMedia|player|dev|test)(\/|$)/,
  /^\/(healthz|readyz|robots\.txt|sitemap\.xml)$/,
]
/** Screens of the app itself: nothing of them comes from the server as a page. */
const APP = /^\/(dashboard|admin)(\/|$)/

const BUILT: BuiltFile[] = self.__WB_MANIFEST

precacheAndRoute(BUILT.filter(({ parts }) => !parts))
cleanupOutdatedCaches()
registerRoute(
  ({ url }) => isAsset(url),
  ({ url }) => answerAsset(url.href, leaving.signal),
)
registerRoute(
  ({ url }) => url.pathname === SHARED_PATH,
  ({ request }) => takeShared(request),
  'POST',
)
registerRoute(
  ({ url }) => url.pathname === SHARED_PATH,
  ({ request }) => takeKnown(request),
)
registerRoute(new NavigationRoute(({ request, url }) => answerNavigation(request, url), { denylist: NEVER }))
clientsClaim()

/** The app starts from the shell at once; a public page is asked for first and waited for a moment. */
async function answerNavigation(request: Request, url: URL): Promise<Response> {
  const look = APP.test(url.pathname) && (await startOnLook(BUILT, url).catch(() => undefined))
  if (look) return look
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

self.addEventListener('install', (event) => {
  // read once now, it is kept with this worker; a worker without it is none
  event.waitUntil(loadSending())
  event.waitUntil(keepAgain(BUILT).catch(() => {}))
  // else it starts as in any other browser
  event.waitUntil(routeStarts(BUILT, event).catch(() => {}))
})
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  takeCharge()
  await renewLooks()
  // not before: they are the former worker's as long as it is in charge
  await dropFormerStarts(BUILT)
}

/** A device that is full starts from the shell. */
async function renewLooks(): Promise<void> {
  await composeLooks(BUILT).catch(() => {})
}

type Message = { type?: string; parts?: string[] } | null

self.addEventListener('message', (event) => {
  const message = event.data as Message
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'LOOK_KEPT') event.waitUntil(renewLooks())
  if (message?.type === 'KEEP_PARTS') event.waitUntil(answerKeep(message.parts ?? [], event.ports[0]))
})

/** A worker that steps aside begins nothing: the page that comes with the next one asks that one. */
async function answerKeep(parts: string[], port: MessagePort | undefined): Promise<void> {
  const kept = !isAside() && (await keepParts(BUILT, parts, leaving.signal).catch(() => false))
  port?.postMessage({ kept })
}

/** A newer worker takes over only when this one has nothing left to do: what takes long ends here, and goes on there. */
let leaving = new AbortController()

hearStepAside(() => {
  leaving.abort()
  leaving = new AbortController()
})

self.addEventListener('sync', ((event: SyncEvent) => {
  // a browser that was asked again meanwhile wakes this worker again; the next one is asked by the page that comes with it
  if (!event.tag.startsWith(UPLOADS) || isAside()) return
  event.waitUntil(sendUnlessOpen(event.tag.slice(UPLOADS.length), leaving.signal))
}) as EventListener)

/**
 * An open page sends better than this worker can: it waits a moment for the last one to close, and a page that stays
 * open asks again when it goes. A rejection has the browser wake it again.
 */
async function sendUnlessOpen(account: string, signal: AbortSignal): Promise<void> {
  for (let waited = 0; (await pages()).length > 0; waited += LOOK_MS) {
    if (waited >= CLOSING_MS) return
    signal.throwIfAborted()
    await pause(LOOK_MS, signal)
  }
  const send = await loadSending()
  if (!(await send(account, signal))) throw new Error('there is more to send')
}

/** Most starts of this worker have nothing to send and much to hurry for. */
async function loadSending(): Promise<SendingScript['sendInBackground']> {
  if (!self.sendInBackground) importScripts(sendingScript)
  if (!self.sendInBackground) throw new Error('the script that sends did not come')
  return self.sendInBackground
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

function pages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

self.addEventListener('push', (event) => {
  const push = readPush(event.data)
  const { id, waiting } = push
  event.waitUntil(
    Promise.all([
      showPush(self.registration, push).finally(() => noteLastPush().catch(() => {})),
      id ? tellReceived(id) : null,
      pages().then((open) => showPushed(waiting, open)),
    ]),
  )
})

/** Says that the push is here: what nobody acknowledges is mailed. Without a cookie, since the id is the right. */
async function tellReceived(pushId: string): Promise<void> {
  await fetch(CALLS.pushReceived, {
    method: 'POST',
    credentials: 'omit',
    headers: {
      'content-type': 'application/json',
      [HEADERS.requestId]: crypto.randomUUID(),
      [HEADERS.timestamp]: String(Date.now()),
    },
    body: JSON.stringify({ pushId }),
  }).catch(() => {})
}

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
  const open = await pages()
  const page = open.find(({ focused }) => focused) ?? open[0]
  if (!page) {
    await self.clients.openWindow(path)
    return
  }
  page.postMessage({ type: 'NAVIGATE', path })
  // a browser that does not let us focus still has the page
  await page.focus().catch(() => {})
}
