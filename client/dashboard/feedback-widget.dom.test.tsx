import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { FeedbackWidget } from './feedback-widget.tsx'

const widget = page.getByRole('button', { name: 'Need something?' })
const position = () => getComputedStyle(widget.element()).position

test('S2-2.49 the mark floats over a phone’s screen, and lies over no player', async () => {
  show(
    <div className="app-frame">
      <FeedbackWidget />
    </div>,
  )
  await expect.element(widget).toBeVisible()
  expect(position()).toBe('fixed')
  show(
    <div className="app-frame">
      <div className="film" />
      <FeedbackWidget />
    </div>,
  )
  await expect.element(widget).toBeVisible()
  expect(position()).toBe('static')
})
