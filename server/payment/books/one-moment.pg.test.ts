import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench } from '../../testing/payments/bench.ts'
import { earn, newAthlete } from '../../testing/payouts/bench.ts'
import { recordCapture } from '../ledger.ts'
import { monthPdf } from './pdf/month-pdf.ts'
import { statementPdf } from './pdf/statement-pdf.ts'
import { readBooks } from './read-books.ts'

let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())

/** Books a payment during a read that begins before the booking and ends after it. */
async function bookedMeanwhile<T>(
  athleteId: string,
  read: () => Promise<T>,
  table: 'person' | 'question' = 'person',
): Promise<T> {
  const { context } = bench
  const [now, questionId] = [await context.clock.now(), context.random.id()]
  const [reading] = await db.sql.begin(async (tx) => {
    // the read waits for this table's names here, after it has read some of the rest
    await tx`lock table ${tx(table)} in access exclusive mode`
    const begun = read()
    const waiting = () => db.sql`select from pg_locks where not granted and relation = ${table}::regclass`
    await expect.poll(async () => (await waiting()).length).toBe(1)
    const taken = { questionId, athleteId, amountCents: 5_000, chargeId: `ch_${questionId}`, feeCents: 0 }
    await recordCapture({ tx, context, now }, taken)
    return [begun] as const
  })
  return reading
}

test('what is booked while the books are read is in all of their sums or in none', async () => {
  const { context } = bench
  const athleteId = await newAthlete(bench, { handle: '@me' })
  await earn(bench, athleteId, 8_000)
  const now = await context.clock.now()
  const period = { from: new Date(0), to: new Date(now.getTime() + 86_400_000) }
  const books = await bookedMeanwhile(athleteId, () => readBooks(context, period))
  expect(books.flows.earned).toBe(8_000)
  expect(books.athletes.map(({ flows, owedCents }) => [flows.earned, owedCents])).toEqual([[8_000, 8_000]])
  expect(books.days.map(({ flows }) => flows.earned)).toEqual([8_000])
  expect(books.after).toMatchObject({ owed: 8_000, balance: 10_000 })
  expect((await readBooks(context, period)).flows.earned).toBe(12_000)
  const listed = async (pdf: Buffer) => {
    const { text } = await extractText(Uint8Array.from(pdf), { mergePages: true })
    return text.match(/Answer paid/g)?.length
  }
  const month = () => monthPdf(context, '2026-11', period)
  expect(await listed(await bookedMeanwhile(athleteId, month))).toBe(2)
  expect(await listed(await month())).toBe(3)
})

test('an athlete’s statement has the lines and the sums of one moment, whatever is booked while it is read', async () => {
  const { context } = bench
  const athleteId = await newAthlete(bench, { handle: '@me' })
  await earn(bench, athleteId, 8_000)
  const now = await context.clock.now()
  const period = { from: new Date(0), to: new Date(now.getTime() + 86_400_000) }
  const statement = () => statementPdf(context, { athleteId, name: '2026-11', period })
  const figures = async (pdf: Buffer) => {
    const { text } = await extractText(Uint8Array.from(pdf), { mergePages: true })
    return { lines: text.match(/Answer paid/g)?.length, change: /Change (\S+)/.exec(text)?.[1] }
  }
  const meanwhile = await bookedMeanwhile(athleteId, statement, 'question')
  expect(await figures(meanwhile)).toEqual({ lines: 1, change: '$80.00' })
  expect(await figures(await statement())).toEqual({ lines: 2, change: '$120.00' })
})
