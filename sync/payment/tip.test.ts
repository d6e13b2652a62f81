import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { tipCreditCents } from '../money.ts'
import { checkTip, mayTipMove, type TipState } from './tip.ts'

describe('S2-9.12 D23 D24 what an athlete is credited of a tip', () => {
  test.each([
    [200, 164],
    [331, 291],
    [500, 455],
    [1_000, 941],
    [1_001, 942],
    [10_000, 9_680],
  ])('of %i cents: %i', (cents, credit) => {
    expect(tipCreditCents(cents)).toBe(credit)
  })

  test('M8 whole cents, 2.9 % and 30 cents to within half a cent, never less than nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LIMITS.highestAmountCents }), (cents) => {
        const credit = tipCreditCents(cents)
        expect(Number.isInteger(credit)).toBe(true)
        expect(credit).toBeGreaterThanOrEqual(0)
        if (cents >= LIMITS.leastAnswerTipCents)
          expect(Math.abs((cents - 30 - credit) * 1_000 - cents * 29)).toBeLessThanOrEqual(500)
      }),
    )
  })
})

test('S2-9.11 D16 a tip is at least $2: less is refused, and does not become nothing', () => {
  expect(LIMITS.presetTipsCents).toEqual([500, 1_000])
  for (const cents of [200, 500, 1_000, LIMITS.highestAmountCents])
    expect(checkTip(cents)).toEqual({ ok: true, value: cents })
  for (const cents of [1, 100, 199])
    expect(checkTip(cents)).toEqual({
      ok: false,
      refusal: { code: 'amount-below-minimum', detail: { minimumCents: 200 } },
    })
  for (const cents of [LIMITS.highestAmountCents + 1, 200.5, Number.NaN])
    expect(checkTip(cents)).toMatchObject({ ok: false, refusal: { code: 'bad-shape' } })
})

test('a tip moves forward only, and what was paid stays paid', () => {
  const states: TipState[] = ['pending', 'releasing', 'paid', 'released']
  const nextOf = (from: TipState) => states.filter((to) => mayTipMove(from, to))
  expect(nextOf('pending')).toEqual(['releasing', 'paid', 'released'])
  expect(nextOf('releasing')).toEqual(['paid', 'released'])
  expect([...nextOf('paid'), ...nextOf('released')]).toEqual([])
})
