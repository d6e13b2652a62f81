import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOBODYS_DOMAIN } from '../../../sync/account/mine.ts'
import {
  type Figure,
  FLOWS,
  type Flow,
  type LedgerRow,
  NO_ATHLETE,
  STANDINGS,
} from '../../../sync/desk/books.ts'
import type { Seller } from '../../env-seller.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import type { Bench } from '../../testing/payments/bench.ts'
import { type BookedMonth, bookedMonth, chargeOf, paidAnswer } from '../../testing/payouts/booked-month.ts'
import { transact } from '../../transact.ts'
import { compareBooks } from '../reconcile/breaks.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { monthCsv } from './month-csv.ts'
import { numberPapers } from './number-papers.ts'
import { monthPdf } from './pdf/month-pdf.ts'
import { receiptPdf } from './pdf/receipt-pdf.ts'
import { statementPdf } from './pdf/statement-pdf.ts'
import { monthOf, yearOf } from './period.ts'
import { readBooks } from './read-books.ts'
import { readLedger } from './read-ledger.ts'
import { paidByLink, receiptsOf } from './receipts.ts'
import { yearCsv } from './year-csv.ts'

const DAY = 86_400_000
const MONTH = '2027-01'
const SELLER: Seller = {
  name: 'Infield AS',
  address: ['Gate 1', '0150 Oslo'],
  vatId: 'NO 123',
  vatBasisPoints: 2_500,
}
let db: TestDatabase
let bench: Bench
let payments: BookedMonth['payments']

beforeAll(async () => {
  db = await testDatabase()
  const booked = await bookedMonth(db.sql)
  bench = booked.bench
  payments = booked.payments
}, 120_000)
afterAll(() => db.drop())
/** Sums the provider's own list of the month, independently of the books. */
async function atProvider(): Promise<Partial<Record<Flow, number>> & { net: number }> {
  const { from, to } = monthOf(MONTH)
  const rows = await db.sql<{ type: string; tip: boolean; amount: number; fee: number; net: number }[]>`
    select b.body ->> 'type' as type, exists (select from tip where tip.charge_id = b.body ->> 'source') as tip,
      (b.body ->> 'amount')::int as amount, (b.body ->> 'fee')::int as fee, (b.body ->> 'net')::int as net
    from stand_in.object b where b.object = 'balance_transaction'
      and to_timestamp((b.body ->> 'created')::bigint) >= ${from} and to_timestamp((b.body ->> 'created')::bigint) < ${to}`
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  const amounts = (...types: string[]) => sum(({ type, amount }) => (types.includes(type) ? amount : 0))
  return {
    captured: sum(({ type, tip, amount }) => (type === 'charge' && !tip ? amount : 0)),
    tips: sum(({ tip, amount }) => (tip ? amount : 0)),
    refunds: amounts('refund', 'refund_failure'),
    disputes: amounts('adjustment'),
    fees: amounts('stripe_fee') - sum(({ fee }) => fee),
    transferred: amounts('transfer', 'transfer_refund'),
    topUps: amounts('topup'),
    bankPayouts: amounts('payout', 'payout_failure'),
    net: sum(({ net }) => net),
  }
}

const books = () => readBooks(bench.context, monthOf(MONTH))
const dollars = (text = '') => Math.round(Number(text.replace(/[$,]/g, '')) * 100)
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)

/** Returns all pages of a figure's entries. */
async function entriesOf(
  figure: Figure | null,
  more: object = {},
): Promise<{ rows: LedgerRow[]; sumCents: number; count: number }> {
  const isStanding = (STANDINGS as readonly (Figure | null)[]).includes(figure)
  const rows: LedgerRow[] = []
  for (;;) {
    const call = {
      from: isStanding ? null : '2027-01-01',
      until: '2027-01-31',
      figure,
      athleteId: null,
      questionId: null,
      search: null,
    }
    const page = await readLedger(bench.context, { ...call, ...more, after: rows.at(-1)?.id ?? null })
    rows.push(...page.rows)
    if (!page.more) return { rows, sumCents: page.sumCents, count: page.count }
  }
}

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const line of lines) text += line
  return text
}

/** Parses a CSV as any program would. */
function parsed(csv: string): Record<string, string>[] {
  expect(csv.startsWith('\ufeff')).toBe(true)
  const records = csv
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    )
  const [head = [], ...rows] = records
  return rows.map((cells) => Object.fromEntries(head.map((title, index) => [title, cells[index] ?? ''])))
}

