import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { checkAmount, floorCents, HOLD_STATES, type HoldState, mayHoldMove, spokenHold } from './amount.ts'

const paid = { priceCents: 1500, promo: false, firstTime: true }
const promo = { priceCents: 1500, promo: true, firstTime: true }
const free = { priceCents: 0, promo: false, firstTime: false }

describe('the least a question costs', () => {
  test.each([
    ['D17 the price', paid, 1500],
    ['D19 nothing for the first question of a promo athlete', promo, 0],
    ['D19 the price again for the second', { ...promo, firstTime: false }, 1500],
    ['S1-9.7 nothing where the price is 0', free, 0],
    ['S1-9.7 nothing where no price was ever set', { ...free, priceCents: null }, 0],
  ])('%s', (_, terms, cents) => {
    expect(floorCents(terms)).toBe(cents)
  })
})

describe('what may be offered', () => {
  test.each([
    ['D17 exactly the price', paid, 1500],
    ['D18 more than the price', paid, 1501],
    ['S1-4.15 nothing where nothing is asked', free, 0],
    ['S1-5.18 D15 a tip of exactly $5', free, 500],
    ['the highest amount', paid, LIMITS.highestAmountCents],
  ])('%s', (_, terms, cents) => {
    expect(checkAmount(terms, cents)).toEqual({ ok: true, value: cents })
  })

  test.each([
    ['D17 a cent below the price', paid, 1499, { code: 'amount-below-price', detail: { priceCents: 1500 } }],
    ['nothing where a price is asked', paid, 0, { code: 'amount-below-price', detail: { priceCents: 1500 } }],
    [
      'D15 a tip of a cent below $5',
      free,
      499,
      { code: 'amount-below-minimum', detail: { minimumCents: 500 } },
    ],
    ['D15 a tip of a cent', promo, 1, { code: 'amount-below-minimum', detail: { minimumCents: 500 } }],
    ['a cent above the highest amount', paid, LIMITS.highestAmountCents + 1, { code: 'bad-shape' }],
  ] as const)('not %s', (...[, terms, cents, refusal]) => {
    expect(checkAmount(terms, cents)).toEqual({ ok: false, refusal })
  })

  test('whatever the terms: never below the floor, never a tip under $5', () => {
    const terms = fc.record({
      priceCents: fc.option(fc.integer({ min: 0, max: 20_000 })),
      promo: fc.boolean(),
      firstTime: fc.boolean(),
    })
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 2_000_000 }), (of, cents) => {
        const floor = floorCents(of)
        const fair = floor > 0 ? cents >= floor : cents === 0 || cents >= LIMITS.leastQuestionCents
        expect(checkAmount(of, cents).ok).toBe(fair && cents <= LIMITS.highestAmountCents)
      }),
    )
  })
})

describe('the life of a hold', () => {
  const ends: HoldState[] = ['none', 'captured', 'released', 'lapsed']
  const nextOf = (from: HoldState) => HOLD_STATES.filter((to) => mayHoldMove(from, to))

  test.each(ends)('%s is the end', (state) => {
    expect(nextOf(state)).toEqual([])
  })

  test('it moves forward only: no state is ever met again', () => {
    const walk = (state: HoldState, seen: HoldState[]): void => {
      expect(seen).not.toContain(state)
      for (const next of nextOf(state)) walk(next, [...seen, state])
    }
    for (const state of HOLD_STATES) walk(state, [])
  })

  test('D33 only what was held is captured; what is to go back may turn out to have been', () => {
    expect(HOLD_STATES.filter((from) => mayHoldMove(from, 'captured'))).toEqual(['capturing', 'releasing'])
    expect(HOLD_STATES.filter((from) => mayHoldMove(from, 'capturing'))).toEqual(['held'])
  })

  test('D31 what is being released is never held or captured anew: it is released, or had been captured before', () => {
    expect(nextOf('releasing')).toEqual(['captured', 'released'])
  })

  test('D31 people are told "released" only once it is', () => {
    const told = Object.fromEntries(HOLD_STATES.map((state) => [state, spokenHold(state)]))
    expect(told).toEqual({
      none: 'free',
      pending: 'pending',
      held: 'held',
      capturing: 'held',
      captured: 'charged',
      releasing: 'held',
      released: 'released',
      lapsed: 'released',
    })
  })
})
