import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { listActs } from '../../desk/acts.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, giveBack, newAthlete, onPage, untilDue } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { earningsCents } from '../ledger.ts'
import { applyDispute } from '../refunds-and-disputes/apply-dispute.ts'
import { placeRefund } from '../refunds-and-disputes/order-refund.ts'
import { moneyOf } from '../statement/money-of.ts'
import type { SeenDispute } from '../stripe/returns.ts'
import { cancelPayout } from './cancel-payout.ts'
import { holdPayouts, resumePayouts } from './hold-payouts.ts'
import { listPayouts } from './list-payouts.ts'
import { orderLastPayout, orderPayouts } from './order-payouts.ts'
import { beginPayout, confirmPayout } from './pay-by-hand.ts'

const HOUR = 3_600_000
let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await emptyTables(
    db.sql,
    `leaving, refund, payout_hold, payout_deduction, reversal, payout, payout_account, dispute, question, ledger_entry,
     ledger_transaction, hold, money_operation, mail, stand_in.object, audit`,
  )
  const personId = bench.context.random.id()
  await db.sql`
    insert into person (id, role, first_name, last_name, email)
    values (${personId}, 'admin', 'Ida', 'Admin', ${`${personId}@example.test`})`
  admin = { role: 'admin', personId, guestId: null, sessionId: null }
})

const run = async () => {
  await orderPayouts(bench.context)
  await quiesce(bench)
}
const inside = <T>(act: Parameters<typeof transactOrRefuse<T>>[1]) => transactOrRefuse(bench.context, act)
const begin = (payoutId: string, amountCents?: number) =>
  inside((work) => beginPayout(work, admin, { payoutId, amountCents }))
const hold = (personId: string | null, holdId = bench.context.random.id()) =>
  inside((work) => holdPayouts(work, admin, { holdId, personId, reason: 'looked into' }))
const resume = (holdId: string) =>
  inside((work) => resumePayouts(work, admin, { holdId, reason: 'all is well' }))
const cancel = (payoutId: string) =>
  inside((work) => cancelPayout(work, admin, { payoutId, reason: 'ordered by mistake' }))
const rows = () =>
  db.sql<
    { id: string; cents: number; way: string; state: string; period: string }[]
  >`select id, amount_cents as cents, way, state, period from payout order by created_at, id`
const transfers = () =>
  db.sql`select (body ->> 'amount')::int as cents from stand_in.object where object = 'transfer' order by seq`
const owed = (athlete: string) => earningsCents(db.sql, athlete)
/** Checks that the clearing account holds exactly the payouts that are ordered and not paid. */
const balanced = async () => {
  const [sums] = await db.sql<{ clearing: number; open: number }[]>`
    select (select coalesce(-sum(amount_cents), 0)::int from ledger_entry where account = 'payout_clearing') as clearing,
      (select coalesce(sum(amount_cents), 0)::int from payout where state in ('ordered', 'begun')) as open`
  expect(sums?.clearing).toBe(sums?.open)
}
const onDesk = async () => (await listPayouts(bench.context)).open[0]
const refused = (code: string) => ({ ok: false, refusal: { code } })

/** Applies a dispute of the newest payment for an athlete, in this state. */
async function dispute(athleteId: string, state: SeenDispute['state'], id = 'dp_1') {
  const [paid] = await db.sql<{ id: string; questionId: string; chargeId: string; paidCents: number }[]>`
    select h.id, t.question_id as "questionId", t.source as "chargeId", h.amount_cents as "paidCents"
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join hold h on h.charge_id = t.source
    where t.kind = 'capture' and e.person_id = ${athleteId} order by e.id desc limit 1`
  if (!paid) throw new Error('nothing was paid')
  const seen = {
    id,
    amountCents: paid.paidCents,
    state,
    reason: 'fraudulent',
    dueBy: null,
    openedAt: new Date(),
    withdrawn: { cents: paid.paidCents, feeCents: 1_500 },
    reinstated: state === 'won' ? { cents: paid.paidCents, feeCents: 0 } : null,
  } as unknown as SeenDispute
  const seenAt = await bench.context.clock.now()
  await transact(bench.context, async (inside) => {
    // the mail about it needs a question, and this test has none
    await inside.tx`set local session_replication_role = replica`
    await applyDispute(inside, { ...paid, of: 'answer', athleteId }, { seen, seenAt })
  })
}

async function byHand(cents = 20_000): Promise<{ athlete: string; id: string }> {
  const athlete = await newAthlete(bench, { handle: '@me' })
  await earn(bench, athlete, cents)
  await untilDue(bench)
  await run()
  return { athlete, id: (await rows())[0]?.id ?? '' }
}