const pdfText = async (pdf: Buffer) => (await extractText(Uint8Array.from(pdf), { mergePages: true })).text

describe('M6 the balance of the provider', () => {
  test('a movement nobody booked is a break; once the night has taken it in, none is left', async () => {
    const before = await compareBooks(bench.context)
    expect(before?.breaks.map(({ theirCents }) => theirCents).sort()).toEqual(
      [-10_100, -250, -3_000, 3_000, 50_000].sort(),
    )
    await reconcile(bench.context)
    const [kept] = await db.sql`select breaks, balance from reconciliation order by id desc limit 1`
    const { net } = await atProvider()
    expect(kept).toEqual({ breaks: [], balance: { ourCents: net, theirCents: net } })
    await reconcile(bench.context)
    expect((await compareBooks(bench.context))?.breaks).toEqual([])
  })

  test('what is too old to be compared by itself is found in the balance', async () => {
    const old = {
      id: 'txn_old',
      object: 'balance_transaction',
      type: 'adjustment',
      source: 'adj_1',
      amount: -777,
      fee: 0,
      net: -777,
    }
    const at = Math.floor(Date.parse('2026-06-01T00:00:00Z') / 1000)
    await db.sql`
      insert into stand_in.object (id, object, body)
      values ('txn_old', 'balance_transaction', ${db.sql.json({ ...old, currency: 'usd', created: at, available_on: at })})`
    const found = await compareBooks(bench.context)
    expect(found?.breaks).toMatchObject([{ sourceId: 'balance', between: 'ledger and balance' }])
    expect((found?.breaks[0]?.theirCents ?? 0) - (found?.breaks[0]?.ourCents ?? 0)).toBe(-777)
    await db.sql`delete from stand_in.object where id = 'txn_old'`
  })
})

describe('a month', () => {
  test('every figure is the sum of its entries, and what the provider lists', async () => {
    const month = await books()
    const { net, ...theirs } = await atProvider()
    expect(month.flows).toMatchObject(theirs)
    expect(month.after.balance - month.before.balance).toBe(net)
    for (const figure of [...FLOWS, ...STANDINGS]) {
      const { rows, sumCents, count } = await entriesOf(figure)
      const shown = figure in month.flows ? month.flows[figure as Flow] : month.after[figure as 'owed']
      expect([sumCents, sumOf(rows.map(({ cents }) => cents)), rows.length], figure).toEqual([
        shown,
        shown,
        count,
      ])
    }
    // worked out by hand: 80 % of what is left of the answers, and the tip less its fee; a disputed payment counts
    // until it is lost
    const earned = 1_202 + (1_001 - 59) + 0 + 2_400 + 1_600
    expect(month.flows.earned).toBe(earned)
    expect(month.flows).toMatchObject({
      captured: 25_000 + 2_503 + 4_000 + 3_000 + 2_000,
      tips: 1_001,
      refunds: -26_000,
      disputes: -6_000,
      topUps: 50_000,
      bankPayouts: -10_000,
      paidByHand: 0,
      share: 301 + 59 + 0 + 600 + 400,
    })
    expect(month.after).toMatchObject({ owed: earned, onItsWay: 0, inDispute: 2_000 })
  })

  test('athletes and days add up to the whole, and what was owed, earned and paid to what is owed', async () => {
    const { flows, athletes, days, before, after } = await books()
    for (const flow of FLOWS) {
      expect(sumOf(athletes.map((row) => row.flows[flow])), flow).toBe(flows[flow])
      expect(sumOf(days.map((row) => row.flows[flow])), flow).toBe(flows[flow])
    }
    expect(sumOf(athletes.map(({ owedCents }) => owedCents))).toBe(after.owed + after.onItsWay)
    expect(before.owed + before.onItsWay + flows.earned + flows.transferred + flows.paidByHand).toBe(
      after.owed + after.onItsWay,
    )
    expect(flows.captured + flows.tips + flows.refunds - 4_000).toBe(flows.earned + flows.share)
    const { athleteId } = payments.small
    const one = athletes.find(({ id }) => id === athleteId)
    expect((await entriesOf('earned', { athleteId })).sumCents).toBe(one?.flows.earned)
    const nobody = athletes.find(({ id }) => id === null)
    expect(nobody?.flows.topUps).toBe(50_000)
    for (const flow of FLOWS)
      expect((await entriesOf(flow, { athleteId: NO_ATHLETE })).sumCents, flow).toBe(nobody?.flows[flow])
  })

  test('a row names fan, athlete, question and payment, and is found by each', async () => {
    const { askId, chargeId, athleteId } = payments.small
    const { rows } = await entriesOf(null, { questionId: askId })
    const tip = await chargeOf(bench, payments.tip.paymentId)
    expect(new Set(rows.map((row) => row.chargeId ?? row.source))).toEqual(new Set([chargeId, tip]))
    for (const row of rows)
      expect(row).toMatchObject({
        fan: 'Kim Lee, Jr.',
        questionId: askId,
        athlete: { id: athleteId, name: 'A B' },
        subject: '+1 on my catch',
      })
    expect(sumOf(rows.map(({ cents }) => cents))).toBe(0)
    const [hold] = await db.sql<
      { intent: string }[]
    >`select payment_intent_id as intent from hold where id = ${payments.small.paymentId}`
    for (const search of [chargeId, hold?.intent])
      expect((await entriesOf('captured', { search })).rows.map(({ source }) => source)).toEqual([chargeId])
    expect((await entriesOf('captured', { search: 'kim lee' })).count).toBe(1)
    expect((await entriesOf('captured', { search: 'KÍM LÊE' })).count).toBe(1)
    expect((await entriesOf('captured', { search: '%' })).count).toBe(0)
  })
})

