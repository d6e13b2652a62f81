import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import type { Seller } from '../../env-seller.ts'
import { advanceClock, setClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench, quiesce } from '../../testing/payments/bench.ts'
import { onPage, untilDue } from '../../testing/payouts/bench.ts'
import { outside, type Paid, paidAnswer, paidTip, refund } from '../../testing/payouts/booked-month.ts'
import { transactOrRefuse } from '../../transact.ts'
import { holdPayouts, resumePayouts } from '../payout/hold-payouts.ts'
import { orderPayouts } from '../payout/order-payouts.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { monthCsv } from './month-csv.ts'
import { numberPapers } from './number-papers.ts'
import { creditNotePdf } from './pdf/credit-note-pdf.ts'
import { monthPdf } from './pdf/month-pdf.ts'
import { receiptPdf } from './pdf/receipt-pdf.ts'
import { monthOf } from './period.ts'
import { readBooks } from './read-books.ts'
import { receiptsOf } from './receipts.ts'

/*
 * The expected figures of January, computed by hand. A card costs 2.9 % and 30 cents, an athlete gets 80 % of an
 * answer, or a tip less its card's cost, VAT of 25 % is a fifth of a price, and a dispute costs $15.00. In cents:
 *
 *                       paid    fee  athlete  share   VAT   what becomes of it
 *   big                25000    755    20000   5000  5000   paid out, after its payouts were held
 *   coded (5.00 off)    2503    103     2002    501   501   1000 back: athlete 1202, VAT of the rest 301; then 101 back: 1122, 280
 *   tip for coded       1001     59      942      0     -   all of it back
 *   lost                4000    146     3200    800   800   disputed and lost: fee 1500
 *   won                 3000    117     2400    600   600   disputed and won: fee 1500 all the same
 *   whole               2000     88     1600    400   400   all of it back
 *   returned            1200     65      960    240   240   all of it back; its bank then returns that to us
 */
const PAID_CENTS = { captured: 37_703, tips: 1_001 }
const BACK_CENTS = { refunds: -4_102, disputes: -4_000 } // 1000 + 101 + 1001 + 2000; what was lost
const FEE_CENTS = -4_333 // 755 + 103 + 59 + 146 + 117 + 88 + 65 for cards, 3000 for disputes
const EARNED_CENTS = 24_482 // 20000 + 1122 + 0 + 0 + 2400 + 0 + 960
const SHARE_CENTS = 6_120 // 5000 + (1402 - 1122) + 0 + 0 + 600 + 0 + 240
const PAID_OUT_CENTS = -20_000
const TOP_UP_CENTS = 50_000
const OWED_CENTS = 4_482 // earned less paid out
const BALANCE_CENTS = 56_269 // 37703 + 1001 - 4102 - 4000 - 4333 - 20000 + 50000
const INVOICES_VAT_CENTS = 7_541 // 5000 + 501 + 800 + 600 + 400 + 240
const NOTES_VAT_CENTS = -1_421 // 200 + 21 + 0 + 800 + 400 + 240 - 240
const MONTH = '2027-01'
const SELLER: Seller = { name: 'Infield AS', address: ['Gate 1'], vatId: 'NO 123', vatBasisPoints: 2_500 }

let db: TestDatabase
let bench: Bench
let paid: Record<'big' | 'coded' | 'tip' | 'lost' | 'won' | 'whole' | 'returned', Paid>

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
  Object.assign(bench.context, { env: { seller: SELLER } })
  await setClock(db.sql, new Date('2027-01-05T09:00:00Z'))
  paid = await theMonth(await newAdmin())
  await numberPapers(bench.context)
}, 120_000)
afterAll(() => db.drop())

async function newAdmin(): Promise<Caller> {
  const personId = crypto.randomUUID()
  await db.sql`
    insert into person (id, role, first_name, last_name, email) values (${personId}, 'admin', 'A', 'B', 'a@t.test')`
  return { personId, role: 'admin', guestId: null, sessionId: null }
}

