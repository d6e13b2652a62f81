import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { test } from '../fixtures.ts'

const DIST = join(import.meta.dirname, '../../dist/client')

test('offline, every address opens: the dashboard, a page seen before, and one that does not exist', async ({
  openDevice,
}) => {
  const device = await openDevice()
  await device.goto('/ask')
  await device.page.evaluate(() => navigator.serviceWorker.ready)
  await expect(device.page.getByRole('link', { name: /Nora Quist/ })).toBeVisible()
  await device.goOffline()

  await device.goto('/ask')
  await expect(device.page.getByText('This is the roster as you last saw it')).toBeVisible()
  await expect(device.page.getByRole('link', { name: /Nora Quist/ })).toBeVisible()
  for (const path of ['/dashboard', '/signin', '/ask/noraquist', '/no/such/page']) {
    await device.goto(path)
    await expect(device.page.getByRole('link', { name: 'Infield, home' }), path).toBeVisible()
    await expect(device.page.locator('main h1, main h2').first(), path).toBeVisible()
  }
  await expect(device.page.getByText('Offline.').first()).toBeVisible()
})

test('a newer version waits for a yes, and the page goes on undisturbed until then', async ({
  openDevice,
}) => {
  const device = await openDevice()
  await device.goto('/ask')
  await device.page.evaluate(() => navigator.serviceWorker.ready)
  await device.page.evaluate(() => {
    document.body.dataset.untouched = 'yes'
  })
  const worker = await readFile(join(DIST, 'service-worker.js'), 'utf8')
  device.line.answer('/service-worker.js', { type: 'text/javascript', body: `${worker}\n// the next build` })
  await device.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

  const notice = device.page.getByRole('region', { name: 'Notice' })
  await expect(notice).toBeVisible()
  expect(await device.page.evaluate(() => document.body.dataset.untouched)).toBe('yes')
  const reloaded = device.page.waitForEvent('load')
  await notice.getByRole('button', { name: /update|reload/i }).click()
  await reloaded
  await expect(device.page.getByRole('link', { name: /Nora Quist/ })).toBeVisible()
  expect(await device.page.evaluate(() => document.body.dataset.untouched)).toBeUndefined()
  await expect(notice).toBeHidden()
})