describe('M14 money that a bank disputes stays out of payouts until it is decided', () => {
  test.each([
    ['won', 8_000, 0],
    ['lost', 0, 0],
  ] as const)('of a transfer: %s, it comes with the next one or never', async (decided, next, left) => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    await earn(bench, athlete, 8_000)
    await dispute(athlete, 'needs-response')
    await untilDue(bench)
    await run()
    expect(await transfers()).toEqual([{ cents: 12_000 }])
    expect(await owed(athlete)).toBe(8_000)
    await dispute(athlete, decided)
    await untilDue(bench, 'month')
    await run()
    expect(await transfers()).toEqual([{ cents: 12_000 }, ...(next ? [{ cents: next }] : [])])
    expect(await owed(athlete)).toBe(left)
  })

  test('a payout by hand that is ordered and not begun loses it, and says so', async () => {
    const { athlete, id } = await byHand()
    await dispute(athlete, 'needs-response')
    expect(await rows()).toMatchObject([{ id, cents: 0, state: 'cancelled' }])
    expect(await owed(athlete)).toBe(20_000)
    expect((await listPayouts(bench.context)).paid).toMatchObject([
      { id, state: 'cancelled', disputedCents: 20_000, returnedCents: 0, cancelledBy: null },
    ])
    expect(await begin(id)).toMatchObject(refused('already-decided'))
  })

  test('what was begun is paid as it was begun', async () => {
    const { athlete, id } = await byHand()
    expect(await begin(id, 20_000)).toMatchObject({ ok: true })
    await dispute(athlete, 'needs-response')
    expect(await rows()).toMatchObject([{ id, cents: 20_000, state: 'begun' }])
  })
})

test('what went back and what is disputed are told apart where a payout loses both', async () => {
  const { athlete, id } = await byHand(12_000)
  await earn(bench, athlete, 8_000)
  await dispute(athlete, 'needs-response')
  expect(await onDesk()).toMatchObject({ amountCents: 12_000, returnedCents: 0, disputedCents: 0 })
  // four fifths of it are the athlete's, and 8,000 are in their balance
  await giveBack(bench, athlete, 12_500, 'oldest')
  expect(await onDesk()).toMatchObject({ id, amountCents: 2_000, returnedCents: 2_000, disputedCents: 8_000 })
  await balanced()
})

describe('M15 what went back before a payout by hand begins is taken off it, and said', () => {
  test('while the provider has not made it, nothing is begun', async () => {
    const { id } = await byHand()
    const [paid] = await db.sql<{ paymentId: string; questionId: string; chargeId: string }[]>`
      select id as "paymentId", ask_id as "questionId", charge_id as "chargeId" from hold`
    if (!paid) throw new Error('nothing was paid')
    await transact(bench.context, async (inside) => {
      // the refund needs a question, and this test has none
      await inside.tx`set local session_replication_role = replica`
      const refundId = bench.context.random.id()
      await placeRefund(inside, { ...paid, refundId, amountCents: 5_000, reason: 'goodwill' })
    })
    expect(await begin(id, 20_000)).toMatchObject(refused('refund-under-way'))
    await db.sql`update money_operation set state = 'failed' where kind = 'refund'`
    expect(await begin(id, 20_000)).toMatchObject({ ok: true })
  })

  test('in part: what is left is paid, at the amount that was seen and no other', async () => {
    const { athlete, id } = await byHand()
    await giveBack(bench, athlete, 5_000)
    expect(await onDesk()).toMatchObject({ amountCents: 16_000, returnedCents: 4_000, disputedCents: 0 })
    expect(await begin(id, 20_000)).toMatchObject({
      refusal: { code: 'payout-changed', detail: { amountCents: 16_000 } },
    })
    expect(await begin(id, 16_000)).toMatchObject({ ok: true })
    await inside((work) => confirmPayout(work, admin, { payoutId: id, reference: 'PP-1' }))
    const { statement } = await moneyOf(bench.context, { personId: athlete, isAthlete: true })
    expect(statement).toMatchObject({
      earnedCents: 16_000,
      paidOutCents: 16_000,
      onItsWayCents: 0,
      balanceCents: 0,
    })
    expect(statement?.lines.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['unpaid', 4_000],
      ['refund', -4_000],
      ['payout', -20_000],
      ['answer', 20_000],
    ])
    await balanced()
  })

  test('whole: nothing is left to pay, and nothing is owed on either side', async () => {
    const { athlete, id } = await byHand()
    await giveBack(bench, athlete, 25_000)
    expect(await rows()).toMatchObject([{ id, cents: 0, state: 'cancelled' }])
    expect(await owed(athlete)).toBe(0)
    await balanced()
  })

  test('the newest payouts first, and what is owed besides before any of them', async () => {
    const { athlete } = await byHand()
    await earn(bench, athlete, 10_100)
    await untilDue(bench)
    await run()
    expect(await rows()).toMatchObject([{ cents: 20_000 }, { cents: 10_100 }])
    await giveBack(bench, athlete, 1_250)
    expect(await rows()).toMatchObject([{ cents: 20_000 }, { cents: 9_100 }])
    await earn(bench, athlete, 1_000)
    await giveBack(bench, athlete, 1_250)
    expect(await rows()).toMatchObject([{ cents: 20_000 }, { cents: 9_100 }])
    await balanced()
  })

  test('begun and given back at the same moment: either the whole was begun and is owed, or what is left', async () => {
    const { athlete, id } = await byHand()
    const [begun] = await Promise.all([begin(id, 20_000), giveBack(bench, athlete, 25_000)])
    const [payout] = await rows()
    if (begun.ok) expect([payout?.cents, await owed(athlete)]).toEqual([20_000, -20_000])
    else expect([payout?.cents, await owed(athlete)]).toEqual([0, 0])
    await balanced()
  })
})

