import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Caller } from '../../../sync/roles.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { asked, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { monthCsv } from '../books/month-csv.ts'
import { numberPapers } from '../books/number-papers.ts'
import { creditNotePdf } from '../books/pdf/credit-note-pdf.ts'
import { monthPdf } from '../books/pdf/month-pdf.ts'
import { receiptPdf } from '../books/pdf/receipt-pdf.ts'
import { readBooks } from '../books/read-books.ts'
import { receiptsOf } from '../books/receipts.ts'
import { captureHold } from '../capture.ts'
import { earningsCents } from '../ledger.ts'
import { listPayments, listReturns } from './list-returns.ts'
import { orderRefund } from './order-refund.ts'
import { refreshReturns } from './refresh-returns.ts'
import { refundByHand } from './refund-by-hand.ts'

const HOUR = 3_600_000
/** A card whose refunds are done, and come back an hour later. */
const CLOSED_CARD = '4000000000005126'
let db: TestDatabase
let bench: Bench
const admins = [crypto.randomUUID(), crypto.randomUUID()].map(
  (personId) => ({ personId, role: 'admin', guestId: null, sessionId: null }) as const,
) as [Caller, Caller]

beforeAll(async () => {
  db = await testDatabase()
  for (const { personId } of admins)
    await db.sql`
      insert into person (id, role, first_name, last_name, email)
      values (${personId}, 'admin', 'Ada', 'B', ${`${personId}@t.test`})`
  bench = await openBench(db.sql)
  Object.assign(bench.context, { env: { seller: null } })
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    'test_clock, credit_note, receipt, refund, dispute, payout, payout_deduction, ledger_entry, ledger_transaction, hold, tip, money_operation, mail, stand_in.object, stand_in.idempotency, stand_in.delivery',
  )
})

type Paid = { paymentId: string; askId: string; athleteId: string; chargeId: string }

/** Makes an answer that was paid with 25 dollars. */
async function paidAnswer(): Promise<Paid> {
  const hold = await held(bench, { card: CLOSED_CARD })
  const { athleteId } = await asked(bench, hold)
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  await db.sql`
    update question set status = 'completed', settled_at = app_now(), asker = '{"firstName": "Kim", "email": "kim@t.test"}'
    where id = ${hold.askId}`
  const [row] = await db.sql<{ chargeId: string }[]>`
    select charge_id as "chargeId" from hold where id = ${hold.holdId}`
  return { askId: hold.askId, athleteId, paymentId: hold.holdId, chargeId: row?.chargeId ?? '' }
}

/** Refunds a part of it, which is done at once, and returns the refund's id. */
async function refundPart({ paymentId }: Paid, amountCents: number): Promise<string> {
  const refundId = crypto.randomUUID()
  const call = { refundId, paymentId, amountCents, reason: 'not-as-promised' } as const
  expect(
    await transactOrRefuse(bench.context, (inside) => orderRefund(inside, admins[0], call)),
  ).toMatchObject({
    ok: true,
  })
  await quiesce(bench)
  return refundId
}

/** Lets time pass; refunds that are an hour old come back from the bank. */
async function pass(ms: number): Promise<void> {
  await advanceClock(db.sql, ms)
  await bench.standIn.tick()
  await quiesce(bench)
}

/** Refunds a part of it, which the bank sends back, and returns the refund's id. */
async function failedRefund(of: Paid, amountCents: number): Promise<string> {
  const refundId = await refundPart(of, amountCents)
  await pass(2 * HOUR)
  return refundId
}

type Seen = { leftCents?: number; reference?: string; by?: Caller }

const payByHand = (
  refundId: string,
  { leftCents = 2_500, reference = 'SEPA 7', by = admins[0] }: Seen = {},
) => transactOrRefuse(bench.context, (inside) => refundByHand(inside, by, { refundId, reference, leftCents }))
const paymentOf = async ({ askId }: Paid) => (await listPayments(bench.context, askId)).payments[0]
const bankCents = async () => {
  const [row] = await db.sql<{ cents: number }[]>`
    select coalesce(sum(amount_cents), 0)::int as cents from ledger_entry where account = 'company_bank'`
  return row?.cents
}
const pdfText = async (pdf: Buffer) => (await extractText(Uint8Array.from(pdf), { mergePages: true })).text
const mailed = async ({ askId }: Paid) =>
  (
    await db.sql<{ kind: string; cents: string }[]>`
      select kind, data ->> 'cents' as cents from mail where question_id = ${askId} and kind in ('refund-by-hand', 'payment-returned')
      order by created_at, kind`
  ).map(({ kind, cents }) => `${kind} ${cents}`)

