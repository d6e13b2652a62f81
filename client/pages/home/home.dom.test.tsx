import { afterEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { answer } from '../../testing/server.ts'

const DESK = [1_440, 900] as const

const shownSlide = () =>
  document.querySelector('[aria-roledescription="slide"][aria-hidden="false"]')?.getAttribute('aria-label')
const topics = page.getByRole('list', { name: 'Topics' })

/** Returns the topic in the runner's row, which is the middle of the visible rows. */
const upText = () =>
  [...topics.element().querySelectorAll('li')].find(({ classList }) =>
    classList.contains('motion-safe:translate-y-45'),
  )?.firstChild?.textContent

async function openHome(): Promise<void> {
  answer('myQuestions', { questions: [], now: Date.now() })
  await openScreen('/')
  await expect.element(page.getByRole('group', { name: 'Example questions' })).toBeInTheDocument()
}

afterEach(() => commands.wantMotion(true))

test('S1-2.42 S1-9.9 D90 the seven example questions turn every four seconds, and by hand', async () => {
  stopTimers()
  await openHome()
  expect(shownSlide()).toBe('1 of 7')
  for (const next of [2, 3, 4, 5, 6, 7, 1]) {
    const before = shownSlide()
    pass(3_999)
    expect(shownSlide()).toBe(before)
    pass(1)
    expect(shownSlide()).toBe(`${next} of 7`)
  }
  await page.getByRole('button', { name: 'Pause the example questions' }).click()
  pass(40_000)
  expect(shownSlide()).toBe('1 of 7')
  await page.getByRole('button', { name: 'Next question' }).click()
  await expect.poll(shownSlide).toBe('2 of 7')
  await page.getByRole('button', { name: 'Previous question' }).click()
  await page.getByRole('button', { name: 'Previous question' }).click()
  await expect.poll(shownSlide).toBe('7 of 7')
})

test('S1-9.10 D90 the topics run by in rows of 60 px, and stand still once they are paused', async () => {
  await page.viewport(...DESK)
  stopTimers()
  await openHome()
  const rows = topics.element().querySelectorAll('li')
  expect(rows[0]?.getBoundingClientRect().height).toBe(60)
  const first = upText()
  pass(1_200)
  const second = upText()
  expect(second).not.toBe(first)
  await page.getByRole('button', { name: 'Pause the topics' }).click()
  await commands.leaveWithPointer()
  pass(12_000)
  expect(upText()).toBe(second)
  await page.getByRole('button', { name: 'Play the topics' }).click()
  await commands.leaveWithPointer()
  pass(1_200)
  expect(upText()).not.toBe(second)
})

test('the topic that is up stands in the middle of the rows in sight', async () => {
  await page.viewport(...DESK)
  await openHome()
  const box = topics.element().parentElement!.getBoundingClientRect()
  const up = [...topics.element().querySelectorAll('li')].find(
    (row) => row.firstChild?.textContent === upText(),
  )!
  const { top, bottom } = up.getBoundingClientRect()
  expect((top + bottom) / 2).toBeCloseTo(box.top + box.height / 2, 0)
})

test('S1-2.46 S1-2.47 a section below the fold waits until it is looked at', async () => {
  await page.viewport(...DESK)
  await openHome()
  const difference = document.querySelector<HTMLElement>('section[aria-labelledby="difference"]')!
  await expect.poll(() => difference.dataset.waiting).toBe('true')
  const cards = [...difference.querySelectorAll('li')]
  const opacities = () => [...new Set(cards.map((card) => getComputedStyle(card).opacity))]
  await expect.poll(opacities).toEqual(['0'])
  difference.scrollIntoView()
  await expect.poll(() => difference.dataset.waiting).toBeUndefined()
  await expect.poll(opacities).toEqual(['1'])
  const delays = cards.map((card) => getComputedStyle(card).transitionDelay.split(',')[0])
  expect(delays).toEqual(['0.3s', '0.6s', '0.9s', '1.2s', '1.5s', '1.8s'])
})

test('D90 for who wants no motion, nothing moves and nothing is left out', async () => {
  await commands.wantMotion(false)
  await page.viewport(...DESK)
  stopTimers()
  await openHome()
  await expect.element(page.getByText('Game time')).toBeVisible()
  await expect.element(page.getByText('Exercise selection')).toBeVisible()
  pass(60_000)
  expect(shownSlide()).toBe('1 of 7')
  expect(document.querySelectorAll('[data-waiting]')).toHaveLength(0)
  await expect.element(page.getByRole('button', { name: /^Pause/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Next question' }).click()
  await expect.poll(shownSlide).toBe('2 of 7')
})
