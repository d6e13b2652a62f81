import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen } from '../../testing/open-screen.tsx'

test('S2-9.20 D90 the comparison turns every two seconds at every width, and a choice by hand stays', async () => {
  stopTimers()
  await openScreen('/benefits')
  const choice = (name: string) => page.getByRole('button', { name })
  const pressed = (name: string) => choice(name).element().getAttribute('aria-pressed')
  await expect.element(choice('Direct messages')).toHaveAttribute('aria-pressed', 'true')
  pass(1_999)
  expect(pressed('Direct messages')).toBe('true')
  pass(1)
  expect(pressed('Direct messages')).toBe('false')
  await choice('Coaching calls').click()
  await commands.leaveWithPointer()
  pass(20_000)
  expect(pressed('Coaching calls')).toBe('true')
  const columns = () =>
    getComputedStyle(document.querySelector('tbody tr')!).gridTemplateColumns.split(' ').length
  expect(columns()).toBe(2)
  await page.viewport(900, 900)
  expect(columns()).toBe(3)
})

test('in a window that is zoomed to 400 % each price is read under the head of its own column', async () => {
  await page.viewport(341, 152)
  await openScreen('/benefits')
  await expect.element(page.getByRole('table')).toBeInTheDocument()
  const cellsOf = (row: Element) =>
    [...row.children].filter((cell) => getComputedStyle(cell).display !== 'none').length
  expect([...document.querySelectorAll('table tr')].map(cellsOf)).toEqual(
    [...document.querySelectorAll('table tr')].map(() => 3),
  )
})