describe('files', () => {
  test('a month as a table: no formula, and every column comes to its figure', async () => {
    await numberPapers(bench.context)
    const csv = await textOf(monthCsv(db.sql, monthOf(MONTH)))
    const lines = parsed(csv)
    const rows = lines.filter((row) => row['Booking id'] !== '')
    const { flows, before, after } = await books()
    const column = (title: string) => sumOf(rows.map((row) => dollars(row[`${title} (USD)`])))
    expect([
      column('Captured'),
      column('Tips'),
      column('Refunds'),
      column('Disputes'),
      column('Provider fees'),
    ]).toEqual([flows.captured, flows.tips, flows.refunds, flows.disputes, flows.fees])
    const ends = [before, after].map(({ balance, owed, onItsWay, inDispute }) => [
      balance,
      owed,
      onItsWay,
      inDispute,
    ])
    const standings = [
      ...['the balance at the provider', 'what is owed to athletes', 'payouts on their way'],
      'what is in dispute',
    ]
    const [opening = [], closing = []] = [lines.at(0), lines.at(-2)].map((row) =>
      standings.map((title) => dollars(row?.[`Change of ${title} (USD)`])),
    )
    expect([opening, closing]).toEqual(ends)
    expect(opening.map((cents, index) => cents + column(`Change of ${standings[index]}`))).toEqual(closing)
    expect([lines.at(0)?.What, lines.at(-2)?.What, lines.length - rows.length]).toEqual([
      'Before the period',
      'After the period',
      3,
    ])
    expect(column('Platform share')).toBe(flows.share)
    expect(rows.find(({ Payment }) => Payment === payments.big.chargeId)).toMatchObject({
      Fan: 'Åsa =HYPERLINK("x")',
      Question: "'+1 on my catch",
      'Provider id': payments.big.chargeId,
    })
    for (const row of rows)
      for (const cell of [row.Fan, row.Athlete, row.Question, row['Provider id']])
        expect(cell).not.toMatch(/^[=+@]/)
  })

  test('a month as a document lists the movements that the provider lists, and adds up', async () => {
    const text = await pdfText(await monthPdf(bench.context, MONTH, monthOf(MONTH)))
    const { net } = await atProvider()
    expect(text).toContain('Infield. From ')
    const moved = text.slice(text.indexOf('Movements of the balance'))
    // the last three amounts of each line are the amount, the fee and the net
    const amounts = [...moved.matchAll(/(-?\$[\d,]+\.\d\d) (-?\$[\d,]+\.\d\d) (-?\$[\d,]+\.\d\d)/g)].map(
      (found) => found.slice(1).map(dollars),
    )
    const [sum, lines] = [amounts.at(-1), amounts.slice(0, -1)]
    expect([0, 1, 2].map((index) => sumOf(lines.map((line) => line[index] ?? 0)))).toEqual(sum)
    expect(sum?.[2]).toBe(net)
    const sources = await db.sql<{ source: string }[]>`
      select coalesce(body ->> 'source', id) as source from stand_in.object where object = 'balance_transaction' and body ->> 'type' not in ('topup', 'payout', 'payout_failure')`
    expect(lines).toHaveLength(sources.length + 4)
    for (const { source } of sources) expect(moved).toContain(source)
  })

  test('a year of every athlete; who was erased has no address', async () => {
    const { athleteId } = payments.lost
    const [before] = await db.sql<{ email: string }[]>`select email from person where id = ${athleteId}`
    await db.sql`update person set email = ${`${athleteId}${NOBODYS_DOMAIN}`} where id = ${athleteId}`
    const rows = parsed(await textOf(yearCsv(db.sql, yearOf('2027'))))
    const { flows, athletes } = await books()
    expect(rows).toHaveLength(athletes.filter(({ id }) => id).length)
    const column = (title: string) => sumOf(rows.map((row) => dollars(row[`${title} (USD)`])))
    expect([column('Earned'), column('Paid by fans'), column('Paid out in all')]).toEqual([
      flows.earned,
      flows.captured + flows.tips,
      0,
    ])
    expect(column('Refunds and lost disputes')).toBe(-30_000)
    const addresses = rows.map((row) => row.Email ?? '')
    expect(addresses.filter((address) => address === '')).toHaveLength(1)
    expect(rows.find((row) => row['Athlete id'] === athleteId)?.Email).toBe('')
    await db.sql`update person set email = ${before?.email ?? ''} where id = ${athleteId}`
  })

  test('an athlete’s statement begins with what they were owed and ends with what they are', async () => {
    const { athleteId } = payments.small
    const of = { athleteId, name: MONTH, period: monthOf(MONTH) }
    const text = await pdfText(await statementPdf(bench.context, of))
    expect(text).toContain('To be paid out before $0.00')
    expect(text).toContain('To be paid out after $21.44')
    expect(text).toMatch(/Answer paid \+1 on my catch \$25\.03 -\$5\.01 \$20\.02/)
    expect(text).toMatch(/Tip paid \+1 on my catch \$10\.01 -\$0\.59 \$9\.42/)
    expect(text).toMatch(/Refund \+1 on my catch -\$8\.00/)
    expect(text).not.toContain('Kim')
  })
})

