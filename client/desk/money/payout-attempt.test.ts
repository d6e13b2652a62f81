import { expect, test } from 'vitest'
import { leftWords } from './payout-attempt.ts'

test.each([
  [{}, 'It waits to be paid again.'],
  [{ leftCents: 12_000 }, 'It waits to be paid again.'],
  [{ leftCents: 8_000 }, '$80.00 of it waits to be paid again. The rest went back to fans or is in dispute.'],
  [{ leftCents: 0 }, 'Nothing is left of it: all of it went back to fans or is in dispute.'],
])('M15 what was not paid waits as far as it is left: %o', (value, said) => {
  expect(leftWords(12_000)(value)).toBe(said)
})
