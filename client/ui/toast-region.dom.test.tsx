import { expect, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { pass, stopTimers } from '../testing/clock.ts'
import { show } from '../testing/open-screen.tsx'
import { ToastRegion } from './toast-region.tsx'
import { showToast } from './toasts.ts'

const dismiss = page.getByRole('button', { name: 'Dismiss' })

/**
 * Stops the timers and shows the region first, because a screen reader reads only what is added to a region that is
 * already there.
 */
function begin(): void {
  stopTimers()
  show(<ToastRegion base />)
}

test('a toast closes after four seconds, and not while a pointer or the focus is on it', async () => {
  begin()
  showToast({ text: 'Saved.' })
  const toast = page.getByText('Saved.')
  await expect.element(toast).toBeVisible()
  await userEvent.hover(toast)
  pass(60_000)
  await expect.element(toast).toBeVisible()
  await commands.leaveWithPointer()
  pass(3_999)
  await expect.element(toast).toBeVisible()
  dismiss.element().focus()
  pass(60_000)
  await expect.element(toast).toBeVisible()
  dismiss.element().blur()
  pass(3_999)
  await expect.element(toast).toBeVisible()
  pass(1)
  await expect.element(toast).not.toBeInTheDocument()
})

test('what is wrong interrupts a screen reader, and everything else waits', async () => {
  begin()
  showToast({ text: 'Saved.' })
  showToast({ text: 'Not sent.', tone: 'danger' })
  await expect.element(page.getByRole('status').getByText('Saved.')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('Not sent.')).toBeVisible()
  for (const button of dismiss.elements()) (button as HTMLElement).click()
})

test('an alert that is said again stands once, for another four seconds', async () => {
  begin()
  const alert = page.getByRole('alert').getByText('Not saved.')
  showToast({ text: 'Not saved.', tone: 'danger' })
  await expect.element(alert).toBeVisible()
  pass(3_900)
  showToast({ text: 'Not saved.', tone: 'danger' })
  expect(dismiss.elements()).toHaveLength(1)
  pass(3_900)
  await expect.element(alert).toBeVisible()
  pass(100)
  await expect.element(alert).not.toBeInTheDocument()
})

test('three are shown at most, each once', async () => {
  begin()
  for (const text of ['One', 'Two', 'Three', 'Four', 'Two']) showToast({ text })
  await expect.poll(() => dismiss.elements().length).toBe(3)
  const texts = page
    .getByRole('paragraph')
    .elements()
    .map((each) => each.textContent)
  expect(texts).toEqual(['Three', 'Four', 'Two'])
  pass(4_000)
  expect(dismiss.elements()).toEqual([])
})

test('what can be done about it stays until it is done by its button, which does it once', async () => {
  begin()
  const onPress = vi.fn()
  showToast({ text: 'Deleted.', action: { label: 'Undo', onPress } })
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  for (const text of ['One', 'Two', 'Three']) showToast({ text })
  pass(60_000)
  await expect.element(page.getByText('Three')).not.toBeInTheDocument()
  await undo.click()
  expect(onPress).toHaveBeenCalledTimes(1)
  await expect.element(page.getByText('Deleted.')).not.toBeInTheDocument()
})

test('what can be done about it can be dismissed', async () => {
  begin()
  showToast({ text: 'Not saved.', tone: 'danger', action: { label: 'Copy', onPress: () => {} } })
  pass(60_000)
  await dismiss.click()
  await expect.element(page.getByText('Not saved.')).not.toBeInTheDocument()
})

test('BR-2 what can be done about it is not replaced by a toast that says the same', async () => {
  begin()
  const [former, latest] = [vi.fn(), vi.fn()]
  const text = 'Not saved.'
  for (const onPress of [former, latest])
    showToast({ text, tone: 'danger', action: { label: 'Copy', onPress } })
  for (const tone of ['danger', 'plain'] as const) showToast({ text, tone })
  await expect.poll(() => dismiss.elements().length).toBe(3)
  pass(4_000)
  const copy = page.getByRole('button', { name: 'Copy' })
  await copy.first().click()
  expect([former, latest].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  await copy.click()
  expect([former, latest].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(dismiss.elements()).toEqual([])
})
