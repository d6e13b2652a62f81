import { expect, test } from 'vitest'
import type { Receipt } from '../../../sync/payment/statement.ts'
import { bankWords } from './bank-words.ts'

test.each([
  [{ disputedCents: 0 }, ''],
  [{ disputedCents: 2_500 }, ' · $25.00 in dispute at your bank'],
  [{ disputedCents: 2_500, inquiryCents: 500 }, ' · $25.00 in dispute at your bank'],
  [{ disputedCents: 2_500, inquiryCents: 2_500 }, ' · your bank asks us about $25.00'],
])('C17 a receipt tells an inquiry from a dispute: %o', (money, said) => {
  expect(bankWords(money as Receipt)).toBe(said)
})
