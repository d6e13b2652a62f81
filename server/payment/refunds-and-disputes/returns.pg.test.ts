import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import type { Caller } from '../../../sync/roles.ts'
import { linkHash } from '../../notify/private-link.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { asked, confirmCard, delivered, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { SIGNED_IN } from '../../testing/shown.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { captureHold } from '../capture.ts'
import { earningsCents } from '../ledger.ts'
import { openTipOnline } from '../tip/give-tip.ts'
import { listPayments, listReturns } from './list-returns.ts'
import { orderRefund } from './order-refund.ts'
import { refreshReturns } from './refresh-returns.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench
const admin = { personId: crypto.randomUUID(), role: 'admin', guestId: null } as Caller

beforeAll(async () => {
  db = await testDatabase()
  const { personId } = admin
  await db.sql`insert into person (id, role, first_name, last_name, email) values (${personId}, 'admin', 'A', 'B', 'a@t.test')`
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    'test_clock, refund, dispute, ledger_entry, ledger_transaction, hold, tip, money_operation, mail, stand_in.object, stand_in.idempotency, stand_in.delivery',
  )
  bench.standIn.faults.clear()
  Object.assign(bench.control, { crashAt: null, waitAt: async () => {}, deaf: false })
})

type Paid = { paymentId: string; askId: string; athleteId: string; chargeId: string }

/** Makes an answer that was paid. */
async function paidAnswer(amountCents = 2500, card?: string): Promise<Paid> {
  const hold = await held(bench, { amountCents, ...(card && { card }) })
  const { athleteId } = await asked(bench, hold, { amountCents })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  await db.sql`update question set status = 'completed', settled_at = app_now() where id = ${hold.askId}`
  return { askId: hold.askId, athleteId, paymentId: hold.holdId, chargeId: await chargeOf(hold.holdId) }
}

async function chargeOf(id: string): Promise<string> {
  const [row] = await db.sql<{ charge: string }[]>`
    select charge_id as charge from hold where id = ${id} union all select charge_id from tip where id = ${id}`
  return row?.charge ?? ''
}

async function paidTip(cents: number): Promise<Paid> {
  const { askId, athleteId } = await paidAnswer(500)
  const [tipId, token] = [crypto.randomUUID(), crypto.randomUUID().replaceAll('-', '').padEnd(43, 'L')]
  await db.sql`update question set link_hash = ${linkHash(token)} where id = ${askId}`
  await delivered(bench, askId)
  const facts = { amount: cents, currency: 'usd', capture_method: 'automatic', tipId, token } as const
  const made = await openTipOnline(bench.context, SIGNED_IN, facts)
  await confirmCard(bench, made.ok ? made.value.clientSecret : '')
  await quiesce(bench)
  return { paymentId: tipId, askId, athleteId, chargeId: await chargeOf(tipId) }
}

const newId = (): string => crypto.randomUUID()
const order = ({ paymentId }: Paid, amountCents: number, refundId = newId(), by = admin) =>
  transactOrRefuse(bench.context, (inside) =>
    orderRefund(inside, by, { refundId, paymentId, amountCents, reason: 'goodwill' }),
  )

async function refund(of: Paid, amountCents: number): Promise<void> {
  expect(await order(of, amountCents)).toMatchObject({ ok: true })
  await quiesce(bench)
}

const refundsOf = ({ chargeId }: Paid) => db.sql<{ state: string; cents: number }[]>`
  select state, amount_cents as cents from refund where charge_id = ${chargeId} order by created_at, id`
const atStripe = async ({ chargeId }: Paid) =>
  (
    await db.sql<{ cents: number }[]>`
      select (body ->> 'amount')::int as cents from stand_in.object
      where object = 'refund' and body ->> 'charge' = ${chargeId} and body ->> 'status' <> 'failed' order by seq`
  ).map(({ cents }) => cents)
const dispute = async ({ chargeId }: Paid) =>
  (await bench.standIn.outside({ act: 'dispute', chargeId })).id ?? ''
const decide = (disputeId: string, status: 'won' | 'lost') =>
  bench.standIn.outside({ act: 'decide', disputeId, status })
