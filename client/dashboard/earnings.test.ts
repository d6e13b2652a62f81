import { expect, test } from 'vitest'
import { earningsOf } from './earnings.ts'

test('S2-2.45 S2-2.46 S2-9.8 what was delivered counts and is summed; what is under way is not', () => {
  const answers = [
    { state: 'delivered', shareCents: 1_200 },
    { state: 'delivered', shareCents: 0 },
    { state: 'delivered', shareCents: 1_999 },
    { state: 'stored', shareCents: 5_000 },
    { state: 'waiting', shareCents: 5_000 },
    { state: 'withdrawn', shareCents: 5_000 },
  ] as const
  expect(earningsOf(answers)).toEqual({ fulfilled: 3, earnedCents: 3_199 })
  expect(earningsOf([])).toEqual({ fulfilled: 0, earnedCents: 0 })
})
