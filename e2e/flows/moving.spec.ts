import { expect, type Page } from 'playwright/test'
import { DESKTOP, PHONE } from '../device.ts'
import { test } from '../fixtures.ts'

const upText = (page: Page) =>
  page.getByRole('list', { name: 'Topics' }).evaluate((list) => {
    const box = list.parentElement?.getBoundingClientRect()
    const middle = box ? box.top + box.height / 2 : 0
    const rows = [...list.querySelectorAll('li')]
    return rows.find((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top <= middle && bottom >= middle
    })?.firstChild?.textContent
  })

/** Has the page's own clock, and what moves by it, go on by so much at once. */
const goOn = (page: Page, ms: number) => page.clock.runFor(ms)

/** Until what has begun to move stands where it was to go. */
const atRest = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    )
    .toBe(0)

const shownSlide = (page: Page) =>
  page.locator('[aria-roledescription="slide"][aria-hidden="false"]').getAttribute('aria-label')

test('S1-9.10 D90 the topics run by in rows of 60 px, and stand still once they are paused', async ({
  visit,
}) => {
  const page = await visit(DESKTOP)
  await page.clock.install()
  await page.goto('/')
  const list = page.getByRole('list', { name: 'Topics' })
  await list.scrollIntoViewIfNeeded()
  expect(
    await list
      .locator('li')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height),
  ).toBe(60)
  const before = await upText(page)
  await expect.poll(() => upText(page), { timeout: 15_000 }).not.toBe(before)
  await page.getByRole('button', { name: 'Pause the topics' }).click()
  await page.mouse.move(0, 0)
  await atRest(page)
  const paused = await upText(page)
  await goOn(page, 60_000)
  await atRest(page)
  expect(await upText(page)).toBe(paused)
  await page.getByRole('button', { name: 'Play the topics' }).click()
  await expect.poll(() => upText(page), { timeout: 15_000 }).not.toBe(paused)
})

test('S1-2.42 S1-9.9 D90 the example questions turn by themselves and by hand', async ({ visit }) => {
  const page = await visit(PHONE)
  await page.goto('/')
  expect(await shownSlide(page)).toBe('1 of 7')
  await expect.poll(() => shownSlide(page), { timeout: 20_000 }).not.toBe('1 of 7')
  await page.getByRole('button', { name: 'Pause the example questions' }).click()
  const paused = await shownSlide(page)
  await page.getByRole('button', { name: 'Next question' }).click()
  await expect.poll(() => shownSlide(page)).not.toBe(paused)
  await page.getByRole('button', { name: 'Previous question' }).click()
  await expect.poll(() => shownSlide(page)).toBe(paused)
})

test('S1-2.46 S1-2.47 a section below the fold waits until it is looked at', async ({ visit }) => {
  const page = await visit(DESKTOP)
  await page.goto('/')
  const difference = page.locator('section[aria-labelledby="difference"]')
  await expect(difference).toHaveAttribute('data-waiting', 'true')
  const cards = difference.getByRole('listitem')
  const opacities = () =>
    cards.evaluateAll((all) => [...new Set(all.map((card) => getComputedStyle(card).opacity))])
  await expect.poll(opacities).toEqual(['0'])
  await difference.scrollIntoViewIfNeeded()
  await expect(difference).not.toHaveAttribute('data-waiting')
  await expect.poll(opacities).toEqual(['1'])
  const delays = await cards.evaluateAll((all) =>
    all.map((card) => getComputedStyle(card).transitionDelay.split(',')[0]),
  )
  expect(delays).toEqual(['0.3s', '0.6s', '0.9s', '1.2s', '1.5s', '1.8s'])
})

test('S2-9.20 D90 the comparison turns at every width, and a choice by hand stays', async ({ visit }) => {
  const page = await visit(PHONE)
  await page.clock.install()
  await page.goto('/benefits')
  const messages = page.getByRole('button', { name: 'Direct messages' })
  await expect(messages).toHaveAttribute('aria-pressed', 'true')
  await expect(messages).toHaveAttribute('aria-pressed', 'false', { timeout: 15_000 })
  const calls = page.getByRole('button', { name: 'Coaching calls' })
  await calls.click()
  await goOn(page, 60_000)
  await expect(calls).toHaveAttribute('aria-pressed', 'true')
  const columns = () =>
    page
      .locator('tbody tr')
      .first()
      .evaluate((row) => getComputedStyle(row).gridTemplateColumns.split(' ').length)
  expect(await columns()).toBe(2)
  await page.setViewportSize({ width: 900, height: 900 })
  expect(await columns()).toBe(3)
})

test('S2-2.141 S2-2.142 S2-2.143 S2-5.42 the demo dashboard: its messages, its mode and its speed', async ({
  visit,
}) => {
  const page = await visit(DESKTOP)
  await page.clock.install()
  await page.goto('/demodashboard')
  const shown = () => page.locator('[role="tabpanel"] article:visible').count()
  const open = (tab: string) => page.getByRole('tab', { name: tab }).click()
  const setSpeed = async (seconds: string) => {
    await open('Profile')
    await page.getByLabel('Popup speed, in seconds').fill(seconds)
  }
  expect(await shown()).toBe(3)
  await open('Profile')
  await expect(page.getByLabel('Popup speed, in seconds')).toHaveValue('1')
  await setSpeed('11')
  await expect(page.getByText('Please enter a number from 0.5 to 10.')).toBeVisible()
  await setSpeed('10')
  await open('Conversations')
  await expect.poll(shown, { timeout: 20_000 }).toBe(1)
  await setSpeed('0.5')
  await page.getByLabel('Animation mode').selectOption('static')
  await open('Conversations')
  await goOn(page, 60_000)
  expect(await shown()).toBe(3)
})

test('D90 for who wants no motion, nothing moves and nothing is left out', async ({ visit }) => {
  const page = await visit({ ...DESKTOP, reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByText('Game time')).toBeVisible()
  await expect(page.getByText('Exercise selection')).toBeVisible()
  await goOn(page, 60_000)
  expect(await shownSlide(page)).toBe('1 of 7')
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Pause/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Next question' }).click()
  expect(await shownSlide(page)).toBe('2 of 7')
})
