import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { asked, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { captureHold } from '../capture.ts'
import { earningsCents } from '../ledger.ts'
import { reservedCents } from '../payout/reserve.ts'
import type { OutsideAct } from '../stand-in/outside.ts'
import { listPayments } from './list-returns.ts'
import { orderRefund } from './order-refund.ts'
import { refreshReturns } from './refresh-returns.ts'
import { inDisputeColumn, inquiryColumn, wentBackColumn } from './went-back.ts'

const DAY = 24 * 3_600_000
let db: TestDatabase
let bench: Bench
const admin = { personId: crypto.randomUUID(), role: 'admin', guestId: null } as Caller

beforeAll(async () => {
  db = await testDatabase()
  await db.sql`
    insert into person (id, role, first_name, last_name, email) values (${admin.personId}, 'admin', 'A', 'B', 'a@t.test')`
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  bench.standIn.faults.clear()
})

type Paid = { paymentId: string; askId: string; athleteId: string; chargeId: string }

/** Makes an answer that was paid with $15, of which the athlete earned $12. */
async function paidAnswer(): Promise<Paid> {
  const { holdId, askId } = await held(bench, { amountCents: 1_500 })
  const { athleteId } = await asked(bench, { askId }, { amountCents: 1_500 })
  await transact(bench.context, (inside) => captureHold(inside, holdId))
  await quiesce(bench)
  await db.sql`update question set status = 'completed', settled_at = app_now() where id = ${askId}`
  const [row] = await db.sql<{ charge: string }[]>`select charge_id as charge from hold where id = ${holdId}`
  return { paymentId: holdId, askId, athleteId, chargeId: row?.charge ?? '' }
}

async function act(call: OutsideAct): Promise<string> {
  const { id } = await bench.standIn.outside(call)
  await quiesce(bench)
  return id ?? ''
}
const inquire = ({ chargeId }: Paid) => act({ act: 'dispute', chargeId, isInquiry: true })

/** The sums that a fan, an athlete and the desk read of a payment, in cents, and whether it may be refunded. */
async function read({ paymentId, askId, athleteId }: Paid) {
  const [seen] = await db.sql<{ back: number; disputed: number; asked: number }[]>`
    select ${wentBackColumn(db.sql, 'hold')} as back, ${inDisputeColumn(db.sql, 'hold')} as disputed,
      ${inquiryColumn(db.sql, 'hold')} as asked from hold where id = ${paymentId}`
  const { payments } = await listPayments(bench.context, askId)
  return {
    ...seen,
    earned: await earningsCents(db.sql, athleteId),
    reserved: await reservedCents(db.sql, athleteId),
    left: payments[0]?.leftCents,
    isDisputed: payments[0]?.isDisputed,
  }
}
const stateOf = async ({ chargeId }: Paid) =>
  (await db.sql`select state from dispute where charge_id = ${chargeId}`)[0]?.state
/** Returns why the team was told of the payment's dispute, oldest first, and the time for evidence. */
const told = async ({ askId }: Paid) =>
  (
    await db.sql<{ why: string; state: string; dueBy: string | null }[]>`
      select data ->> 'why' as why, data ->> 'state' as state, data ->> 'dueBy' as "dueBy" from mail
      where question_id = ${askId} and kind = 'dispute-opened' order by created_at, id`
  ).map(({ why, state, dueBy }) => `${why} ${state}${dueBy ? ' due' : ''}`)
const refund = (of: Paid, amountCents: number) =>
  transactOrRefuse(bench.context, (inside) =>
    orderRefund(inside, admin, {
      refundId: crypto.randomUUID(),
      paymentId: of.paymentId,
      amountCents,
      reason: 'goodwill',
    }),
  )

describe('C17 a dispute that was lost and is appealed', () => {
  const LOST = { back: 500, disputed: 0, asked: 0, earned: 800, reserved: 0, left: 1_000 }

  test.each([
    ['lost', LOST],
    ['won', { back: 0, disputed: 0, asked: 0, earned: 1_200, reserved: 0, left: 1_500 }],
  ] as const)('stays gone, for everybody and every night, until it is %s', async (end, after) => {
    const of = await paidAnswer()
    const disputeId = await act({ act: 'dispute', chargeId: of.chargeId, amountCents: 500 })
    expect(await read(of)).toMatchObject({ back: 0, disputed: 500, asked: 0, earned: 1_200, reserved: 400 })
    await act({ act: 'decide', disputeId, status: 'lost' })
    expect(await read(of)).toMatchObject(LOST)
    for (const [step, state] of [
      ['appeal', 'needs-response'],
      ['answer', 'under-review'],
    ] as const) {
      await act({ act: step, disputeId })
      expect(await stateOf(of)).toBe(state)
      expect(await read(of), step).toMatchObject(LOST)
      expect(await ledgerBreaks(bench.context), step).toEqual([])
    }
    await act({ act: 'decide', disputeId, status: end })
    expect(await read(of)).toMatchObject(after)
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })
})

describe('C17 a dispute that is prevented', () => {
  test('is lost where money was taken for it', async () => {
    const of = await paidAnswer()
    const disputeId = await act({ act: 'dispute', chargeId: of.chargeId })
    await act({ act: 'decide', disputeId, status: 'prevented' })
    expect(await stateOf(of)).toBe('lost')
    expect(await read(of)).toMatchObject({ back: 1_500, disputed: 0, earned: 0, reserved: 0, left: 0 })
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('is closed where none was taken', async () => {
    const of = await paidAnswer()
    await act({ act: 'decide', disputeId: await inquire(of), status: 'prevented' })
    expect(await stateOf(of)).toBe('closed')
    expect(await read(of)).toMatchObject({ back: 0, disputed: 0, earned: 1_200, reserved: 0, left: 1_500 })
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })
})

describe('C17 a dispute that moves money several times', () => {
  test('is booked to the cent, once, in each direction', async () => {
    const of = await paidAnswer()
    const disputeId = await act({ act: 'dispute', chargeId: of.chargeId })
    const bookings = () => db.sql<{ kind: string; source: string; cents: number }[]>`
      select t.kind, t.source, e.amount_cents as cents from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.source like ${`${disputeId}%`} and e.account = 'stripe_balance' order by t.at, t.source`
    const steps = [
      { act: 'answer', disputeId, feeCents: 1_500 },
      { act: 'reinstate', disputeId, amountCents: 400 },
      { act: 'decide', disputeId, status: 'won', feeBackCents: 1_000 },
    ] as const
    const { listDisputes } = bench.payments
    const former = await listDisputes(of.chargeId)
    for (const step of steps) {
      await act(step)
      for (let again = 0; again < 2; again += 1) await refreshReturns(bench.context, of.paymentId)
      expect(await ledgerBreaks(bench.context), step.act).toEqual([])
    }
    const all = [
      { kind: 'dispute', source: disputeId, cents: -3_000 },
      { kind: 'dispute', source: `${disputeId} 2`, cents: -1_500 },
      { kind: 'dispute-reinstated', source: disputeId, cents: 400 },
      { kind: 'dispute-reinstated', source: `${disputeId} 2`, cents: 2_100 },
    ]
    expect(await bookings()).toEqual(all)
    expect(await db.sql`select fee_cents from dispute where id = ${disputeId}`).toEqual([
      { fee_cents: 2_000 },
    ])
    expect(
      await db.sql`
        select sum(e.amount_cents)::int as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
        where t.charge_id = ${of.chargeId} and e.account = 'dispute_fees'`,
    ).toEqual([{ cents: 2_000 }])
    bench.payments.listDisputes = async () => former
    await refreshReturns(bench.context, of.paymentId)
    bench.payments.listDisputes = listDisputes
    expect(await bookings()).toEqual(all)
    expect(await read(of)).toMatchObject({ back: 0, earned: 1_200, left: 1_500 })
    expect((await told(of)).filter((why) => why.startsWith('opened'))).toHaveLength(1)
  })
})

describe('C17 the team is told once of all that asks for something', () => {
  test('an inquiry that becomes a dispute, is lost and appealed, however often and late it is heard of', async () => {
    Object.assign(bench.standIn.faults.webhooks, { shuffle: true, duplicates: 3 })
    const of = await paidAnswer()
    const disputeId = await inquire(of)
    const heard = ['inquiry needs-response due']
    expect(await told(of)).toEqual(heard)
    await act({ act: 'answer', disputeId })
    expect(await told(of)).toEqual(heard)
    await advanceClock(db.sql, DAY)
    await act({ act: 'escalate', disputeId })
    heard.push('taken needs-response due')
    expect(await told(of)).toEqual(heard)
    await act({ act: 'answer', disputeId })
    await act({ act: 'decide', disputeId, status: 'lost' })
    expect(await told(of)).toEqual(heard)
    await advanceClock(db.sql, DAY)
    await act({ act: 'appeal', disputeId })
    heard.push('again needs-response due')
    for (let again = 0; again < 2; again += 1) await refreshReturns(bench.context, of.paymentId)
    expect(await told(of)).toEqual(heard)
    await act({ act: 'decide', disputeId, status: 'won' })
    expect(await told(of)).toEqual(heard)
  })

  test('a dispute heard of once it is decided is no longer said to want evidence', async () => {
    const of = await paidAnswer()
    const disputeId = await inquire(of)
    bench.control.deaf = true
    await bench.standIn.outside({ act: 'escalate', disputeId })
    await bench.standIn.outside({ act: 'decide', disputeId, status: 'lost' })
    bench.control.deaf = false
    await refreshReturns(bench.context, of.paymentId)
    expect(await told(of)).toEqual(['inquiry needs-response due', 'taken lost'])
  })

  test('a view of the same moment that comes late asks for nothing again', async () => {
    const of = await paidAnswer()
    const disputeId = await act({ act: 'dispute', chargeId: of.chargeId })
    const { listDisputes } = bench.payments
    const former = await listDisputes(of.chargeId)
    await act({ act: 'answer', disputeId })
    expect(await stateOf(of)).toBe('under-review')
    bench.payments.listDisputes = async () => former
    await refreshReturns(bench.context, of.paymentId)
    bench.payments.listDisputes = listDisputes
    expect(await stateOf(of)).toBe('needs-response')
    expect(await told(of)).toEqual(['opened needs-response due'])
  })
})

describe('M12 a payment that a bank only asks about', () => {
  test('is refunded whole: the inquiry ends, and nothing stays reserved', async () => {
    const of = await paidAnswer()
    const disputeId = await inquire(of)
    const open = { back: 0, disputed: 1_500, asked: 1_500, earned: 1_200, reserved: 1_200 }
    expect(await read(of)).toMatchObject({ ...open, left: 1_500, isDisputed: false })
    expect(await refund(of, 1_500)).toMatchObject({ ok: true })
    await quiesce(bench)
    const gone = { back: 1_500, disputed: 0, asked: 0, earned: 0, reserved: 0, left: 0 }
    expect(await read(of)).toMatchObject(gone)
    expect(await stateOf(of)).toBe('closed')
    // the provider may close it later: until then nothing of it is left to dispute
    await db.sql`update dispute set state = 'needs-response' where id = ${disputeId}`
    expect(await read(of)).toMatchObject(gone)
    expect(await told(of)).toEqual(['inquiry needs-response due'])
    await expect(bench.standIn.outside({ act: 'escalate', disputeId })).rejects.toThrow()
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('is refunded in part: the rest stays reserved, and goes back once where it is lost', async () => {
    const of = await paidAnswer()
    const disputeId = await inquire(of)
    expect(await refund(of, 500)).toMatchObject({ ok: true })
    await quiesce(bench)
    expect(await stateOf(of)).toBe('needs-response')
    const rest = { back: 500, disputed: 1_000, earned: 800, reserved: 800, left: 1_000 }
    expect(await read(of)).toMatchObject({ ...rest, asked: 1_000, isDisputed: false })
    await act({ act: 'escalate', disputeId })
    expect(await read(of)).toMatchObject({ ...rest, asked: 0, isDisputed: true })
    expect(await refund(of, 100)).toMatchObject({ refusal: { code: 'payment-disputed' } })
    await act({ act: 'decide', disputeId, status: 'lost' })
    expect(await read(of)).toMatchObject({ back: 1_500, disputed: 0, earned: 0, reserved: 0, left: 0 })
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })

  test('and becomes a dispute while its refund is on its way there: one of the two is refused', async () => {
    const of = await paidAnswer()
    const disputeId = await inquire(of)
    bench.control.deaf = true
    await bench.standIn.outside({ act: 'escalate', disputeId })
    expect(await refund(of, 1_500)).toMatchObject({ ok: true })
    bench.control.deaf = false
    await quiesce(bench)
    expect(await db.sql`select state, error from refund where charge_id = ${of.chargeId}`).toEqual([
      { state: 'refused', error: 'charge_disputed' },
    ])
    await refreshReturns(bench.context, of.paymentId)
    expect(await read(of)).toMatchObject({ back: 0, disputed: 1_500, earned: 1_200, reserved: 1_200 })
    expect(await ledgerBreaks(bench.context)).toEqual([])
  })
})
