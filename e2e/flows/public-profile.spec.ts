import { expect } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'

/** Of the demo: one with three pictures and three videos, one whose first question is free. */
const NORA = '/ask/noraquist'
const TEO = '/ask/teoadeyemi'

test('S1-2.79 S1-9.8 the cover turns every five seconds, until it is paused', async ({ visit }) => {
  const page = await visit(DESKTOP)
  await page.clock.install()
  await page.goto(NORA)
  const covers = page.getByRole('group', { name: 'Cover pictures' })
  const now = (place: number) => covers.getByRole('button', { name: `Next picture, now ${place} of 3` })
  await expect(now(1)).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(now(2)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(now(1)).toBeVisible()
  await covers.getByRole('button', { name: 'Pause the cover pictures' }).click()
  await page.clock.runFor(20_000)
  await expect(now(1)).toBeVisible()
  await now(1).click()
  await expect(now(2)).toBeVisible()
})

test('S1-2.90 S1-7.13 D109 nothing comes from TikTok before a press, and then its player alone', async ({
  visit,
}) => {
  const page = await visit(PHONE)
  const asked: string[] = []
  await page.context().route(/tiktok/, (route) => {
    asked.push(`${route.request().resourceType()} ${route.request().url()}`)
    return route.fulfill({ contentType: 'text/html', body: '<title>player</title><p>the player</p>' })
  })
  await page.goto(NORA)
  const advice = page.getByRole('button', { name: /^Play Advice \d by Nora Quist, from TikTok$/ })
  await expect(advice).toHaveCount(3)
  await advice.nth(2).scrollIntoViewIfNeeded()
  expect(asked).toEqual([])
  await advice.nth(2).click()
  const frame = page.frameLocator('iframe[title="Advice 3 by Nora Quist, on TikTok"]')
  await expect(frame.getByText('the player')).toBeVisible()
  expect(asked).toEqual(['document https://www.tiktok.com/player/v1/6718335390845095173'])
  await expect(advice).toHaveCount(2)
})

test('S1-2.97 S1-2.98 S1-2.99 S1-9.17 D88 the Free First Question popup comes until it is closed once, and not for others', async ({
  visit,
}) => {
  const page = await visit(PHONE)
  const popup = page.getByRole('dialog', { name: 'Free First Question' })
  await page.goto(TEO)
  await expect(popup).toContainText(
    'Ask a personalized question and get a 40-second video answer within 3 days. No signup required.',
  )
  await page.reload()
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Ask for free' }).click()
  await expect(popup).toBeHidden()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto(NORA)
  await expect(page.getByRole('group', { name: 'Cover pictures' })).toBeVisible()
  await page.goto(TEO)
  await expect(page.getByRole('group', { name: 'Cover pictures' })).toBeVisible()
  await expect(popup).toBeHidden()
})

test('S1-2.96 S1-8.3 nobody’s page says so; S1-2.73 cards of the roster come in as they are scrolled to', async ({
  visit,
  complaints,
}) => {
  complaints.expect(/status of 404/)
  const page = await visit(DESKTOP)
  await page.goto('/ask/nobodyatall')
  const sorry = "Sorry, we can't seem to find that athlete in our network."
  await expect(page.getByRole('heading', { name: sorry })).toBeVisible()
  await page.getByRole('link', { name: 'Browse the roster' }).click()
  const last = page.locator('section[data-waiting]', { has: page.getByRole('article') }).last()
  await expect(last).toBeAttached()
  const name = (await last.getByRole('heading').textContent()) ?? ''
  const card = page.getByRole('article').filter({ hasText: name })
  await card.scrollIntoViewIfNeeded()
  await expect(card.locator('xpath=ancestor::section[1]')).not.toHaveAttribute('data-waiting')
})
