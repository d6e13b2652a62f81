import { expect, test } from 'vitest'
import { earningsOf, totalEarned } from './athlete-head.tsx'

test('S2-2.45 S2-2.46 S2-9.8 what was delivered counts and is summed; what is under way is not', () => {
  const answers = [
    { state: 'delivered', shareCents: 1_200, deliveredAt: 5_000 },
    { state: 'delivered', shareCents: 0, deliveredAt: 9_000 },
    { state: 'delivered', shareCents: 1_999, deliveredAt: 7_000 },
    { state: 'stored', shareCents: 5_000, deliveredAt: null },
    { state: 'waiting', shareCents: 5_000, deliveredAt: null },
    { state: 'withdrawn', shareCents: 5_000, deliveredAt: null },
  ] as const
  expect(earningsOf(answers)).toEqual({ fulfilled: 3, earnedCents: 3_199, lastDeliveredAt: 9_000 })
  expect(earningsOf([])).toEqual({ fulfilled: 0, earnedCents: 0, lastDeliveredAt: 0 })
})

test('S2-2.46 the books are the sum once they are here; the documents until then, and nothing before either', () => {
  const documents = { fulfilled: 3, earnedCents: 3_199, lastDeliveredAt: 9_000 }
  expect(totalEarned(documents, undefined)).toBe(null)
  expect(totalEarned(documents, null)).toBe(3_199)
  expect(totalEarned(documents, 0)).toBe(0)
  expect(totalEarned(null, 3_414)).toBe(3_414)
  expect(totalEarned(null, null)).toBe(null)
})
