import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { FanQuestion } from '../../sync/calls.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { answeredQuestion, athlete, sessionOf } from '../testing/people.ts'
import { answer, replicate, settleEverything } from '../testing/server.ts'

const now = Date.now()

/** Opens the directory for a fan who has asked this question, and returns the question's card. */
async function showCard(said: Partial<FanQuestion>) {
  const question = answeredQuestion({
    status: 'approved',
    settledAt: null,
    dueAt: now - 30 * HOUR_MS,
    ...said,
  })
  answer('session', sessionOf('basic'))
  answer('athletes', { athletes: [athlete()], after: null, isNear: false })
  answer('myQuestions', { questions: [{ ...question, viewPath: '/view/token' }], now })
  replicate({})
  settleEverything()
  await openScreen('/ask')
  return page.getByRole('link', { name: /Open water/ })
}

const recorded = {
  ...answeredQuestion().answer!,
  state: 'waiting',
  videoId: null,
  deliveredAt: null,
} as const
const stored = { ...recorded, state: 'stored' } as const

test('D33 a question that waits to be paid again says until when it may be, and not when its video was due', async () => {
  const graceEndsAt = now - 6 * HOUR_MS
  const card = await showCard({
    hold: 'lapsed',
    graceEndsAt,
    payAgainUntil: now + 60 * HOUR_MS,
    answer: stored,
  })
  await expect.poll(() => card.query()?.textContent).toMatch(/Waiting for your payment(59|60) h left, until/)
})

test.for([
  ['has arrived', { answer: stored, graceEndsAt: now + 20 * HOUR_MS }, /Arrived, almost ready$/],
  [
    'is made ready for every device',
    { answer: { ...recorded, convertedPercent: 40 }, graceEndsAt: now + 20 * HOUR_MS },
    /Arrived, almost ready$/,
  ],
  ['is checked past its deadline', { answer: recorded, graceEndsAt: now - HOUR_MS }, /Recorded, on its way$/],
] as const)('D5 an answer whose video %s has no deadline', async ([, said, told]) => {
  const card = await showCard({ hold: 'held', ...said })
  await expect.poll(() => card.query()?.textContent).toMatch(told)
})
