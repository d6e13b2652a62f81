import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { HOUR_MS } from '../../sync/limits.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { answeredQuestion, athlete, sessionOf } from '../testing/people.ts'
import { answer, replicate, settleEverything } from '../testing/server.ts'

test('D33 a question that waits to be paid again says until when it may be, and not when its video was due', async () => {
  const now = Date.now()
  const unpaid = answeredQuestion({
    ...{ status: 'approved', hold: 'lapsed', settledAt: null },
    ...{ dueAt: now - 30 * HOUR_MS, graceEndsAt: now - 6 * HOUR_MS, payAgainUntil: now + 60 * HOUR_MS },
    answer: { ...answeredQuestion().answer!, state: 'stored', videoId: null, deliveredAt: null },
  })
  answer('session', sessionOf('basic'))
  answer('athletes', { athletes: [athlete()], after: null, isNear: false })
  answer('myQuestions', { questions: [{ ...unpaid, viewPath: '/view/token' }], now })
  replicate({})
  settleEverything()
  await openScreen('/ask')
  const card = page.getByRole('link', { name: /Open water/ })
  await expect.poll(() => card.query()?.textContent).toMatch(/Waiting for your payment(59|60) h left, until/)
})