const mailsOf = async ({ askId }: Paid) => {
  const mails = await db.sql<{ kind: string; data: object }[]>`
    select kind, data from mail where question_id = ${askId} and kind not like 'tip%' order by kind, data::text`
  return mails.map(({ kind, data }) => [kind, data] as const)
}
const earned = ({ athleteId }: Paid) => earningsCents(db.sql, athleteId)
const sums = async () =>
  Object.fromEntries(
    (
      await db.sql<{ account: string; cents: number }[]>`
        select account, sum(amount_cents)::int as cents from ledger_entry group by account having sum(amount_cents) <> 0`
    ).map(({ account, cents }) => [account, cents]),
  )
const paymentOf = async ({ askId, paymentId }: Paid) =>
  (await listPayments(bench.context, askId)).payments.find(({ id }) => id === paymentId)
const balanced = async () => expect(await ledgerBreaks(bench.context)).toEqual([])

async function afterCrash(hours = 0.02) {
  bench = await openBench(db.sql)
  await advanceClock(db.sql, hours * HOUR)
  await quiesce(bench)
}

describe('M12 an admin refunds', () => {
  test('a whole answer: the fan has it back, the athlete gives their share, Stripe keeps its fee', async () => {
    const of = await paidAnswer()
    await refund(of, 2500)
    expect(await refundsOf(of)).toEqual([{ state: 'done', cents: 2500 }])
    expect(await earned(of)).toBe(0)
    expect(await sums()).toEqual({ stripe_balance: -103, stripe_fees: 103 })
    expect(await mailsOf(of)).toEqual([
      ['payment-returned', { cents: '2000', why: 'refund' }],
      ['refund-done', { cents: '2500', of: 'answer' }],
    ])
    expect(await order(of, 1)).toMatchObject({
      refusal: { code: 'refund-too-high', detail: { leftCents: 0 } },
    })
    const [act] = await db.sql`select act, detail from audit where subject = ${of.askId}`
    expect(act).toMatchObject({
      act: 'payment.refund',
      detail: { cents: 2500, reason: 'goodwill', of: 'answer' },
    })
    await balanced()
  })

  test.each([
    [2501, [1, 1, 499, 1000], 800],
    [501, [167, 167, 166], 1],
    [1001, [333], 534],
  ])('parts of %i cents: the athlete keeps 80 %% of the rest to the cent', async (paid, parts, kept) => {
    const of = await paidAnswer(paid)
    for (const part of parts) await refund(of, part)
    expect(await earned(of)).toBe(kept)
    expect(await atStripe(of)).toEqual(parts)
    await balanced()
    await refund(of, paid - parts.reduce((sum, part) => sum + part, 0))
    expect(await earned(of)).toBe(0)
    expect((await sums()).platform_revenue).toBeUndefined()
    await balanced()
  })

  test.each([
    [500, 500, 0, 45],
    [500, 250, 213, 8],
    [1000, 1, 940, 0],
    [200, 150, 19, 5],
  ])('of a tip of %i cents %i: the athlete keeps %i, we bear %i', async (...[paid, back, kept, borne]) => {
    const of = await paidTip(paid)
    const before = (await sums()).fee_variance ?? 0
    await refund(of, back)
    expect((await earned(of)) - 400).toBe(kept)
    expect(((await sums()).fee_variance ?? 0) - before).toBe(borne)
    expect((await mailsOf(of)).find(([kind]) => kind === 'refund-done')?.[1]).toMatchObject({ of: 'tip' })
    await balanced()
  })

  test('twice at once, in ten tabs and by two admins: never more than was paid', async () => {
    const of = await paidAnswer()
    const same = crypto.randomUUID()
    const made = await Promise.all([
      ...Array.from({ length: 10 }, () => order(of, 2000, same)),
      order(of, 2000),
      order(of, 600),
    ])
    const codes = made.flatMap((each) => (each.ok ? [] : [each.refusal.code]))
    expect(codes.every((code) => code === 'refund-too-high' || code === 'id-taken')).toBe(true)
    await quiesce(bench)
    const back = (await atStripe(of)).reduce((sum, cents) => sum + cents, 0)
    expect([600, 2_000], 'that of whoever came first').toContain(back)
    expect((await refundsOf(of)).reduce((sum, { cents }) => sum + cents, 0)).toBe(back)
    const [again, id] = [await paidAnswer(), newId()]
    await Promise.all(Array.from({ length: 10 }, () => order(again, 500, id)))
    await quiesce(bench)
    expect(await atStripe(again)).toEqual([500])
    await balanced()
  })

  test('what was never taken, another amount under the same name, or by somebody else: nothing', async () => {
    const of = await paidAnswer()
    const { holdId } = await held(bench)
    expect(await order({ ...of, paymentId: holdId }, 100)).toMatchObject({ refusal: { code: 'not-found' } })
    expect(await order({ ...of, paymentId: crypto.randomUUID() }, 100)).toMatchObject({
      refusal: { code: 'not-found' },
    })
    expect(await order(of, 2501)).toMatchObject({
      refusal: { code: 'refund-too-high', detail: { leftCents: 2500 } },
    })
    const refundId = crypto.randomUUID()
    expect(await order(of, 100, refundId)).toEqual({ ok: true, value: { refundId } })
    expect(await paymentOf(of), 'only ordered').toMatchObject({ leftCents: 2400, onItsWayCents: 100 })
    expect(await order(of, 101, refundId)).toMatchObject({ refusal: { code: 'id-taken' } })
    const fan = { ...admin, role: 'basic' } as Caller
    expect(await order(of, 1, newId(), fan)).toMatchObject({ refusal: { code: 'not-allowed' } })
  })
})

