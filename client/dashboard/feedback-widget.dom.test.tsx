import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/open-screen.tsx'
import { PromptCard } from '../ui/prompt-card.tsx'
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
      <div className="video-box" />
      <FeedbackWidget />
    </div>,
  )
  await expect.element(widget).toBeVisible()
  expect(position()).toBe('static')
})

test('an offer at the edge of a phone’s screen does not lie over it', async () => {
  show(
    <div className="app-frame">
      <FeedbackWidget />
      <div className="fixed inset-x-0 bottom-0 z-40 p-3">
        <PromptCard icon="download" action={<button type="button">Install</button>} onDismiss={() => {}}>
          Install Infield to open it without a network.
        </PromptCard>
      </div>
    </div>,
  )
  await expect.element(page.getByRole('region', { name: 'Notice' })).toBeVisible()
  const { left, top, width, height } = widget.element().getBoundingClientRect()
  expect(widget.element().contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
})

test('on a phone that lies on its side it leaves the parts of the dashboard free', async () => {
  await page.viewport(844, 390)
  show(
    <div className="app-frame">
      <FeedbackWidget />
    </div>,
  )
  await expect.element(widget).toBeVisible()
  const { left, right, width } = widget.element().getBoundingClientRect()
  expect([position(), left > 700, right < 844, width < 60]).toEqual(['fixed', true, true, true])
})
