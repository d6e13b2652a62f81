import { expect, test } from 'vitest'
import { expireAtOnce } from '../testing/storms/expiries.ts'

test('S2-1.8 D3 1,000 questions due in one second expire on two workers, each exactly once, and every card is let go', {
  timeout: 600_000,
}, async () => {
  const { early, expired, wrong } = await expireAtOnce({ questions: 1_000, paid: 60 })
  expect(early).toBe(0)
  expect(wrong).toEqual([])
  expect(expired).toBe(1_000)
})