describe('a process that stops, a provider that stumbles: one refund', () => {
  const once = async (of: Paid) => {
    expect(await atStripe(of)).toEqual([1000])
    expect(await refundsOf(of)).toEqual([{ state: 'done', cents: 1000 }])
    expect(await earned(of)).toBe(1200)
    expect(await mailsOf(of)).toHaveLength(2)
    await balanced()
  }
  const stops = (['intended', 'stripe', 'done'] as const).map((when) => [when, 0.02] as const)

  test.each(sample('stops of a refund', [...stops, ['stripe', 25] as const], 1))(
    'refund.after-%s, and another one after %s hours',
    async (when, hours) => {
      const of = await paidAnswer()
      bench.control.deaf = true
      bench.control.crashAt = `refund.after-${when}`
      await order(of, 1000)
      await bench.jobs.runDue()
      await db.sql`update stand_in.delivery set due_at = null`
      await afterCrash(hours)
      await once(of)
    },
  )
})

describe('what becomes of a refund later', () => {
  test('one on its way is told when it arrives', async () => {
    const of = await paidAnswer(2500, '4000000000007726')
    await refund(of, 500)
    expect(await refundsOf(of)).toEqual([{ state: 'pending', cents: 500 }])
    expect((await mailsOf(of)).map(([kind]) => kind)).toEqual(['payment-returned'])
    expect(await paymentOf(of)).toMatchObject({ leftCents: 2000, onItsWayCents: 500, athleteCents: 1600 })
    await balanced()
    await advanceClock(db.sql, 2 * HOUR)
    await bench.standIn.tick()
    await quiesce(bench)
    expect(await refundsOf(of)).toEqual([{ state: 'done', cents: 500 }])
    expect((await mailsOf(of)).map(([kind]) => kind)).toEqual(['payment-returned', 'refund-done'])
  })

  test('one that the bank sends back is ours and the athlete’s again, and may be tried anew', async () => {
    const of = await paidAnswer(2501, '4000000000005126')
    await refund(of, 501)
    expect(await earned(of)).toBe(1600)
    await advanceClock(db.sql, 2 * HOUR)
    await bench.standIn.tick()
    await quiesce(bench)
    expect(await refundsOf(of)).toEqual([{ state: 'failed', cents: 501 }])
    expect(await earned(of)).toBe(2001)
    expect(await paymentOf(of)).toMatchObject({ leftCents: 2501, onItsWayCents: 0 })
    await balanced()
  })

  test('C18 one made in the provider’s dashboard is booked once, however often it is heard of', async () => {
    const of = await paidAnswer()
    bench.standIn.faults.webhooks.duplicates = 4
    const made = await bench.payments.refund(
      { chargeId: of.chargeId, amountCents: 700, refundId: 'no id of ours' },
      'dashboard',
    )
    expect(made.ok).toBe(true)
    await quiesce(bench)
    await refreshReturns(bench.context, of.paymentId)
    expect(await refundsOf(of)).toEqual([{ state: 'done', cents: 700 }])
    expect(await earned(of)).toBe(1440)
    expect((await listReturns(bench.context)).refunds).toMatchObject([
      { reason: 'provider', state: 'done', of: 'answer' },
    ])
    // our desk orders more than is left at the provider, which it has not heard of
    bench.control.deaf = true
    await bench.payments.refund(
      { chargeId: of.chargeId, amountCents: 1000, refundId: 'another' },
      'dashboard 2',
    )
    await order(of, 1800)
    await quiesce(bench)
    expect((await refundsOf(of)).map(({ state }) => state).sort()).toEqual(['done', 'refused'])
    bench.control.deaf = false
    await advanceClock(db.sql, HOUR)
    await bench.standIn.deliverDue()
    await quiesce(bench)
    expect((await refundsOf(of)).map(({ state }) => state).sort()).toEqual(['done', 'done', 'refused'])
    await balanced()
  })
})