describe('M12 a refund that did not reach the card is paid by hand', () => {
  test('the share is taken, the papers say how it went back, and nothing is left to refund', async () => {
    const of = await paidAnswer()
    const refundId = await failedRefund(of, 2_500)
    expect(await earningsCents(db.sql, of.athleteId)).toBe(2_000)
    expect(await paymentOf(of)).toMatchObject({
      leftCents: 2_500,
      owedRefunds: [{ id: refundId, amountCents: 2_500 }],
    })
    expect((await listReturns(bench.context)).refunds).toMatchObject([
      { state: 'failed', owedOfCents: 2_500, byHand: null },
    ])
    await db.sql`delete from mail`
    expect(await payByHand(refundId)).toEqual({ ok: true, value: {} })
    expect(await earningsCents(db.sql, of.athleteId)).toBe(0)
    expect(await bankCents()).toBe(-2_500)
    expect(await paymentOf(of)).toMatchObject({ leftCents: 0, athleteCents: 0, owedRefunds: [] })
    expect((await listReturns(bench.context)).refunds).toMatchObject([
      { state: 'failed', owedOfCents: null, byHand: { by: 'Ada B', reference: 'SEPA 7' } },
    ])
    expect(await mailed(of)).toEqual(['payment-returned 2000', 'refund-by-hand 2500'])
    expect(await ledgerBreaks(bench.context)).toEqual([])
    await numberPapers(bench.context)
    const receipts = await receiptsOf(bench.context, [of.chargeId])
    expect(receipts[0]?.returned.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['refund', 2_500],
      ['refund-failed', -2_500],
      ['refund-by-hand', 2_500],
    ])
    const receipt = await pdfText(await receiptPdf(receipts, new Date()))
    expect(receipt).toContain('Refund paid by hand')
    expect(receipt).not.toContain('to the card')
    expect(receipt).toMatch(/Left after that\s+\$0\.00/)
    const notes = await pdfText(await creditNotePdf(receipts))
    expect(notes).toContain('Paid back by bank transfer, and not to the card')
    const [act] =
      await db.sql`select act, subject, detail ->> 'cents' as cents from audit where act = 'refund.by-hand'`
    expect(act).toEqual({ act: 'refund.by-hand', subject: of.askId, cents: '2500' })
  })

  test('the books have it as money out of our bank, and the balance at the provider is not touched', async () => {
    const of = await paidAnswer()
    expect(await payByHand(await failedRefund(of, 1_000))).toMatchObject({ ok: true })
    const now = (await bench.context.clock.now()).getTime()
    const period = { from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) }
    const { flows, after } = await readBooks(bench.context, period)
    expect(flows).toMatchObject({
      captured: 2_500,
      refunds: 0,
      refundsByHand: -1_000,
      earned: 1_200,
      share: 300,
    })
    expect(after.balance).toBe(flows.captured + flows.fees)
    const lines: string[] = []
    for await (const part of monthCsv(db.sql, period)) lines.push(...part.split('\n'))
    const [line] = lines.filter((each) => each.includes('Refund paid by hand'))
    expect(line).toContain(',-10.00,')
    expect(await pdfText(await monthPdf(bench.context, 'a month', period))).toMatch(
      /Refunds paid by hand, from our own bank\s+-\$10\.00/,
    )
  })

  test('pressed twice and by two admins at once: booked once', async () => {
    const of = await paidAnswer()
    const refundId = await failedRefund(of, 1_000)
    const both = await Promise.all(
      admins.map((by, nth) => payByHand(refundId, { by, reference: `SEPA ${nth}` })),
    )
    const codes = both.map((each) => (each.ok ? 'ok' : each.refusal.code)).sort()
    expect(codes).toEqual(['already-decided', 'ok'])
    const won = both.findIndex(({ ok }) => ok)
    expect(await payByHand(refundId, { reference: `SEPA ${won}` })).toMatchObject({ ok: true })
    expect(await bankCents()).toBe(-1_000)
    expect(await earningsCents(db.sql, of.athleteId)).toBe(1_200)
    expect((await mailed(of)).filter((mail) => mail.startsWith('refund-by-hand'))).toEqual([
      'refund-by-hand 1000',
    ])
    // hearing of the failed refund again changes nothing
    await refreshReturns(bench.context, of.paymentId)
    expect(await earningsCents(db.sql, of.athleteId)).toBe(1_200)
  })

  test('a refund for another complaint that went out before this one came back does not stand for it', async () => {
    const of = await paidAnswer()
    const refundId = await refundPart(of, 500)
    await pass(HOUR / 2)
    await refundPart(of, 300)
    await pass(HOUR / 2 + 1_000)
    const { refunds } = await listReturns(bench.context)
    expect(refunds.map(({ state }) => state)).toEqual(['done', 'failed'])
    expect((await paymentOf(of))?.owedRefunds).toMatchObject([{ id: refundId }])
    expect(await payByHand(refundId, { leftCents: 2_200 })).toMatchObject({ ok: true })
    expect(await bankCents()).toBe(-500)
  })

  test('of refunds that are learned of together, one that was made again is not owed', async () => {
    const of = await paidAnswer()
    await failedRefund(of, 1_000)
    await refundPart(of, 1_000)
    await db.sql`delete from refund`
    await refreshReturns(bench.context, of.paymentId)
    const { refunds } = await listReturns(bench.context)
    expect(refunds.map(({ state, owedOfCents }) => [state, owedOfCents])).toEqual([
      ['done', null],
      ['failed', null],
    ])
    expect((await paymentOf(of))?.owedRefunds).toEqual([])
  })

  test('it is taken off a payout that was ordered and not begun', async () => {
    const of = await paidAnswer()
    const refundId = await failedRefund(of, 2_500)
    const payoutId = crypto.randomUUID()
    await db.sql`
      insert into payout (id, person_id, period, amount_cents, way) values (${payoutId}, ${of.athleteId}, 'month to x', 2000, 'manual')`
    await db.sql`
      with t as (insert into ledger_transaction (id, kind, source) values (${crypto.randomUUID()}, 'payout', ${payoutId}) returning id)
      insert into ledger_entry (transaction_id, account, person_id, amount_cents)
      select id, account, ${of.athleteId}::uuid, cents from t, (values ('athlete_payable', 2000), ('payout_clearing', -2000)) e (account, cents)`
    expect(await payByHand(refundId)).toMatchObject({ ok: true })
    const [payout] = await db.sql`select state from payout where id = ${payoutId}`
    expect(payout).toEqual({ state: 'cancelled' })
    expect(await earningsCents(db.sql, of.athleteId)).toBe(0)
  })
})

