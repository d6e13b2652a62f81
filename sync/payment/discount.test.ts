import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { checkContent } from '../question/ask.ts'
import { checkAmount, floorCents } from './amount.ts'
import { type Discount, discountCode, discountedCents } from './discount.ts'

const off = (value: number, of: Discount['off'] = 'percent'): Discount => ({ off: of, value })

describe('D27 what is left of a price', () => {
  test.each([
    ['20 % of $15', 1_500, off(20), 1_200],
    ['a third of $10, to the cent', 1_000, off(33), 670],
    ['half a cent is taken off', 1_050, off(33), 703],
    ['$10 of $25', 2_500, off(1_000, 'cents'), 1_500],
    ['all of it', 2_500, off(100), 0],
    ['more than all of it', 2_500, off(9_999, 'cents'), 0],
    ['never less than the least a card is asked for', 800, off(50), LIMITS.leastQuestionCents],
    ['nothing where the price is the least already', 500, off(10), 500],
    ['never more than the price was', 300, off(10), 300],
  ] as const)('%s', (...[, price, discount, left]) => {
    expect(discountedCents(price, discount)).toBe(left)
  })

  test('S2-5.37 whatever the code: the total is nothing, or at least $5 and the floor, and never dearer than before', () => {
    const discount = fc.oneof(
      fc.record({ off: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ off: fc.constant('cents' as const), value: fc.integer({ min: 1, max: 30_000 }) }),
    )
    const terms = fc.record({ priceCents: fc.integer({ min: 500, max: 20_000 }), discount })
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 25_000 }), ({ priceCents, discount: of }, cents) => {
        const reduced = { priceCents, promo: false, firstTime: false, discount: of }
        const floor = floorCents(reduced)
        expect(floor === 0 || floor >= LIMITS.leastQuestionCents).toBe(true)
        expect(floor).toBeLessThanOrEqual(priceCents)
        const fair = floor === 0 ? cents === 0 || cents >= LIMITS.leastQuestionCents : cents >= floor
        expect(checkAmount(reduced, cents).ok).toBe(fair)
      }),
    )
  })

  test("D19 a promo athlete's first question is free with or without one", () => {
    const first = { priceCents: 1_500, promo: true, firstTime: true }
    expect(floorCents({ ...first, discount: off(10) })).toBe(0)
    expect(floorCents({ ...first, firstTime: false, discount: off(10) })).toBe(1_350)
  })
})

test('S2-5.36 a code is read without the spaces around it, and with nothing in it is none', () => {
  expect(discountCode.safeParse('  KICKOFF20 ').data).toBe('KICKOFF20')
  for (const text of ['', '   ', 'two\nlines', 'x'.repeat(LIMITS.discountCodeCharacters + 1)])
    expect(discountCode.safeParse(text).success, text).toBe(false)
})

test('S2-5.32 S2-9.3 D6 a file of the request page runs 20 seconds, one of the wizard longer', () => {
  const video = {
    id: '7f3c2f0e-8f7e-4c55-9a5e-0d2d8f6f1a01',
    sha256: 'a'.repeat(64),
    bytes: 10,
    type: 'video/mp4',
    durationMs: 20_001,
    source: 'file',
  } as const
  const ask = { kind: 'video', text: '', video } as const
  expect(checkContent(ask).ok).toBe(true)
  expect(checkContent({ ...ask, page: 'request' })).toEqual({
    ok: false,
    refusal: { code: 'video-too-long', detail: { seconds: 20, purpose: 'question' } },
  })
  expect(checkContent({ ...ask, page: 'request', video: { ...video, durationMs: 20_000 } }).ok).toBe(true)
})
