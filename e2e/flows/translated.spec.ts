import { expect, type Page } from 'playwright/test'
import { UNDO_MS } from '../../sync/limits.ts'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'
import { Desk } from '../pages/desk.ts'
import { signIn } from '../pages/sign-in.ts'
import { Studio } from '../pages/studio.ts'
import { countTranslated, translate } from '../translator.ts'

// A world of its own, because this file answers and screens questions that other files need too.
test.use({ world: 'translated' })

/** The heading of a screen that crashed. */
const broken = (page: Page) => page.getByRole('heading', { name: /went wrong|Unexpected/ })

test('an athlete goes through the dashboard, answers without a network and is told the truth, while the browser translates the page', {
  tag: '@translated-athlete',
}, async ({ server, openDevice, complaints }) => {
  complaints.expect(/net::ERR_/)
  const athlete = await openDevice(PHONE, 'athlete')
  const { page } = athlete
  await signIn(page, 'athlete', server)
  await translate(page)
  await expect.poll(() => countTranslated(page)).toBeGreaterThan(20)
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  for (const tab of ['Start', 'Money', 'Profile', 'Outbox', 'Conversations']) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    await expect(broken(page)).toHaveCount(0)
  }
  await tabs.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Edit profile' }).click()
  await page.getByLabel('Bio').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Tell people something about yourself.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await tabs.getByRole('link', { name: 'Conversations' }).click()
  await page
    .getByRole('link', { name: /^Answer/ })
    .first()
    .click()
  await athlete.goOffline()
  const studio = new Studio(page)
  await studio.record(2_000)
  await studio.send()
  await expect(page.getByText('Waiting for network')).toBeVisible()
  await athlete.goOnline()
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Waiting for network')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to your dashboard' }).click()
  await expect(page.getByRole('region', { name: 'Conversations' })).toBeVisible()
  await expect(broken(page)).toHaveCount(0)
})

test('the desk decides and takes back while the browser translates the page', {
  tag: '@translated-desk',
}, async ({ server, openDevice }) => {
  const { page } = await openDevice(DESKTOP)
  await signIn(page, 'admin', server)
  await translate(page)
  await expect.poll(() => countTranslated(page)).toBeGreaterThan(20)
  const desk = new Desk(page)
  await desk.choose('Serve receive drills alone')
  await desk.approve()
  await page.keyboard.press('u')
  await expect(page.getByText('Approving', { exact: true })).toHaveCount(0)
  await desk.choose('Serve receive drills alone')
  await desk.approve()
  await server.advance(UNDO_MS)
  await page.getByRole('button', { name: /^Approved/ }).click()
  await expect(page.getByRole('button', { name: ': Serve receive drills alone' }).first()).toBeVisible()
  for (const tab of ['Athletes', 'Survey Feedback', 'Contact Requests']) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await expect(broken(page)).toHaveCount(0)
})
