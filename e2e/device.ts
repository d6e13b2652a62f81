import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, BrowserContextOptions, BrowserType, LaunchOptions, Page } from 'playwright/test'
import { keepDrawing } from '../.ci/drawing.ts'
import type { Line } from './proxy.ts'

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions

export const DESKTOP = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions

/** A person's own browser with a persistent profile. It can lose its network and be killed. */
export type Device = {
  readonly context: BrowserContext
  readonly page: Page
  /** The folder in which the browser stores everything. */
  readonly profile: string
  line: Line
  /** Opens a path of the app in the device's page. */
  goto(path: string): Promise<void>
  /** Cuts the network: open connections end, new ones fail, and the browser knows it. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** Kills the browser's process, as a system short of memory does. Returns the moment. */
  kill(): Promise<number>
  /** Starts the browser again on the same profile, online or offline as before. */
  relaunch(): Promise<void>
  /** Closes the browser in an orderly way. */
  close(): Promise<void>
  /** Makes the push service deliver a message to this device. */
  deliverPush(data: object): Promise<void>
  /** Taps the newest notification. */
  tapNotification(): Promise<void>
  /** Returns the visible notifications. */
  notifications(): Promise<Shown[]>
}

/** A visible notification. `rings`: it rings even when it replaces another. */
export type Shown = { title: string; body: string; url: string; at: number; rings: boolean }

type Launch = {
  browserType: BrowserType
  launchOptions: LaunchOptions
  contextOptions: BrowserContextOptions
  line: Line
  /** The profile to start with, which is copied. A device without one has never seen the app. */
  madeFrom?: string | undefined
  /** Called with every new context, so that the caller can watch its errors. */
  onContext?(context: BrowserContext): Promise<void> | void
}

/** Opens a device with a profile of its own, online. `dispose` closes its browser and deletes its profile. */
export async function openDevice(launch: Launch): Promise<{ device: Device; dispose(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'infield-profile-'))
  if (launch.madeFrom) await cp(launch.madeFrom, profile, { recursive: true })
  let isOffline = false
  let context = await start(launch, profile)
  const close = () => context.close().catch(() => {})
  const setOffline = async (offline: boolean) => {
    isOffline = offline
    await context.setOffline(offline)
  }
  const device: Device = {
    line: launch.line,
    profile,
    get context() {
      return context
    },
    get page() {
      return context.pages()[0]!
    },
    async goto(path) {
      await device.page.goto(launch.line.origin + path)
    },
    async goOffline() {
      launch.line.cut()
      await setOffline(true)
    },
    async goOnline() {
      launch.line.restore()
      await setOffline(false)
    },
    kill: () => killBrowser(context),
    async relaunch() {
      await removeLocks(profile)
      context = await start(launch, profile)
      await context.setOffline(isOffline)
    },
    close,
    deliverPush: (data) => deliverPush(device.page, launch.line.origin, data),
    tapNotification: () => tapNotification(context),
    notifications: () => readNotifications(device.page),
  }
  const dispose = async () => {
    await close()
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return { device, dispose }
}

async function start(launch: Launch, profile: string): Promise<BrowserContext> {
  const { browserType, launchOptions, contextOptions, line } = launch
  const context = await browserType.launchPersistentContext(profile, {
    ...launchOptions,
    // Chromium uses the last value of a switch that is given twice.
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=${line.hostRules}`],
    ...contextOptions,
    permissions: ['notifications', 'camera', 'microphone', 'background-sync'],
    baseURL: line.origin,
  })
  await launch.onContext?.(context)
  await keepDrawing(context.pages()[0] ?? (await context.newPage()))
  return context
}

/** Kills the browser's own process with SIGKILL; its child processes end with it. */
async function killBrowser(context: BrowserContext): Promise<number> {
  const session = await context.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const browser = processInfo.find(({ type }) => type === 'browser')
  if (!browser) throw new Error('the browser told no process of its own')
  const closed = new Promise<void>((done) => context.once('close', () => done()))
  const at = Date.now()
  process.kill(browser.id, 'SIGKILL')
  await closed
  return at
}

/** Deletes the lock files that a killed browser leaves behind. */
async function removeLocks(profile: string): Promise<void> {
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) {
    await rm(join(profile, name), { force: true })
  }
}

async function deliverPush(page: Page, origin: string, data: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (ours) done(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  // Watch the worker's note instead of the notifications, because Chromium, when asked for them, forgets one that
  // it is just showing.
  const noted = () =>
    page.evaluate(async () => (await caches.match('/last-push', { cacheName: 'last-push' }))?.text())
  const before = await noted()
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: `${origin}/`,
    registrationId,
    data: JSON.stringify(data),
  })
  const patience = Date.now() + 30_000
  while ((await noted()) === before) {
    if (Date.now() > patience) throw new Error('the worker showed no push')
    await sleep(100)
  }
  await session.detach()
}

function readNotifications(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = (await registration.getNotifications()) as (Notification & {
      timestamp: number
      renotify: boolean
    })[]
    return shown.map(({ title, body, data, timestamp, renotify }) => {
      const { url } = data as { url: string }
      return { title, body, url, at: timestamp, rings: renotify }
    })
  })
}

/** Dispatches the event that a tap in the system's tray would cause, because a test cannot tap that tray. */
async function tapNotification(context: BrowserContext): Promise<void> {
  const worker = context.serviceWorkers().at(-1)
  if (!worker) throw new Error('no service worker runs in this browser')
  await worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope
    const notification = (await scope.registration.getNotifications()).at(-1)
    if (!notification) throw new Error('no notification is on show')
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}

/** The parts of a service worker's scope that the page's types lack. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}
