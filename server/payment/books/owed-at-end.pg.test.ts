import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { advanceClock, setClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench } from '../../testing/payments/bench.ts'
import { earn, newAthlete } from '../../testing/payouts/bench.ts'
import { transactOrRefuse } from '../../transact.ts'
import { listPayouts } from '../payout/list-payouts.ts'
import { orderPayouts } from '../payout/order-payouts.ts'
import { beginPayout, confirmPayout } from '../payout/pay-by-hand.ts'
import { moneyOf } from '../statement/money-of.ts'
import { monthCsv } from './month-csv.ts'
import { monthPdf } from './pdf/month-pdf.ts'
import { statementPdf } from './pdf/statement-pdf.ts'
import { monthOf, type Period, yearOf } from './period.ts'
import { readBooks } from './read-books.ts'
import { yearCsv } from './year-csv.ts'

/*
 * Two athletes of 2027, in cents. The fortnight until December 20 is due on December 24.
 *
 *            earned               payout ordered   paid
 *   late     20000 on 10 Dec      24 Dec           4 Jan 2028
 *   later    20000 on 10 Dec      24 Dec           not yet
 *   and "late" earned 1500 more on December 28, in no payout yet
 */
const DECEMBER = monthOf('2027-12')
let db: TestDatabase
let bench: Bench
let late: string
let later: string

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
  await setClock(db.sql, new Date('2027-12-10T09:00:00Z'))
  late = await newAthlete(bench, { handle: '@late' })
  later = await newAthlete(bench, { handle: '@later' })
  for (const athlete of [late, later]) await earn(bench, athlete, 20_000)
  await setClock(db.sql, new Date('2027-12-24T09:00:00Z'))
  await orderPayouts(bench.context)
  await setClock(db.sql, new Date('2027-12-28T09:00:00Z'))
  await earn(bench, late, 1_500)
  await setClock(db.sql, new Date('2028-01-04T09:00:00Z'))
  await payByHand(late)
  await advanceClock(db.sql, 3_600_000)
}, 120_000)
afterAll(() => db.drop())

async function payByHand(athlete: string): Promise<void> {
  const { context, sql } = bench
  const personId = context.random.id()
  await sql`
    insert into person (id, role, first_name, last_name, email) values (${personId}, 'admin', 'A', 'B', 'a@t.test')`
  const admin: Caller = { personId, role: 'admin', guestId: null, sessionId: null }
  const { open } = await listPayouts(context)
  const payoutId = open.find((payout) => payout.personId === athlete)?.id ?? ''
  const paid = await transactOrRefuse(context, async (work) => {
    const begun = await beginPayout(work, admin, { payoutId })
    return begun.ok ? confirmPayout(work, admin, { payoutId, reference: 'PP-1' }) : begun
  })
  expect(paid).toMatchObject({ ok: true })
}

const START = 'Owed at the start with ordered payouts (USD)'
const END = 'Owed at the end with ordered payouts (USD)'

const linesOf = async (lines: AsyncIterable<string>) => {
  let csv = ''
  for await (const line of lines) csv += line
  const [head = [], ...rows] = csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.replaceAll('"', '').split(','))
  return rows.map((cells) => Object.fromEntries(head.map((title, index) => [title, cells[index] ?? ''])))
}

async function owedAt(period: Period) {
  const { athletes, before, after } = await readBooks(bench.context, period)
  const of = (athlete: string) => athletes.find(({ id }) => id === athlete)
  return { late: of(late), later: of(later), athletes, before, after }
}

test('M6 what is ordered and not paid at the end of a year is owed in its table, and not forgotten in the next', async () => {
  const year = async (name: string) => {
    const rows = await linesOf(yearCsv(db.sql, yearOf(name)))
    const centsOf = (amount = '') => Math.round(Number(amount) * 100)
    for (const row of rows)
      expect(
        centsOf(row[START]) + centsOf(row['Earned (USD)']) - centsOf(row['Paid out in all (USD)']),
        row.Name,
      ).toBe(centsOf(row[END]))
    const row = (athlete: string) => {
      const found = rows.find((each) => each['Athlete id'] === athlete)
      expect(found?.['Year (UTC)']).toBe(name)
      return [START, 'Earned (USD)', 'Paid out in all (USD)', END].map((title) => found?.[title])
    }
    return { late: row(late), later: row(later) }
  }
  expect(await year('2027')).toEqual({
    late: ['0.00', '215.00', '0.00', '215.00'],
    later: ['0.00', '200.00', '0.00', '200.00'],
  })
  // in 2028 nothing moves for "later", whose payout still waits
  expect(await year('2028')).toEqual({
    late: ['215.00', '0.00', '200.00', '15.00'],
    later: ['200.00', '0.00', '0.00', '200.00'],
  })
})