describe('M14 held payouts', () => {
  test('of one athlete: nothing is ordered or begun until it is resumed, then all that is due', async () => {
    const [held, other] = [
      await newAthlete(bench, { account: 'finish' }),
      await newAthlete(bench, { account: 'finish' }),
    ]
    for (const athlete of [held, other]) await earn(bench, athlete, 12_000)
    const holdId = bench.context.random.id()
    expect(await hold(held, holdId)).toMatchObject({ ok: true })
    expect(await hold(held, holdId)).toMatchObject({ ok: true })
    expect(await hold(held)).toMatchObject(refused('payouts-held'))
    expect(await hold(bench.context.random.id())).toMatchObject(refused('not-found'))
    await untilDue(bench)
    await run()
    expect([await owed(held), await owed(other)]).toEqual([12_000, 0])
    expect((await listPayouts(bench.context)).holds).toMatchObject([
      { id: holdId, personId: held, reason: 'looked into', heldBy: 'Ida Admin', owedCents: 12_000 },
    ])
    expect(await resume(holdId)).toMatchObject({ ok: true })
    expect(await resume(holdId)).toMatchObject(refused('already-decided'))
    await run()
    expect([await owed(held), (await transfers()).length]).toEqual([0, 2])
    expect(await db.sql`select act from audit order by id`).toEqual([
      { act: 'payouts.hold' },
      { act: 'payouts.resume' },
    ])
    const { acts } = await listActs(bench.context, admin, { subject: null, after: null })
    expect(acts.map(({ reason }) => reason)).toEqual(['all is well', 'looked into'])
    await balanced()
  })

  test('of everybody: one ordered by hand cannot be begun, and who asks without the right cannot hold', async () => {
    const { id } = await byHand()
    const holdId = bench.context.random.id()
    expect(await hold(null, holdId)).toMatchObject({ ok: true })
    expect(await hold(null)).toMatchObject(refused('payouts-held'))
    expect(await begin(id)).toMatchObject(refused('payouts-held'))
    expect(await onDesk()).toMatchObject({ isHeld: true })
    const asked = { holdId: bench.context.random.id(), personId: null, reason: 'x' }
    expect(await inside((work) => holdPayouts(work, { ...admin, role: 'creator' }, asked))).toMatchObject(
      refused('not-allowed'),
    )
    await resume(holdId)
    expect(await begin(id)).toMatchObject({ ok: true })
  })

  test('a transfer that the provider has not answered yet stops, and goes on once it is resumed', async () => {
    const athlete = await newAthlete(bench, { account: 'finish' })
    await earn(bench, athlete, 12_000)
    await untilDue(bench)
    bench.standIn.faults.next(/POST .*transfers$/, 'error-before', 1)
    await run()
    expect([await rows(), await transfers()]).toMatchObject([[{ state: 'ordered' }], []])
    const waits = async () => (await listPayouts(bench.context)).waiting
    expect(await waits()).toMatchObject([{ amountCents: 12_000, isAtProvider: true }])
    const holdId = bench.context.random.id()
    await hold(athlete, holdId)
    for (let n = 0; n < 3; n += 1) {
      await advanceClock(db.sql, HOUR)
      await run()
    }
    expect(await transfers()).toEqual([])
    expect(await waits()).toMatchObject([{ amountCents: 12_000, isHeld: true, isAtProvider: false }])
    await giveBack(bench, athlete, 5_000)
    await resume(holdId)
    await run()
    expect([await rows(), await transfers()]).toMatchObject([
      [{ state: 'paid', cents: 8_000 }],
      [{ cents: 8_000 }],
    ])
    await balanced()
  })

  test('held and begun by two admins at once: one comes first, and after the hold nothing is begun', async () => {
    const { id } = await byHand()
    const [held, begun] = await Promise.all([hold(null), begin(id)])
    expect(held.ok).toBe(true)
    const [payout] = await rows()
    expect(payout?.state).toBe(begun.ok ? 'begun' : 'ordered')
    expect(await begin(id)).toMatchObject(refused('payouts-held'))
  })
})

