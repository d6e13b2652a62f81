import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../limits.ts'
import { duePeriods, payoutCents } from './payout.ts'

const at = (text: string) => Date.parse(text)
const namesAt = (text: string) => duePeriods(at(text)).map(({ name }) => name)

describe('S2-9.14 D34 the periods whose payouts are due', () => {
  test.each([
    // exactly three days after a Monday on which a fortnight ended, and one millisecond before
    ['2026-11-26T00:00:00.000Z', ['fortnight to 2026-11-23', 'month to 2026-11-01']],
    ['2026-11-25T23:59:59.999Z', ['fortnight to 2026-11-09', 'month to 2026-11-01']],
    ['2026-12-03T23:59:59.999Z', ['fortnight to 2026-11-23', 'month to 2026-11-01']],
    ['2026-12-04T00:00:00.000Z', ['fortnight to 2026-11-23', 'month to 2026-12-01']],
    ['2027-01-04T00:00:00.000Z', ['fortnight to 2026-12-21', 'month to 2027-01-01']],
    // before the first Monday, and on a leap day
    ['2026-01-01T00:00:00.000Z', ['fortnight to 2025-12-22', 'month to 2025-12-01']],
    ['2028-02-29T12:00:00.000Z', ['fortnight to 2028-02-14', 'month to 2028-02-01']],
  ])('at %s', (moment, names) => {
    expect(namesAt(moment)).toEqual(names)
  })

  test('through two years each hour’s periods follow the last one’s, fourteen days apart', () => {
    const ends = new Set<number>()
    for (let hour = 0; hour < 2 * 365 * 24; hour += 1) {
      const [fortnight, month] = duePeriods(at('2026-06-01T00:00:00Z') + (hour * DAY_MS) / 24)
      ends.add(fortnight?.endsAt ?? 0)
      expect(new Date(month?.endsAt ?? 0).getUTCDate()).toBe(1)
    }
    const gaps = [...ends].slice(1).map((end, n) => end - ([...ends][n] ?? 0))
    expect(new Set(gaps)).toEqual(new Set([14 * DAY_MS]))
  })
})

describe('S2-9.14 what is paid: every fortnight over $100, otherwise every month', () => {
  test.each([
    // owed at the end of the period, fallen since (paid or gone back), owed now → paid for the fortnight; for the
    // month
    [10_001, 0, 10_001, 10_001, 0],
    [10_000, 0, 10_000, 0, 10_000],
    [1, 0, 1, 0, 1],
    [0, 0, 0, 0, 0],
    [-500, 0, -500, 0, 0],
    // What was earned later waits for the next period.
    [10_001, 0, 90_000, 10_001, 0],
    [0, 0, 90_000, 0, 0],
    [-500, 0, 90_000, 0, 0],
    // What was taken back since is not paid.
    [90_000, 79_999, 10_001, 10_001, 0],
    [90_000, 80_000, 10_000, 0, 10_000],
    [90_000, 90_001, -1, 0, 0],
    // What was paid or taken back since is not compensated by later earnings.
    [12_000, 12_000, 5_000, 0, 0],
    [15_000, 10_000, 13_000, 0, 5_000],
    [15_000, 20_000, 8_000, 0, 0],
    // No more is paid than is owed now.
    [12_000, 0, 11_000, 11_000, 0],
  ])('%i at its end, %i less since, and %i now', (...row) => {
    const [atEnd, fallen, now, fortnight, month] = row
    const balance = { atEnd, fallen, now, disputedAtEnd: 0, disputed: 0 }
    expect(payoutCents('fortnight', balance)).toBe(fortnight)
    expect(payoutCents('month', balance)).toBe(month)
  })

  test('what is in dispute stays out: of what was earned before its end, and of what was earned since', () => {
    const balance = { atEnd: 20_000, fallen: 0, now: 26_000 }
    const paid = (disputedAtEnd: number, disputed: number) =>
      payoutCents('fortnight', { ...balance, disputedAtEnd, disputed })
    expect(paid(0, 0)).toBe(20_000)
    expect(paid(8_000, 8_000)).toBe(12_000)
    // Only later earnings are in dispute, so what was owed at the end is not affected.
    expect(paid(0, 6_000)).toBe(20_000)
    expect(paid(0, 7_000)).toBe(19_000)
    expect(paid(20_000, 20_000)).toBe(0)
    expect(paid(30_000, 30_000)).toBe(0)
  })
})