test('M6 every athlete’s line begins with what was owed, and the lines add up to the totals', async () => {
  const [december, january] = [await owedAt(DECEMBER), await owedAt(monthOf('2028-01'))]
  expect(december.late).toMatchObject({ owedCents: 21_500, onItsWayCents: 20_000 })
  expect(december.later).toMatchObject({ owedCents: 20_000, onItsWayCents: 20_000 })
  expect(january.late).toMatchObject({ owedCents: 1_500, onItsWayCents: 0 })
  expect(january.later).toMatchObject({ owedCents: 20_000, onItsWayCents: 20_000 })
  for (const { athletes, after } of [december, january]) {
    const sumOf = (key: 'owedCents' | 'onItsWayCents') => athletes.reduce((sum, row) => sum + row[key], 0)
    expect([sumOf('owedCents'), sumOf('onItsWayCents')]).toEqual([
      after.owed + after.onItsWay,
      after.onItsWay,
    ])
  }
  for (const name of ['late', 'later'] as const) {
    const { earned = 0, transferred = 0, paidByHand = 0 } = january[name]?.flows ?? {}
    const opening = december[name]?.owedCents ?? 0
    expect(opening + earned + transferred + paidByHand, name).toBe(january[name]?.owedCents)
  }
})

test('D25 a payout tells its athlete the day it was ordered, and the day it was paid', async () => {
  const dayOf = (at?: number | null) => at && new Date(at).toISOString().slice(0, 10)
  const payoutOf = async (personId: string) => {
    const { statement } = await moneyOf(bench.context, { personId, isAthlete: true })
    const { at, payout } = statement?.lines.find(({ kind }) => kind === 'payout') ?? {}
    return [dayOf(at), payout?.way, payout?.isPaid, dayOf(payout?.paidAt)]
  }
  expect(await payoutOf(late)).toEqual(['2027-12-24', 'manual', true, '2028-01-04'])
  expect(await payoutOf(later)).toEqual(['2027-12-24', 'manual', false, null])
  const statementOf = async (name: string) => {
    const of = { athleteId: late, name, period: monthOf(name) }
    const pdf = await statementPdf(bench.context, of)
    return (await extractText(Uint8Array.from(pdf), { mergePages: true })).text
  }
  expect(await statementOf('2027-12')).not.toContain('Paid out in this month')
  expect(await statementOf('2028-01')).toContain('Payout paid by hand, 2028-01-04 $200.00')
})

test('M6 the document and the table of the month say the same', async () => {
  const pdf = await monthPdf(bench.context, '2027-12', DECEMBER)
  const { text } = await extractText(Uint8Array.from(pdf), { mergePages: true })
  const lines = text.slice(text.indexOf('By athlete'), text.indexOf('By day'))
  expect(lines).toContain('Owed after')
  // earned, transferred, by hand, owed
  expect(lines).toContain('$215.00 $0.00 $0.00 $215.00')
  expect(lines).toContain('$200.00 $0.00 $0.00 $200.00')
  expect(lines).toContain('$415.00 $0.00 $0.00 $415.00')
  expect(text).toContain('Owed after, ordered payouts included $415.00')
  const rows = (await linesOf(monthCsv(db.sql, DECEMBER))).filter((row) => row['Booking id'] !== '')
  const sumOf = (title: string) =>
    Math.round(rows.reduce((sum, row) => sum + Number(row[`${title} (USD)`]), 0) * 100)
  expect([sumOf('Change of what is owed to athletes'), sumOf('Change of payouts on their way')]).toEqual([
    1_500, 40_000,
  ])
})
