import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, BrowserContextOptions, BrowserType, LaunchOptions, Page } from 'playwright/test'
import type { Line } from './proxy.ts'

export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions

export const DESKTOP = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions

/** A person's own browser with a profile that stays: it can lose its network and be killed. */
export type Device = {
  readonly context: BrowserContext
  readonly page: Page
  /** Where its browser keeps everything. */
  readonly profile: string
  line: Line
  /** Opens a path of the app in the device's page. */
  goto(path: string): Promise<void>
  /** The network dies: open connections end, none is let in, and the browser knows it. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** Kills the browser's process, as a system short of memory does; answers when. */
  kill(): Promise<number>
  /** Starts the browser again on the same profile; it is as online as the device was. */
  relaunch(): Promise<void>
  /** Closes the browser in an orderly way. */
  close(): Promise<void>
  /** Has the push service hand this device a message. */
  deliverPush(data: object): Promise<void>
  /** The person taps the newest notification. */
  tapNotification(): Promise<void>
  /** The notifications on show. */
  notifications(): Promise<Shown[]>
}

/** A notification on show. `rings`: also where it took the place of another. */
export type Shown = { title: string; body: string; url: string; at: number; rings: boolean }

type Launch = {
  browserType: BrowserType
  launchOptions: LaunchOptions
  contextOptions: BrowserContextOptions
  line: Line
  /** A profile to begin with, which is copied; a device without one has never seen the app. */
  madeFrom?: string | undefined
  /** Told of every context, so that its errors can be watched. */
  onContext?(context: BrowserContext): Promise<void> | void
}

/** A device with a profile of its own, online. `dispose` ends its browser and removes its profile. */
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
    // of a switch that is given twice the last counts
    args: [...(launchOptions.args ?? []), `--host-resolver-rules=${line.hostRules}`],
    ...contextOptions,
    permissions: ['notifications', 'camera', 'microphone', 'background-sync'],
    baseURL: line.origin,
  })
  await launch.onContext?.(context)
  if (context.pages().length === 0) await context.newPage()
  return context
}

/** SIGKILL of the browser's own process; its helpers end with it. */
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

/** A killed browser leaves the marks of a running one behind. */
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
  // asked what is on show, Chromium would forget what it is just showing: the worker notes a push once it is shown
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

/** Only the system's own tray can be tapped by hand: this tells the worker what the tray tells it. */
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

/** What the types of a page do not know of a service worker. */
type WorkerScope = EventTarget & {
  registration: ServiceWorkerRegistration
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
}
