import { expect, test } from 'vitest'
import { readSeller } from './env-seller.ts'
import { vatCents } from './payment/books/vat.ts'

const SELLER = { SELLER_NAME: 'Infield AS', SELLER_ADDRESS: 'Gate 1 | 0150 Oslo', SELLER_VAT_ID: 'NO 1' }

const read = (source: Record<string, string>) => {
  const mistakes: string[] = []
  return { seller: readSeller(source, mistakes), mistakes }
}

test('without a word of a seller there is none, and no mistake', () => {
  expect(read({})).toEqual({ seller: null, mistakes: [] })
})

test.each([
  ['25', 2_500],
  ['8.1', 810],
  ['0', 0],
])('a tax of %s percent', (VAT_PERCENT, vatBasisPoints) => {
  expect(read({ ...SELLER, VAT_PERCENT })).toEqual({
    seller: { name: 'Infield AS', address: ['Gate 1', '0150 Oslo'], vatId: 'NO 1', vatBasisPoints },
    mistakes: [],
  })
})

test.each([
  [{ ...SELLER, VAT_PERCENT: '25%' }, 'VAT_PERCENT is "25%"'],
  [{ ...SELLER, VAT_PERCENT: '123' }, 'VAT_PERCENT is "123"'],
  [{ SELLER_NAME: 'Infield AS' }, 'set SELLER_NAME and SELLER_ADDRESS'],
  [{ SELLER_NAME: 'a', SELLER_ADDRESS: 'b', VAT_PERCENT: '25' }, 'VAT_PERCENT goes with SELLER_VAT_ID'],
])('a mistake has its sentence: %j', (source, sentence) => {
  expect(read(source as Record<string, string>).mistakes.join()).toContain(sentence)
})

test.each([
  [1_000, 2_500, 200],
  [999, 2_500, 200],
  [1, 2_500, 0],
  [10_000_000, 810, 749_306],
  [1_234, 0, 0],
])('of %d cents at %d basis points, %d are tax', (cents, basisPoints, tax) => {
  expect(vatCents(cents, basisPoints)).toBe(tax)
})
