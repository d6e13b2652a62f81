import { expect, test } from 'vitest'
import { payoutWords } from './payout-words.ts'

const paidAt = new Date(2027, 0, 5, 9).getTime()

test.each([
  [{ way: 'manual', isPaid: true, paidAt }, 'paid by hand on Jan 5, 2027'],
  [{ way: 'manual', isPaid: true }, 'paid by hand'],
  [{ way: 'manual', isPaid: false, paidAt: null }, 'to be paid by hand'],
  [{ way: 'transfer', isPaid: true, paidAt }, 'to your bank account on Jan 5, 2027'],
  [{ way: 'transfer', isPaid: false, paidAt: null }, 'to your bank account, not paid yet'],
] as const)('%j is said as “%s”', (payout, said) => {
  expect(payoutWords(payout)).toBe(said)
})
