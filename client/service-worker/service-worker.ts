import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CALLS, HEADERS, SHARED_PATH } from '../../sync/paths.ts'
import { showPushed } from '../pwa/app-badge.ts'
import { noteLastPush } from '../pwa/last-push.ts'
import { sendUnlessSeen } from '../pwa/send-unless-seen.ts'
import { takeKnown, takeShared } from '../pwa/shared-form.ts'
import { type PushData, showPush } from '../pwa/show-push.ts'
import { SHELL } from '../pwa/start-snapshot.ts'
import { tellPath } from '../pwa/tell-path.ts'
import { hearStepAside, isAside, takeCharge } from '../pwa/update/yield-to-update.ts'
import { answerAsset, type BuiltFile, isAsset, keepAgain, keepParts } from './service-worker-assets.ts'
import type { SendingScript } from './service-worker-sending.ts'
import sendingScript from './service-worker-sending.ts?worker&url'
import {
  composeSnapshots,
  dropFormerStarts,
  routeStarts,
  startOnSnapshot,
} from './service-worker-snapshot.ts'

declare const self: ServiceWorkerGlobalScope &
  Partial<SendingScript> & {
    __WB_MANIFEST: BuiltFile[]
  }

type SyncEvent = ExtendableEvent & { tag: string }

const PATIENCE_MS = 3_000
const UPLOADS = 'uploads:'
/** Paths that only the server answers. */
const NEVER = [
  /^\/(api|sync|files|media|userMedia|player|dev|test)(\/|$)/,
  /^\/(healthz|readyz|robots\.txt|sitemap\.xml)$/,
]
/** Paths of the app's own screens, for which the server has no pages. */
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

/**
 * Answers a navigation. The app's screens start from a snapshot or the shell at once; a public page is fetched, and
 * after a timeout the shell replaces it.
 */
async function answerNavigation(request: Request, url: URL): Promise<Response> {
  const snapshot = APP.test(url.pathname) && (await startOnSnapshot(BUILT, url).catch(() => undefined))
  if (snapshot) return snapshot
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
  // Load the sending script now, so that the browser stores it with this worker. Without it the installation must
  // fail.
  event.waitUntil(loadSending())
  event.waitUntil(keepAgain(BUILT).catch(() => {}))
  // Ignore errors, because without routes the app starts through the worker as in other browsers.
  event.waitUntil(routeStarts(BUILT, event).catch(() => {}))
})
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver(): Promise<void> {
  takeCharge()
  await renewSnapshots()
  // Not earlier, because the former worker uses these pages while it is active.
  await dropFormerStarts(BUILT)
}

/** Builds the start pages again. Ignores errors, because a full device can start from the shell. */
async function renewSnapshots(): Promise<void> {
  await composeSnapshots(BUILT).catch(() => {})
}

type Message = { type?: string; parts?: string[] } | null

self.addEventListener('message', (event) => {
  const message = event.data as Message
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'LOOK_KEPT') event.waitUntil(renewSnapshots())
  if (message?.type === 'KEEP_PARTS') event.waitUntil(answerKeep(message.parts ?? [], event.ports[0]))
})

/**
 * Stores parts and replies with the result. A worker that steps aside starts nothing; the page that loads with the
 * next worker asks that one.
 */
async function answerKeep(parts: string[], port: MessagePort | undefined): Promise<void> {
  const kept = !isAside() && (await keepParts(BUILT, parts, leaving.signal).catch(() => false))
  port?.postMessage({ kept })
}

/**
 * Aborts long work when a newer worker waits, because that one takes over only when this one is idle. The next
 * worker continues the work.
 */
let leaving = new AbortController()

hearStepAside(() => {
  leaving.abort()
  leaving = new AbortController()
})

self.addEventListener('sync', ((event: SyncEvent) => {
  // Ignore the event while stepping aside: a browser that was asked again wakes this worker again, and otherwise
  // the page that loads with the next worker asks that one.
  if (!event.tag.startsWith(UPLOADS) || isAside()) return
  event.waitUntil(sendLeft(event.tag.slice(UPLOADS.length), leaving.signal))
}) as EventListener)

function sendLeft(account: string, signal: AbortSignal): Promise<void> {
  return sendUnlessSeen({ pages, send: async () => (await loadSending())(account, signal) }, signal)
}

/** Loads the sending script on demand, because most starts of this worker have nothing to send and must be fast. */
async function loadSending(): Promise<SendingScript['sendInBackground']> {
  if (!self.sendInBackground) importScripts(sendingScript)
  if (!self.sendInBackground) throw new Error('the script that sends did not come')
  return self.sendInBackground
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

/**
 * Confirms to the server that the push arrived; the server mails what no device confirms. Sends no cookie, because
 * the id is the authorisation.
 */
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

/** Opens a page of our own origin, in an open window or a new one. Ignores any other address. */
async function showPath(url: URL): Promise<void> {
  if (url.origin !== self.location.origin) return
  const path = url.pathname + url.search
  const open = await pages()
  const page = open.find(({ focused }) => focused) ?? open[0]
  if (!page) {
    await self.clients.openWindow(path)
    return
  }
  const told = tellPath(page, path)
  // Ignore errors, because a browser that refuses the focus still shows the page.
  await page.focus().catch(() => {})
  await told
}