describe('C17 disputes', () => {
  test('opened: the bank takes amount and fee, the athlete loses nothing yet, admins are told', async () => {
    const of = await paidAnswer()
    await dispute(of)
    await quiesce(bench)
    expect(await sums()).toMatchObject({
      disputed: 2500,
      dispute_fees: 1500,
      athlete_payable: -2000,
      stripe_balance: -1603,
    })
    const { disputes, now } = await listReturns(bench.context)
    const dueBy = new Date(disputes[0]?.dueBy ?? 0).toISOString()
    const [state, why, disputeId] = ['needs-response', 'opened', disputes[0]?.id]
    expect(await mailsOf(of)).toEqual([['dispute-opened', { disputeId, cents: '2500', why, state, dueBy }]])
    expect(disputes).toMatchObject([{ state, amountCents: 2500, feeCents: 1500, reason: 'fraudulent' }])
    expect(disputes[0]?.dueBy).toBeGreaterThan(now)
    expect(await order(of, 100)).toMatchObject({ refusal: { code: 'payment-disputed' } })
    await balanced()
  })

  test.each(['won', 'lost'] as const)('%s, in any order and doubled: the same books', async (end) => {
    const of = await paidAnswer()
    Object.assign(bench.standIn.faults.webhooks, { shuffle: true, duplicates: 3, delaySeconds: 60 })
    const id = await dispute(of)
    await decide(id, end)
    await advanceClock(db.sql, HOUR)
    await bench.standIn.deliverDue()
    await quiesce(bench)
    expect(await earned(of)).toBe(end === 'won' ? 2000 : 0)
    expect(await sums()).toEqual(
      end === 'won'
        ? {
            stripe_balance: 897,
            stripe_fees: 103,
            dispute_fees: 1500,
            athlete_payable: -2000,
            platform_revenue: -500,
          }
        : { stripe_balance: -1603, stripe_fees: 103, dispute_fees: 1500 },
    )
    await balanced()
  })

  test('lost, and won after all: the athlete has their share again', async () => {
    const of = await paidAnswer()
    const id = await dispute(of)
    await quiesce(bench)
    await decide(id, 'lost')
    await quiesce(bench)
    expect(await earned(of)).toBe(0)
    await decide(id, 'won')
    await quiesce(bench)
    expect(await earned(of)).toBe(2000)
    await balanced()
  })

  test('what was seen before does not undo what is known', async () => {
    const of = await paidAnswer()
    const id = await dispute(of)
    await quiesce(bench)
    // simulates a worker that has asked Stripe but writes late
    const slow = bench.payments.listDisputes
    bench.payments.listDisputes = async (chargeId) => {
      const seen = await slow(chargeId)
      bench.payments.listDisputes = slow
      await decide(id, 'lost')
      await refreshReturns(bench.context, of.paymentId)
      return seen
    }
    await refreshReturns(bench.context, of.paymentId)
    expect((await listReturns(bench.context)).disputes).toMatchObject([{ state: 'lost' }])
    expect(await earned(of)).toBe(0)
    await balanced()
  })

  test('a refund that races a dispute, both for all of it: the athlete gives their share once', async () => {
    const of = await paidAnswer()
    await order(of, 1500)
    bench.control.waitAt = async (point) => {
      if (point !== 'refund.after-stripe') return
      bench.control.waitAt = async () => {}
      const id = await dispute(of)
      await decide(id, 'lost')
      await bench.standIn.settled()
      await refreshReturns(bench.context, of.paymentId)
    }
    await quiesce(bench)
    expect(await atStripe(of)).toEqual([1500])
    expect(await earned(of)).toBe(0)
    await balanced()
    const late = await paidAnswer()
    await order(late, 1500)
    await dispute(late)
    await quiesce(bench)
    expect(await refundsOf(late)).toEqual([{ state: 'refused', cents: 1500 }])
    expect((await listReturns(bench.context)).refunds[0]).toMatchObject({ error: 'charge_disputed' })
    await balanced()
  })
})
