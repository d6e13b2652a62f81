import { expect, type Locator, type Page } from 'playwright/test'
import { type Device, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { askToKeep, bringNewerVersion, bringWorkerSending, stopWorkerInCharge } from '../service-worker.ts'

test('a newer version waits for a yes, and the page goes on undisturbed until then', {
  tag: '@newer-asks',
}, async ({ openDevice }) => {
  const device = await openDevice(PHONE, 'nothing')
  await device.goto('/ask')
  await device.page.evaluate(() => navigator.serviceWorker.ready)
  await device.page.evaluate(() => {
    document.body.dataset.untouched = 'yes'
  })
  await bringNewerVersion(device)

  const notices = device.page.getByRole('region', { name: 'Notice' })
  const notice = notices.filter({ hasText: 'A newer version is ready' })
  await expect(notice).toBeVisible()
  expect(await device.page.evaluate(() => document.body.dataset.untouched)).toBe('yes')
  const reloaded = device.page.waitForEvent('load')
  await notice.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  await expect(device.page.getByRole('link', { name: /Nora Quist/ })).toBeVisible()
  expect(await device.page.evaluate(() => document.body.dataset.untouched)).toBeUndefined()
  await expect(notice).toBeHidden()
})

test('a newer version takes over at once, whatever the one in charge loads, for a page or to keep, on a network that has gone', {
  tag: '@newer-at-once',
}, async ({ openDevice }) => {
  const device = await openDevice()
  const { page } = device
  const reload = await bringToAsker(device)
  device.line.hush()
  const reloaded = page.waitForEvent('load')
  await reload.evaluate(async (button: HTMLButtonElement) => {
    const { active } = await navigator.serviceWorker.ready
    void fetch('/assets/of-a-page.js').catch(() => {})
    active?.postMessage({ type: 'KEEP_PARTS', parts: ['desk'] })
    // Wait until both requests have reached the worker, because a request that comes while the worker is being
    // stopped wakes it again.
    await new Promise((resolve) => setTimeout(resolve, 500))
    button.click()
  })
  await reloaded
  await expect(reload).toBeHidden()
})

test('a worker that steps aside keeps nothing that it is asked for from then on', {
  tag: '@newer-aside',
}, async ({ openDevice }) => {
  const { goto, page } = await openDevice()
  await goto('/ask')
  await expect.poll(() => askToKeep(page, 'asking')).toBe(true)
  await page.evaluate(() => new BroadcastChannel('step-aside').postMessage(null))
  await expect.poll(() => askToKeep(page, 'asking'), { timeout: 5_000 }).toBe(false)
})

test('a newer version takes over at once from a worker that was stopped, which nothing wakes, and keeps what it is asked for', {
  tag: '@newer-stopped',
}, async ({ openDevice }) => {
  const device = await openDevice()
  const { page } = device
  const reload = await bringToAsker(device)
  const states = await stopWorkerInCharge(page)
  await expect.poll(states).toEqual(['stopped'])
  const reloaded = page.waitForEvent('load')
  await reload.click()
  await reloaded
  await expect(reload).toBeHidden()
  expect(await askToKeep(page, 'asking')).toBe(true)
})

test('a newer version whose script for sending does not come is not offered, and is once it comes', {
  tag: '@newer-incomplete',
}, async ({ openDevice }) => {
  // A profile without a worker, because the browser by itself would look for a newer worker on a page that a worker
  // answered.
  const device = await openDevice(PHONE, 'nothing')
  const { page } = device
  await device.goto('/ask')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const becameOf = await page.evaluateHandle(async () => {
    const registration = await navigator.serviceWorker.ready
    const states: string[] = []
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => states.push(installing.state))
    })
    return states
  })
  const script = await bringWorkerSending(device, '/assets/service-worker-sending-late.js')
  await expect.poll(() => becameOf.jsonValue()).toEqual(['redundant'])
  const reload = page.getByRole('button', { name: 'Reload' })
  await expect(reload).toBeHidden()

  await script.come()
  await expect(reload).toBeVisible()
  expect(await becameOf.jsonValue()).toEqual(['redundant', 'installed'])
})

/** Makes a newer version wait on a device whose worker was told what to keep. Returns the button that applies it. */
async function bringToAsker(device: Device): Promise<Locator> {
  await device.goto('/ask')
  await expect.poll(() => isKept(device.page)).toBe(true)
  await bringNewerVersion(device)
  const reload = device.page.getByRole('button', { name: 'Reload' })
  await expect(reload).toBeVisible()
  return reload
}

/** Returns whether the worker was asked to keep what a fan needs offline. */
const isKept = (page: Page) =>
  page.evaluate(async () => (await caches.match('/assets/kept-parts.json')) !== undefined)
