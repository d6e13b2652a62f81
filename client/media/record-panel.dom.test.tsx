import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
