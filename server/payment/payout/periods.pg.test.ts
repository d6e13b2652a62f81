import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, giveBack, newAthlete } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { earningsCents } from '../ledger.ts'
import { orderPayouts } from './order-payouts.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench
let athlete: string

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    `payout, payout_account, ledger_entry, ledger_transaction, hold, money_operation, mail`,
  )
  await db.sql`drop schema if exists stand_in cascade`
  bench = await openBench(db.sql)
  await setClock(db.sql, new Date('2048-11-28T10:00Z'))
  athlete = await newAthlete(bench, { account: 'finish' })
})

type Event = [at: string, happens: () => Promise<unknown>]
const earned = (cents: number) => () => earn(bench, athlete, cents)

/**
 * Plays the events at their times, and orders payouts soon after each and then once a day; returns what is paid,
 * and when.
 */
async function paidUntil(end: string, ...events: Event[]) {
  const runs: Event[] = [...events.map(([at]) => Date.parse(at)), Date.parse(end)].flatMap((to, n) => {
    const from = Date.parse(events[n - 1]?.[0] ?? '2048-11-28T10:00Z') + 7 * 60_000
    const hours = Math.max(0, Math.floor((to - from) / HOUR / 24))
    return Array.from({ length: hours + 1 }, (_, step) => from + step * 24 * HOUR)
      .filter((at) => at < to)
      .map((at): Event => [new Date(at).toISOString(), () => orderPayouts(bench.context)])
  })
  for (const [at, happens] of [...events, ...runs].sort(([a], [b]) => Date.parse(a) - Date.parse(b))) {
    await setClock(db.sql, new Date(at))
    await happens()
  }
  await quiesce(bench)
  return db.sql`
    select period, amount_cents as cents, to_char(created_at at time zone 'UTC', 'MM-DD') as on from payout order by created_at`
}

describe('D34 nothing is paid for a period but what was owed when it ended, and still is', () => {
  test('what a fortnight has paid is not paid by the month once more, out of what was earned a minute ago', async () => {
    expect(
      await paidUntil(
        '2049-01-06T00:00Z',
        ['2048-11-28T10:01Z', earned(12_000)],
        ['2048-12-11T10:00Z', earned(5_000)],
      ),
    ).toEqual([
      { period: 'fortnight to 2048-12-07', cents: 12_000, on: '12-10' },
      { period: 'month to 2049-01-01', cents: 5_000, on: '01-04' },
    ])
    expect(await earningsCents(db.sql, athlete)).toBe(0)
  })

  test('what went back since is not made up for by what is earned since', async () => {
    expect(
      await paidUntil(
        '2048-12-26T00:00Z',
        ['2048-11-28T10:01Z', earned(4_000)],
        ['2048-12-05T10:00Z', earned(15_000)],
        ['2048-12-08T10:00Z', () => giveBack(bench, athlete, 12_500)],
        ['2048-12-09T10:00Z', earned(8_000)],
      ),
    ).toEqual([
      { period: 'month to 2048-12-01', cents: 4_000, on: '12-04' },
      { period: 'fortnight to 2048-12-21', cents: 13_000, on: '12-24' },
    ])
  })

  test('what was earned since and went back again takes nothing of it', async () => {
    expect(
      await paidUntil(
        '2048-12-12T00:00Z',
        ['2048-11-28T10:01Z', earned(15_000)],
        ['2048-12-07T10:00Z', earned(8_000)],
        ['2048-12-08T10:00Z', () => giveBack(bench, athlete, 10_000)],
      ),
    ).toEqual([{ period: 'fortnight to 2048-12-07', cents: 15_000, on: '12-10' }])
  })

  test('what a month could not pay while it was over $100 is paid by it once it is not', async () => {
    expect(
      await paidUntil(
        '2048-12-12T00:00Z',
        ['2048-11-28T10:01Z', earned(15_000)],
        ['2048-12-05T10:00Z', () => giveBack(bench, athlete, 10_000)],
      ),
    ).toEqual([{ period: 'month to 2048-12-01', cents: 7_000, on: '12-05' }])
  })
})