describe('it is refused', () => {
  test('for a refund that is not owed: done, on its way, or made again since', async () => {
    const of = await paidAnswer()
    const refundId = await failedRefund(of, 500)
    expect(await payByHand(crypto.randomUUID())).toMatchObject({ refusal: { code: 'not-found' } })
    const fan = { ...admins[0], role: 'basic' } as Caller
    expect(await payByHand(refundId, { by: fan })).toMatchObject({ refusal: { code: 'not-allowed' } })
    expect(await payByHand(refundId, { leftCents: 2_000 })).toMatchObject({
      refusal: { code: 'changed-meanwhile', detail: { leftCents: 2_500 } },
    })
    for (const state of ['ordered', 'pending', 'done']) {
      await db.sql`update refund set state = ${state} where id = ${refundId}`
      expect(await payByHand(refundId), state).toMatchObject({ refusal: { code: 'already-decided' } })
    }
    await db.sql`update refund set state = 'failed' where id = ${refundId}`
    const again = crypto.randomUUID()
    await db.sql`
      insert into refund (id, question_id, charge_id, amount_cents, reason, created_at)
      select ${again}, question_id, charge_id, amount_cents, reason, created_at + interval '1 hour' from refund where id = ${refundId}`
    expect(await payByHand(refundId)).toMatchObject({ refusal: { code: 'already-decided' } })
    // the second try fails as well, and one of the two is paid
    await db.sql`update refund set state = 'refused' where id = ${again}`
    expect((await paymentOf(of))?.owedRefunds).toHaveLength(2)
    await advanceClock(db.sql, 2 * HOUR)
    expect(await payByHand(refundId)).toMatchObject({ ok: true })
    expect((await paymentOf(of))?.owedRefunds).toEqual([])
    expect(await payByHand(again, { leftCents: 2_000 })).toMatchObject({
      refusal: { code: 'already-decided' },
    })
  })

  test('while a bank has the payment in dispute, and where less is left', async () => {
    const of = await paidAnswer()
    const refundId = await failedRefund(of, 2_500)
    const { id } = await bench.standIn.outside({ act: 'dispute', chargeId: of.chargeId })
    await quiesce(bench)
    expect(await payByHand(refundId)).toMatchObject({ refusal: { code: 'payment-disputed' } })
    await bench.standIn.outside({ act: 'decide', disputeId: id ?? '', status: 'lost' })
    await quiesce(bench)
    expect(await payByHand(refundId, { leftCents: 0 })).toMatchObject({
      refusal: { code: 'refund-too-high', detail: { leftCents: 0 } },
    })
    expect((await listReturns(bench.context)).refunds).toMatchObject([{ owedOfCents: null }])
  })
})

test('of a fan who was erased no reference is kept', async () => {
  const of = await paidAnswer()
  const refundId = await failedRefund(of, 500)
  await db.sql`update question set asker = '{"firstName": "", "email": ""}' where id = ${of.askId}`
  expect(await payByHand(refundId)).toMatchObject({ ok: true })
  expect(await payByHand(refundId)).toMatchObject({ ok: true })
  expect((await listReturns(bench.context)).refunds).toMatchObject([{ byHand: { reference: '' } }])
  expect(await bankCents()).toBe(-500)
})

test('an order that the provider refused is a trouble until it is paid by hand', async () => {
  const of = await paidAnswer()
  const call = {
    refundId: crypto.randomUUID(),
    paymentId: of.paymentId,
    amountCents: 700,
    reason: 'fraud',
  } as const
  await transactOrRefuse(bench.context, (inside) => orderRefund(inside, admins[0], call))
  await db.sql`update money_operation set state = 'failed', error = 'card_closed' where subject_id = ${call.refundId}`
  await db.sql`update refund set state = 'refused', error = 'card_closed' where id = ${call.refundId}`
  const stuck = () => db.sql`select kind from stuck_money`
  expect(await stuck()).toEqual([{ kind: 'refund' }])
  expect(await payByHand(call.refundId)).toMatchObject({ ok: true })
  expect(await stuck()).toEqual([])
})