describe('receipts', () => {
  const numbers = async () =>
    (await db.sql<{ number: number }[]>`select number from receipt where year = 2027 order by number`).map(
      ({ number }) => number,
    )

  test('numbers have no gap, whoever asks at once, and stay with their seller', async () => {
    await Promise.all([numberPapers(bench.context), numberPapers(bench.context)])
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6])
    const of = [payments.small.chargeId, payments.tip.chargeId]
    const before = await receiptsOf(bench.context, of)
    expect(before.map(({ number, of: kind }) => [number, kind])).toEqual([
      ['2027-000002', 'answer'],
      ['2027-000003', 'tip'],
    ])
    Object.assign(bench.context, { env: { seller: SELLER } })
    await advanceClock(db.sql, DAY)
    const late = await paidAnswer(bench, 1_000)
    await Promise.all([numberPapers(bench.context), numberPapers(bench.context)])
    expect(await numbers()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(await receiptsOf(bench.context, of)).toEqual(before)
    expect(await receiptsOf(bench.context, [late.chargeId])).toMatchObject([
      { number: '2027-000007', seller: SELLER },
    ])
    await expect(db.sql`update receipt set number = 9`).rejects.toThrow('append-only')
    payments.open = late
  })

  test('a fan’s link gives every payment of the question; an invoice names its seller and the tax in the price', async () => {
    const of = await paidByLink(bench.context, payments.small.token)
    const receipts = await receiptsOf(bench.context, of.ok ? of.value : [])
    const text = await pdfText(await receiptPdf(receipts, new Date()))
    for (const said of [
      'Receipt 2027-000002',
      'Receipt 2027-000003',
      'Kim Lee, Jr.',
      'Paid in all $25.03',
      '-$10.00',
      'Left after that $15.03',
      'Paid in all $10.01',
    ])
      expect(text).toContain(said)
    const late = await receiptsOf(bench.context, [payments.open.chargeId])
    const invoice = await pdfText(await receiptPdf(late, new Date()))
    for (const said of [
      'Invoice 2027-000007',
      'Infield AS',
      '0150 Oslo',
      'NO 123',
      'Net $8.00',
      'VAT 25% $2.00',
      'Paid in all $10.00',
    ])
      expect(invoice).toContain(said)
    expect(await paidByLink(bench.context, 'x'.repeat(43))).toMatchObject({ ok: false })
  })

  test('a document is never made inside a transaction', async () => {
    const made = transact(bench.context, () => receiptPdf([], new Date()))
    await expect(made).rejects.toThrow('inside a transaction')
  })
})