/** Plays all payments of the table, an hour apart. */
async function theMonth(admin: Caller): Promise<typeof paid> {
  const later = () => advanceClock(db.sql, 3_600_000)
  const answer = async (cents: number) => {
    await later()
    return paidAnswer(bench, cents)
  }
  const back = async (of: Paid, amountCents: number) => {
    await later()
    await refund(bench, of, { admin, amountCents })
  }
  await outside(bench, { act: 'top-up', amountCents: 50_000 })
  const [big, coded] = [await answer(25_000), await answer(2_503)]
  await takeOff(coded, 3_003)
  await later()
  const tip = await paidTip(bench, coded, 1_001)
  const [lost, won, whole, returned] = [
    await answer(4_000),
    await answer(3_000),
    await answer(2_000),
    await answer(1_200),
  ]
  await back(coded, 1_000)
  await back(coded, 101)
  await back(tip, 1_001)
  await back(whole, 2_000)
  await dispute(lost, 'lost')
  await dispute(won, 'won')
  await back(returned, 1_200)
  await later()
  const [sent] = await db.sql<{ id: string }[]>`
    select stripe_refund_id as id from refund where charge_id = ${returned.chargeId}`
  await outside(bench, { act: 'settle-refund', refundId: sent?.id ?? '', status: 'failed' })
  await payOut(big, admin)
  await reconcile(bench.context)
  return { big, coded, tip, lost, won, whole, returned }
}

/** Gives the question a discount code, with this price before it. */
async function takeOff({ askId, athleteId }: Paid, priceCents: number): Promise<void> {
  const codeId = crypto.randomUUID()
  await db.sql`insert into discount_code (id, code_hash, label, cents_off) values (${codeId}, 'code', 'Code', 500)`
  await db.sql`
    insert into prepared_ask (id, principal, athlete_id, asker, subject, kind, text, amount_cents, price_cents, discount_code_id)
    values (${askId}, 'guest:1', ${athleteId}, '{}', '', 'text', '', 2503, ${priceCents}, ${codeId})`
}

async function dispute({ chargeId }: Paid, status: 'lost' | 'won'): Promise<void> {
  await advanceClock(db.sql, 3_600_000)
  const { id } = await outside(bench, { act: 'dispute', chargeId })
  await outside(bench, { act: 'decide', disputeId: id ?? '', status })
}

/**
 * Runs the payouts when they are due but held, which orders nothing, and again after the hold ends, which transfers
 * the payout.
 */
async function payOut({ athleteId }: Paid, admin: Caller): Promise<void> {
  const holdId = crypto.randomUUID()
  const reason = 'looked into'
  await onPage(bench, athleteId, 'finish')
  await transactOrRefuse(bench.context, (inside) =>
    holdPayouts(inside, admin, { holdId, personId: athleteId, reason }),
  )
  await untilDue(bench)
  const run = async () => {
    await orderPayouts(bench.context)
    await quiesce(bench)
    return db.sql`select amount_cents as cents, state from payout where person_id = ${athleteId}`
  }
  expect(await run()).toHaveLength(0)
  await transactOrRefuse(bench.context, (inside) => resumePayouts(inside, admin, { holdId, reason }))
  expect([...(await run())]).toEqual([{ cents: 20_000, state: 'paid' }])
}

const textOf = async (pdf: Buffer) => (await extractText(Uint8Array.from(pdf), { mergePages: true })).text
const receipts = (...of: Paid[]) =>
  receiptsOf(
    bench.context,
    of.map(({ chargeId }) => chargeId),
  )