describe('M14 a payout that nobody began is cancelled', () => {
  test('the athlete is owed it again, the period is over, and the next one pays it', async () => {
    const { athlete, id } = await byHand()
    expect(await cancel(id)).toMatchObject({ ok: true })
    expect(await cancel(id)).toMatchObject(refused('already-decided'))
    expect(await begin(id)).toMatchObject(refused('already-decided'))
    expect(await owed(athlete)).toBe(20_000)
    await run()
    expect(await rows()).toHaveLength(1)
    expect((await listPayouts(bench.context)).paid).toMatchObject([
      { id, state: 'cancelled', cancelledBy: 'Ida Admin', cancelReason: 'ordered by mistake' },
    ])
    await untilDue(bench)
    await run()
    expect(await rows()).toMatchObject([{ state: 'cancelled' }, { state: 'ordered', cents: 20_000 }])
    expect(await owed(athlete)).toBe(0)
    await balanced()
  })

  test('not once it is begun, nor while a transfer is under way, nor of who was erased', async () => {
    const { id } = await byHand()
    await begin(id)
    expect(await cancel(id)).toMatchObject(refused('payout-begun'))
    const [transferred, gone] = [
      await newAthlete(bench, { account: 'finish' }),
      await newAthlete(bench, { handle: '@gone' }),
    ]
    await earn(bench, transferred, 12_000)
    await untilDue(bench)
    await orderPayouts(bench.context)
    const underWay = (await rows()).find(({ way }) => way === 'transfer')
    expect(await cancel(underWay?.id ?? '')).toMatchObject(refused('payout-begun'))
    await quiesce(bench)
    expect(await cancel(underWay?.id ?? '')).toMatchObject(refused('already-decided'))
    await earn(bench, gone, 2_000)
    await transact(bench.context, (inside) => orderLastPayout(inside, gone))
    const last = (await rows()).find(({ period }) => period === 'last 1')
    expect(await cancel(last?.id ?? '')).toMatchObject(refused('payout-last'))
    const { open, waiting, paid } = await listPayouts(bench.context)
    expect([...open, ...waiting, ...paid].filter(({ isLast }) => isLast).map((each) => each.id)).toEqual([
      last?.id,
    ])
    expect(await cancel(bench.context.random.id())).toMatchObject(refused('not-found'))
  })

  test('cancelled and begun at once: exactly one', async () => {
    const { athlete, id } = await byHand()
    const done = (await Promise.all([cancel(id), begin(id)])).filter(({ ok }) => ok)
    expect(done).toHaveLength(1)
    const [payout] = await rows()
    expect(await owed(athlete)).toBe(payout?.state === 'begun' ? 0 : 20_000)
    await balanced()
  })
})

describe('D34 a payout by hand for want of an account becomes a transfer when there is one', () => {
  test('unless it was begun', async () => {
    const [connects, begun] = [await newAthlete(bench), await newAthlete(bench)]
    for (const athlete of [connects, begun]) await earn(bench, athlete, 12_000)
    await untilDue(bench)
    await run()
    const of = async (athlete: string) =>
      (await db.sql<{ id: string }[]>`select id, way, why, state from payout where person_id = ${athlete}`)[0]
    expect(await of(connects)).toMatchObject({ way: 'manual', why: 'no-account', state: 'ordered' })
    await begin((await of(begun))?.id ?? '')
    for (const athlete of [connects, begun]) await onPage(bench, athlete, 'finish')
    await advanceClock(db.sql, 4 * 24 * HOUR)
    await run()
    expect(await of(connects)).toMatchObject({ way: 'transfer', why: null, state: 'paid' })
    expect(await of(begun)).toMatchObject({ way: 'manual', state: 'begun' })
    expect(await transfers()).toEqual([{ cents: 12_000 }])
    await balanced()
  })
})
