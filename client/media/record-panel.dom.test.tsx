import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { show } from '../testing/open-screen.tsx'
import { RecordPanel } from './record-panel.tsx'

const LONG = 'I run fifteen strides to hurdle five and then fall apart to seventeen. '.repeat(12)

test.each([
  [844, 390],
  [667, 375],
  [320, 568],
])(
  'at %i × %i, with a long question and long notes, the button that records is whole on the screen',
  async (width, height) => {
    await page.viewport(width, height)
    show(
      <RecordPanel
        device={openDevice(newId())}
        purpose="answer"
        questionId={newId()}
        dueAt={null}
        title="Record your answer"
        prompt={<p>{LONG}</p>}
        notes={() => <p className="max-h-[22dvh] min-h-0 overflow-y-auto">{LONG}</p>}
        doneLabel="Send answer"
        onDone={() => () => {}}
        onClose={() => {}}
      />,
    )
    const record = page.getByRole('button', { name: 'Start recording' })
    await expect.element(record).toBeEnabled()
    const { left, top, right, bottom } = record.element().getBoundingClientRect()
    expect([left >= 0, top >= 0, right <= width, bottom <= height]).toEqual([true, true, true, true])
    const question = page.getByRole('region', { name: 'The question' }).element().getBoundingClientRect()
    expect(question.height, 'and something of the question is to be read').toBeGreaterThan(60)
  },
)

test('an unsaved recording stays on the screen, also where the browser closes it by itself', async () => {
  const device = openDevice(newId())
  const onClose = vi.fn()
  show(
    <RecordPanel
      device={device}
      purpose="answer"
      questionId={newId()}
      dueAt={null}
      title="Record your answer"
      doneLabel="Send answer"
      onDone={() => () => {}}
      onClose={onClose}
    />,
  )
  const record = page.getByRole('button', { name: 'Start recording' })
  await expect.element(record).toBeEnabled()
  // From now on nothing can be stored.
  device.close()
  await record.click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeEnabled()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await userEvent.keyboard('{Escape}')
  const again = page.getByRole('button', { name: 'Try to save again' })
  await expect.element(again).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Record your answer' }).element() as HTMLDialogElement
  // A browser does this at a further Escape or Back, whatever the page says.
  dialog.close()
  await expect.poll(() => dialog.open).toBe(true)
  await expect.element(again).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})