describe('M6 C17 a month computed by hand', () => {
  test('is what the provider lists', async () => {
    const rows = await db.sql<{ type: string; amount: number; fee: number }[]>`
      select body ->> 'type' as type, sum((body ->> 'amount')::int)::int as amount, sum((body ->> 'fee')::int)::int as fee
      from stand_in.object where object = 'balance_transaction' group by 1 order by 1`
    expect([...rows]).toEqual([
      { type: 'adjustment', amount: -4_000, fee: 3_000 },
      { type: 'charge', amount: 38_704, fee: 1_333 },
      { type: 'refund', amount: -5_302, fee: 0 },
      { type: 'refund_failure', amount: 1_200, fee: 0 },
      { type: 'topup', amount: 50_000, fee: 0 },
      { type: 'transfer', amount: -20_000, fee: 0 },
    ])
    const [kept] = await db.sql`select breaks, balance from reconciliation order by id desc limit 1`
    expect(kept).toEqual({ breaks: [], balance: { ourCents: BALANCE_CENTS, theirCents: BALANCE_CENTS } })
  })

  test('is what the ledger adds up to', async () => {
    const { flows, after, athletes } = await readBooks(bench.context, monthOf(MONTH))
    expect(flows).toEqual({
      ...PAID_CENTS,
      ...BACK_CENTS,
      fees: FEE_CENTS,
      share: SHARE_CENTS,
      earned: EARNED_CENTS,
      transferred: PAID_OUT_CENTS,
      refundsByHand: 0,
      writtenOff: 0,
      paidByHand: 0,
      topUps: TOP_UP_CENTS,
      bankPayouts: 0,
    })
    expect(after).toEqual({ owed: OWED_CENTS, onItsWay: 0, inDispute: 0, balance: BALANCE_CENTS })
    const owed = (of: Paid) => athletes.find(({ id }) => id === of.athleteId)?.owedCents
    expect([paid.big, paid.coded, paid.lost, paid.won, paid.whole, paid.returned].map(owed)).toEqual([
      0, 1_122, 0, 2_400, 0, 960,
    ])
    const [all] = await db.sql`select sum(amount_cents)::int as cents from ledger_entry`
    expect(all?.cents).toBe(0)
  })

  test('is what the table adds up to, and the table names every paper', async () => {
    let csv = ''
    for await (const line of monthCsv(db.sql, monthOf(MONTH))) csv += line
    const [head = [], ...all] = csv
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replaceAll('"', '').split(','))
    const at = (title: string) => head.indexOf(title)
    const lines = all.filter((cells) => cells[at('Booking id')] !== '')
    const sum = (title: string, of = lines) =>
      of.reduce((sumOf, cells) => sumOf + Math.round(Number(cells[at(`${title} (USD)`)] ?? 0) * 100), 0)
    expect(
      [
        ...['Captured', 'Tips', 'Refunds', 'Disputes', 'Provider fees'],
        'Change of the balance at the provider',
      ].map((title) => sum(title)),
    ).toEqual([37_703, 1_001, -4_102, -4_000, -4_333, BALANCE_CENTS])
    expect(
      ['Platform share', 'Earned by athletes', 'Change of what is owed to athletes'].map((title) =>
        sum(title),
      ),
    ).toEqual([SHARE_CENTS, EARNED_CENTS, OWED_CENTS])
    // each invoice by itself, less the VAT that its credit notes take off; a tip has a receipt without VAT
    const isSale = (cells: string[]) => ['Answer paid', 'Tip paid'].includes(cells[at('What')] ?? '')
    const sales = lines.filter(isSale)
    expect([sum('VAT', sales), sum('VAT')]).toEqual([
      INVOICES_VAT_CENTS,
      INVOICES_VAT_CENTS + NOTES_VAT_CENTS,
    ])
    const vatOf = (cells: string[]) =>
      ['Paper', 'Receipt', 'VAT rate (%)', 'VAT (USD)'].map((title) => cells[at(title)])
    expect(sales.slice(0, 3).map(vatOf)).toEqual([
      ['Invoice', '2027-000001', '25', '50.00'],
      ['Invoice', '2027-000002', '25', '5.01'],
      ['Receipt', '2027-000003', '', ''],
    ])
    const papers = lines.map((cells) => [cells[at('What')], cells[at('Receipt')], cells[at('Credit note')]])
    expect(papers.filter(([, , note]) => note !== '')).toEqual([
      ['Refund', '2027-000002', 'C-2027-000001'],
      ['Refund', '2027-000002', 'C-2027-000002'],
      ['Refund', '2027-000003', 'C-2027-000003'],
      ['Refund', '2027-000006', 'C-2027-000004'],
      ['Dispute lost', '2027-000004', 'C-2027-000005'],
      ['Refund', '2027-000007', 'C-2027-000006'],
      ['Refund came back', '2027-000007', 'C-2027-000007'],
    ])
  })

  test('is what the document says', async () => {
    const text = await textOf(await monthPdf(bench.context, MONTH, monthOf(MONTH)))
    for (const said of [
      'Captured for answers $377.03',
      'Tips $10.01',
      'Refunds -$41.02',
      'Disputes: taken and given back by banks -$40.00',
      'Fees of the provider -$43.33',
      'Transferred to athletes, less what was taken back -$200.00',
      'Top-ups from the bank $500.00',
      'After $562.69',
      'Owed after, ordered payouts included $44.82',
      'Share, after refunds and lost disputes $61.20',
      // share less fees
      'Left $17.87',
      'VAT in invoices $75.41',
      'VAT in credit notes -$14.21',
      'VAT, less that of credit notes $61.20',
      // every credit note, less the one that reverses another: 1000 + 101 + 1001 + 2000 + 4000; VAT 200 + 21 + 400
      // + 800
      'In all -$81.02 -$14.21',
    ])
      expect(text).toContain(said)
    expect(text).toMatch(
      /C-2027-000005 2027-01-\d\d \d\d:\d\d 2027-000004 Dispute lost Fan Of Theirs \w+ -\$40\.00 -\$8\.00/,
    )
  })
})

