import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { settled, show } from '../../testing/open-screen.tsx'
import { onNotificationPath, registerServiceWorker, useUpdate } from './register.ts'

type Parts = { active: ServiceWorker | null; waiting: ServiceWorker | null; installing: ServiceWorker | null }

const worker = (state: ServiceWorkerState): ServiceWorker =>
  Object.assign(new EventTarget(), { state, scriptURL: `${location.origin}/service-worker.js` }) as never

/** Stubs a browser whose registration has these workers. */
function browserWith(parts: Parts): ServiceWorkerRegistration {
  const registration = Object.assign(new EventTarget(), { ...parts, update: async () => {} })
  const workers = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
    getRegistration: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers })
  return registration as never
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

function Told() {
  return <p>state: {useUpdate()}</p>
}

function become(of: ServiceWorker, state: ServiceWorkerState): void {
  Object.assign(of, { state })
  of.dispatchEvent(new Event('statechange'))
}

test('a first visit hears of no newer version, however its worker is met; a later one does', async () => {
  show(<Told />)
  // In Firefox a page can see the device's first worker while it is waiting and none is active.
  const first = worker('installed')
  browserWith({ active: null, waiting: first, installing: null })
  await registerServiceWorker()
  await settled()
  await expect.element(page.getByText('state: none')).toBeVisible()

  const installing = worker('installing')
  const registration = browserWith({ active: null, waiting: null, installing })
  await registerServiceWorker()
  become(installing, 'installed')
  become(installing, 'activated')
  await settled()
  await expect.element(page.getByText('state: none')).toBeVisible()

  const newer = worker('installing')
  Object.assign(registration, { active: installing, installing: newer })
  registration.dispatchEvent(new Event('updatefound'))
  become(newer, 'installed')
  await expect.element(page.getByText('state: waiting')).toBeVisible()
})

test('a worker that could not be registered is registered at the next try, and one that the browser forgot again', async () => {
  const registration = browserWith({ active: null, waiting: null, installing: worker('installing') })
  const register = vi.spyOn(navigator.serviceWorker, 'register')
  register.mockRejectedValueOnce(new TypeError('A bad HTTP response code (502) was received'))
  expect(await registerServiceWorker()).toBe(false)
  expect(await registerServiceWorker()).toBe(true)
  expect(await registerServiceWorker()).toBe(true)
  expect(register).toHaveBeenCalledTimes(2)
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValueOnce(undefined)
  expect(await registerServiceWorker()).toBe(true)
  expect(register).toHaveBeenCalledTimes(3)
  expect(await register.mock.results[2]?.value).toBe(registration)
})

test('a page follows a tapped notification before its worker is registered, answers, and follows each tap once', async () => {
  browserWith({ active: null, waiting: null, installing: null })
  const opened = vi.fn()
  onTestFinished(onNotificationPath(opened))
  const tell = (data: object) => {
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise((resolve) => {
      port1.onmessage = resolve
    })
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { type: 'NAVIGATE', ...data }, ports: [port2] }),
    )
    return answered
  }
  await tell({ path: '/dashboard?question=1', tap: 'first' })
  await tell({ path: '/dashboard?question=2', tap: 'second' })
  await tell({ path: '/dashboard?question=1', tap: 'first' })
  expect(opened.mock.calls).toEqual([['/dashboard?question=1'], ['/dashboard?question=2']])
})
