import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refreshSession } from '../api/session.ts'
import { show } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer, pushedNames, refused, settleEverything, VISITOR } from '../testing/server.ts'
import { PromptCard } from '../ui/prompt-card.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'
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

/** Writes to the team, as a member. */
async function write(): Promise<void> {
  show(
    <>
      <FeedbackWidget />
      <ToastRegion />
    </>,
  )
  await widget.click()
  await page.getByLabelText('What can we do for you?').fill('My link does not open.')
  await page.getByRole('button', { name: 'Submit' }).click()
}

test('S2-2.49 a message that a full device cannot keep is sent at once', async () => {
  const pushes = settleEverything()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await write()
  await expect.element(page.getByText('Your message was sent to our team')).toBeVisible()
  expect(pushedNames(pushes)).toEqual(['feedback.send'])
})

test('S2-2.49 a message that waits for a sign-in says so', async () => {
  answer('session', sessionOf('basic'))
  await refreshSession()
  answer('session', VISITOR)
  await refreshSession()
  answer('push', refused('sign-in-first'))
  await write()
  await expect
    .element(page.getByText('Your message is saved on this device. Sign in to send it.'))
    .toBeVisible()
})
