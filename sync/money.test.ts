import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dollarsToCents } from './dollars.ts'
import { athleteShareCents, platformShareCents, takenBackCents, tipCreditCents } from './money.ts'

const amount = fc.integer({ min: 0, max: 10_000_000 })

describe('S2-9.8 the athlete gets 80 %', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 2],
    [500, 400],
    [501, 401],
    [502, 402],
    [503, 402],
    [2500, 2000],
    [20_000, 16_000],
  ])('of %i cents: %i', (cents, share) => {
    expect(athleteShareCents(cents)).toBe(share)
  })

  test('M7 D24 whole cents, never more than half a cent off, and the two parts are the whole', () => {
    fc.assert(
      fc.property(amount, (cents) => {
        const share = athleteShareCents(cents)
        expect(Number.isInteger(share)).toBe(true)
        expect(Math.abs(share * 10 - cents * 8)).toBeLessThanOrEqual(5)
        expect(share + platformShareCents(cents)).toBe(cents)
        expect(platformShareCents(cents)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('more paid is never less earned', () => {
    fc.assert(
      fc.property(amount, fc.nat(1000), (cents, more) => {
        expect(athleteShareCents(cents + more)).toBeGreaterThanOrEqual(athleteShareCents(cents))
      }),
    )
  })
})

describe('what goes back of a payment takes back what the athlete had of it', () => {
  test.each([
    ['answer', 1_500, 1_500, 1_200],
    ['answer', 1_500, 500, 400],
    ['answer', 1_000, 1_000, 800],
    ['tip', 500, 500, 455],
    ['tip', 500, 300, 455 - 164],
    ['tip', 200, 200, 164],
    ['answer', 500, 0, 0],
    // A refund larger than the rest takes back only the rest, and nothing where nothing is left.
    ['answer', 500, 900, 400],
    ['answer', -100, 500, 0],
  ] as const)('of %s, %i cents left and %i back: %i', (...[of, left, back, cents]) => {
    expect(takenBackCents(of, left, back)).toBe(cents)
  })

  test('M7 in however many parts it goes back, the athlete ends with nothing and has lost no cent more', () => {
    const had = { answer: athleteShareCents, tip: tipCreditCents }
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom('answer' as const, 'tip' as const), parts, (of, backs) => {
        const whole = backs.reduce((sum, cents) => sum + cents, 0)
        let left = whole
        let taken = 0
        for (const back of backs) {
          taken += takenBackCents(of, left, back)
          left -= back
        }
        expect(taken).toBe(had[of](whole))
      }),
    )
  })
})

describe('D14 dollars exist only where people type them', () => {
  test.each([
    ['5', 500],
    ['5.', null],
    ['5.5', 550],
    ['5,5', 550],
    ['7,50', 750],
    ['5.05', 505],
    [' 12.50 ', 1250],
    ['0', 0],
    ['0.1', 10],
    ['999999.99', 99_999_999],
    // as copied from a mail with right-to-left text
    ['\u200e\u202a20,50\u202c', 2050],
    // as Arabic and Persian keyboards type it
    ['٢٠٫٥٠', 2050],
    ['۲۰٫۵۰', 2050],
    ['٥', 500],
  ])('%j is %j cents', (text, cents) => {
    expect(dollarsToCents(text)).toBe(cents)
  })

  test.each([
    '',
    ' ',
    '-5',
    '+5',
    '5.005',
    '1e3',
    '0x10',
    '.5',
    '1.000',
    '1,000.00',
    '5,',
    '1,000',
    '$5',
    '٥٬٠٠٠',
    '५',
    '5 0',
    'NaN',
    '1234567',
  ])('%j is not an amount', (text) => expect(dollarsToCents(text)).toBeNull())

  test('every amount of cents survives being written as dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(dollarsToCents(text)).toBe(cents)
      }),
    )
  })
})