describe('C17 a credit note', () => {
  test('refers to its invoice, with its seller, its tax and what is left', async () => {
    const text = await textOf(await creditNotePdf(await receipts(paid.coded)))
    for (const said of [
      'Credit note C-2027-000001',
      'Corrects Invoice 2027-000002',
      'Infield AS',
      'NO 123',
      'Fan Of Theirs',
      'Paid in all $25.03',
      'Net -$8.00',
      'VAT 25% -$2.00',
      'Credited -$10.00',
      'Left of the invoice $15.03',
      'Credit note C-2027-000002',
      'Left before this $15.03',
      // the remaining VAT falls from 3.01 to 2.80, so that the parts never exceed the VAT of the invoice
      'Net -$0.80',
      'VAT 25% -$0.21',
      'Credited -$1.01',
      'Left of the invoice $14.02',
    ])
      expect(text).toContain(said)
    const invoice = await textOf(await receiptPdf(await receipts(paid.coded), new Date()))
    for (const said of ['Price $30.03', 'Discount code -$5.00', 'VAT 25% $5.01', 'credit note C-2027-000002'])
      expect(invoice).toContain(said)
  })

  test('of a tip shows no tax; one for a lost dispute and one that is taken back say so', async () => {
    const tip = await textOf(await creditNotePdf(await receipts(paid.tip)))
    expect(tip).toContain('Corrects Receipt 2027-000003')
    expect(tip).toContain('Credited -$10.01')
    expect(tip).not.toContain('VAT 25%')
    const lost = await textOf(await creditNotePdf(await receipts(paid.lost)))
    expect(lost).toContain('after a dispute')
    expect(lost).toContain('VAT 25% -$8.00')
    const returned = await textOf(await creditNotePdf(await receipts(paid.returned)))
    expect(returned).toContain('Credit note C-2027-000007')
    expect(returned).toContain('Takes back Credit note C-2027-000006')
    expect(returned).toContain('VAT 25% $2.40')
    expect(returned).toContain('Left of the invoice $12.00')
    expect((await receipts(paid.won))[0]?.returned).toEqual([])
  })

  test('keeps number, seller and bytes, whoever asks again and whatever is configured later', async () => {
    const made = await creditNotePdf(await receipts(paid.coded, paid.lost))
    await advanceClock(db.sql, 3_600_000)
    Object.assign(bench.context, { env: { seller: { ...SELLER, name: 'Somebody else' } } })
    await Promise.all([numberPapers(bench.context), numberPapers(bench.context)])
    expect((await creditNotePdf(await receipts(paid.coded, paid.lost))).equals(made)).toBe(true)
    const numbers = await db.sql<{ number: number }[]>`select number from credit_note order by number`
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    await expect(db.sql`update credit_note set number = 9`).rejects.toThrow('append-only')
  })
})
