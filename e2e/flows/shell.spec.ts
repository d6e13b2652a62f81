import { expect, type Page } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { signIn } from '../pages/sign-in.ts'

const address = (page: Page) => page.getByLabel('The e-mail address you asked with')
const send = (page: Page) => page.getByRole('button', { name: 'Email me my links' })

/**
 * Whether this visitor's device keeps the app by now: what the list is read with, and what sends what waits. The app
 * asks for it by itself; that its last file is there the service worker says.
 */
const keepsApp = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const has = (file: RegExp) => kept.flat().some(({ url }) => file.test(url))
    if (![/\/activity-(?!screen)/, /\/work-/, /\/unsent-line-/].every(has)) return false
    const { active } = await navigator.serviceWorker.ready
    const { port1, port2 } = new MessageChannel()
    active?.postMessage({ type: 'KEEP_PARTS', parts: ['asking'] }, [port2])
    return new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.kept)
    })
  })

test('S1-8.14 S1-9.13 S2-9.23 D87 D89 an alert closes after four seconds, waits under a pointer, and stays in the activity list', async ({
  visit,
  complaints,
}) => {
  complaints.expect(/status of 429|net::ERR_/)
  const page = await visit({ ...DESKTOP, serviceWorkers: 'allow' })
  await page.route('**/api/lost-link', (route) => route.fulfill({ status: 429, body: '' }))
  await page.goto('/lostlink')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.clock.install()
  await address(page).fill('ada@example.com')
  await send(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Too many requests. Please try again later.' })
  const toast = alert.filter({ has: page.getByRole('button', { name: 'Dismiss' }) })
  await expect(toast).toBeVisible()
  await toast.getByRole('paragraph').hover()
  await page.clock.fastForward(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(2_000)
  await expect(toast).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(toast).toBeHidden()
  await expect.poll(() => keepsApp(page)).toBe(true)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Activity on this device' }).click()
  await expect(page.locator('main')).toBeFocused()
  const kept = page.getByRole('listitem').filter({ hasText: 'Too many requests. Please try again later.' })
  await expect(kept).toHaveCount(1)
  await page.reload()
  await expect(kept).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear the list' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible()
})

test('S1-2.31 a sign-out that fails is logged and changes nothing', async ({ visit, server, complaints }) => {
  complaints.expect(/no way to unsubscribe/)
  const page = await visit(DESKTOP)
  await signIn(page, 'fan', server)
  await page.evaluate(() => {
    navigator.serviceWorker.getRegistration = () => Promise.reject(new Error('no way to unsubscribe'))
  })
  const logged = page.waitForEvent('pageerror')
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect((await logged).message).toBe('no way to unsubscribe')
  await expect(page).toHaveURL(/\/dashboard/)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
})

test('D41 from a link that opens nothing to the lost one, by mail; without a network it says so', async ({
  visit,
  server,
  complaints,
}) => {
  complaints.expect(/status of 404|net::ERR_/)
  const page = await visit(PHONE)
  await page.goto(`/view/${'A'.repeat(43)}`)
  await page.locator('main').getByRole('link', { name: 'Lost link?' }).click()
  await expect(address(page)).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await page.context().setOffline(true)
  await expect(page.getByText('Mail can only be asked for with a network')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await page.context().setOffline(false)
  const before = await server.mails()
  const lost = before.find(({ text }) => /\/view\/[\w-]{43}/.test(text))
  await address(page).fill(lost?.recipient.toUpperCase() ?? '')
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Look at your inbox' })).toBeFocused()
  await server.quiesce()
  const mail = (await server.mails()).find(({ subject }) => subject === 'Your private links at Infield')
  expect(mail?.recipient).toBe(lost?.recipient)
  await page.goto(/\/view\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '/no link')
  await expect(page.getByText('Your question to')).toBeVisible()
})

test('a page that was scrolled before the app answers stays where it is', async ({ visit }) => {
  const page = await visit(PHONE)
  let goOn = () => {}
  const scrolled = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await scrolled
    await route.continue()
  })
  await page.goto('/about', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 500))
  goOn()
  const isTakenOver = () =>
    page.evaluate(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
    )
  await expect.poll(isTakenOver).toBe(true)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(await page.evaluate(() => window.scrollY)).toBe(500)
})
