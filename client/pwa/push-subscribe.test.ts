import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPushState, renewPush, subscribeToPush, unsubscribeFromPush } from './push-subscribe.ts'

type Browser = {
  permission: string
  isSubscribed: boolean
  serverIsUp: boolean
  told: unknown[]
  /** Resolves when the push service answers. */
  pushService?: Promise<void>
}
let browser: Browser

const key = new Uint8Array([1, 2, 3]).buffer
const subscription = {
  endpoint: 'https://fcm.googleapis.com/device',
  options: { applicationServerKey: key },
  getKey: () => key,
  unsubscribe: async () => {
    browser.isSubscribed = false
    return true
  },
}
const pushManager = {
  getSubscription: async () => (browser.isSubscribed ? subscription : null),
  subscribe: async () => {
    await browser.pushService
    browser.isSubscribed = true
    return subscription
  },
}

beforeEach(() => {
  browser = { permission: 'default', isSubscribed: false, serverIsUp: true, told: [] }
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.permission = 'granted'
      return 'granted'
    },
  })
  const registration = { pushManager, getNotifications: async () => [] }
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!browser.serverIsUp) throw new TypeError('Failed to fetch')
    if (url.endsWith('/push-subscription')) browser.told.push(JSON.parse(String(init.body)))
    return Response.json({ csrf: 'token' })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('allowed without a subscription is a fault, unless its owner switched it off here', async () => {
  expect(await readPushState()).toBe('off')
  browser.permission = 'granted'
  // There was never a subscription, so none was lost.
  expect(await readPushState()).toBe('off')
  await subscribeToPush('AQID')
  expect(await readPushState()).toBe('on')
  browser.isSubscribed = false
  expect(await readPushState()).toBe('lost')
  await unsubscribeFromPush()
  expect(await readPushState()).toBe('off')
  browser.permission = 'denied'
  expect(await readPushState()).toBe('denied')
})

test('a subscription that the server did not hear of is a fault until it has', async () => {
  browser.serverIsUp = false
  expect(await subscribeToPush('AQID')).toMatchObject({ ok: false, offline: true })
  expect(await readPushState()).toBe('untold')
  // The renewal at the next start does not reach the server either.
  await renewPush()
  expect(await readPushState()).toBe('untold')
  browser.serverIsUp = true
  expect(await subscribeToPush('AQID')).toMatchObject({ ok: true })
  expect(await readPushState()).toBe('on')
  expect(browser.told).toHaveLength(1)
})

test('a subscription that comes after the page gave up waiting is a fault as well', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { promise, resolve } = Promise.withResolvers<void>()
  browser.pushService = promise
  const asked = subscribeToPush('AQID')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await asked).toEqual({ ok: false, push: 'push-service' })
  expect(await readPushState()).toBe('off')
  resolve()
  await expect.poll(() => browser.isSubscribed).toBe(true)
  expect(await readPushState()).toBe('untold')
  await renewPush()
  expect(await readPushState()).toBe('on')
})

test('a question of the browser that was closed is not called blocked, and one that was declined is', async () => {
  vi.spyOn(Notification, 'requestPermission').mockResolvedValueOnce('default')
  expect(await subscribeToPush('AQID')).toEqual({ ok: false, push: 'not-answered' })
  expect(await readPushState()).toBe('off')
  vi.spyOn(Notification, 'requestPermission').mockResolvedValueOnce('denied')
  expect(await subscribeToPush('AQID')).toEqual({ ok: false, push: 'denied' })
})

test('the next start mends it by itself, and one that is not reached takes nothing back', async () => {
  browser.serverIsUp = false
  await subscribeToPush('AQID')
  browser.serverIsUp = true
  await renewPush()
  expect(await readPushState()).toBe('on')
  browser.serverIsUp = false
  await renewPush()
  expect(await readPushState()).toBe('on')
})
