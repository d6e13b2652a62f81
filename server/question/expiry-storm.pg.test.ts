import { expect, test } from 'vitest'
import { everything } from '../../.ci/sample.ts'
import { expireAtOnce } from '../testing/storms/expiries.ts'

/** How many questions are due in the same second. */
const questions = everything ? 1_000 : 100

test(`S2-1.8 D3 ${questions} questions due in one second expire on two workers, each exactly once, and every card is let go`, {
  timeout: 600_000,
}, async () => {
  const { early, expired, wrong } = await expireAtOnce({ questions, paid: 0.06 * questions })
  expect(early).toBe(0)
  expect(wrong).toEqual([])
  expect(expired).toBe(questions)
})
