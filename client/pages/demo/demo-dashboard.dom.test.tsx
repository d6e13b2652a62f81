import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pass, stopTimers } from '../../testing/clock.ts'
import { openScreen } from '../../testing/open-screen.tsx'

const speed = page.getByLabelText('Popup speed, in seconds')
const open = (tab: string) => page.getByRole('tab', { name: tab }).click()
const shown = () =>
  [...document.querySelectorAll('[role="tabpanel"] article')].filter((each) =>
    each.checkVisibility({ visibilityProperty: true }),
  ).length

async function setSpeed(seconds: string): Promise<void> {
  await open('Profile')
  await speed.fill(seconds)
}

test('S2-2.141 S2-2.142 S2-2.143 S2-5.42 S2-9.19 the demo dashboard: its messages, its mode and its speed', async () => {
  stopTimers()
  await page.viewport(1_440, 900)
  await openScreen('/demodashboard')
  await expect.poll(shown).toBe(3)
  // All three messages stay for three seconds. Then they appear one by one, a second apart.
  pass(2_999)
  expect(shown()).toBe(3)
  pass(1)
  expect(shown()).toBe(1)
  pass(999)
  expect(shown()).toBe(1)
  pass(1)
  expect(shown()).toBe(2)
  pass(1_000)
  expect(shown()).toBe(3)

  await open('Profile')
  await expect.element(speed).toHaveValue('1')
  await speed.fill('11')
  await expect.element(page.getByText('Please enter a number from 0.5 to 10.')).toBeVisible()
  await speed.fill('10')
  await open('Conversations')
  await expect.poll(shown).toBe(3)
  pass(3_000)
  expect(shown()).toBe(1)
  pass(9_999)
  expect(shown()).toBe(1)
  pass(1)
  expect(shown()).toBe(2)

  await setSpeed('0.5')
  await page.getByLabelText('Animation mode').selectOptions('static')
  await open('Conversations')
  await expect.poll(shown).toBe(3)
  pass(60_000)
  expect(shown()).toBe(3)
})
