import { expect, type Page } from 'playwright/test'
import { PHONE } from '../device.ts'
import { test } from '../fixtures.ts'

const address = (page: Page) => page.getByLabel('The email address you asked with')
const send = (page: Page) => page.getByRole('button', { name: 'Email me my links' })

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
  await expect(page.getByText('We can send the mail when you are back')).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await page.context().setOffline(false)
  const before = await server.mails()
  const lost = before.find(({ text }) => /\/view\/[\w-]{43}/.test(text))
  await address(page).fill(lost?.recipient.toUpperCase() ?? '')
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()
  await server.quiesce()
  const mail = (await server.mails()).find(({ subject }) => subject === 'Your private links at Infield')
  expect(mail?.recipient).toBe(lost?.recipient)
  await page.goto(/\/view\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '/no link')
  await expect(page.getByText('Your question to', { exact: true })).toBeVisible()
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
