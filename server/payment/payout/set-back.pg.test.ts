import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { listActs } from '../../desk/acts.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { PAYOUTS_ALWAYS } from '../../testing/invariants/payouts.ts'
import { ledgerBreaks } from '../../testing/ledger-breaks.ts'
import { type Bench, openBench, quiesce, settleBenches } from '../../testing/payments/bench.ts'
import { earn, giveBack, newAthlete, untilDue } from '../../testing/payouts/bench.ts'
import { emptyTables } from '../../testing/rows/empty-tables.ts'
import { transactOrRefuse } from '../../transact.ts'
import { readBooks } from '../books/read-books.ts'
import { earningsCents } from '../ledger.ts'
import { moneyOf } from '../statement/money-of.ts'
import { cancelPayout } from './cancel-payout.ts'
import { listPayouts } from './list-payouts.ts'
import { orderPayouts } from './order-payouts.ts'
import { beginPayout, confirmPayout } from './pay-by-hand.ts'
import { failPayout, returnPayout } from './set-back.ts'

const DAY = 86_400_000
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
    'leaving, audit, payout_setback, payout_deduction, payout, payout_account, dispute, ledger_entry, ledger_transaction, hold, money_operation, mail, stand_in.object',
  )
  const personId = bench.context.random.id()
  await db.sql`
    insert into person (id, role, first_name, last_name, email)
    values (${personId}, 'admin', 'Ida', 'Admin', ${`${personId}@example.test`})`
  admin = { role: 'admin', personId, guestId: null, sessionId: null }
})

const begin = (payoutId: string) =>
  transactOrRefuse(bench.context, (work) => beginPayout(work, admin, { payoutId }))
const confirm = (payoutId: string) =>
  transactOrRefuse(bench.context, (work) => confirmPayout(work, admin, { payoutId, reference: 'PP-4711' }))
const fail = (payoutId: string, caller = admin) =>
  transactOrRefuse(bench.context, (work) => failPayout(work, caller, { payoutId, reason: 'no such handle' }))
const comeBack = (payoutId: string, caller = admin) =>
  transactOrRefuse(bench.context, (work) => returnPayout(work, caller, { payoutId, reason: 'unclaimed' }))
const refused = (code: string) => ({ ok: false, refusal: { code } })
const rows = () =>
  db.sql`select amount_cents as cents, state, begun_by, begun_at, begun_handle from payout order by created_at, id`
const acts = async (subject: string) => {
  const said = await listActs(bench.context, admin, { subject, after: null })
  return said.acts.map(({ act, reason, detail }) => [act, reason, detail.cents]).reverse()
}

/** An athlete who earned $120 and has a payout by hand to a mistyped handle. */
async function byHand(): Promise<{ athlete: string; id: string }> {
  const athlete = await newAthlete(bench, { handle: '@typo' })
  await earn(bench, athlete, 12_000)
  await untilDue(bench)
  await orderPayouts(bench.context)
  return { athlete, id: (await listPayouts(bench.context)).open[0]?.id ?? '' }
}

async function expectBooked(): Promise<void> {
  expect(await ledgerBreaks(bench.context)).toEqual([])
  await expectInvariants()
}

async function expectInvariants(): Promise<void> {
  for (const { says, rows: broken } of PAYOUTS_ALWAYS) expect([...(await broken(db.sql))], says).toEqual([])
}

test('S2-1.9 M14 one that was begun and not paid is ordered again, at the handle of then, and can be cancelled', async () => {
  const { athlete, id } = await byHand()
  expect(await fail(id)).toMatchObject(refused('already-decided'))
  await begin(id)
  await db.sql`update person set payout_handle = '@right' where id = ${athlete}`
  expect((await listPayouts(bench.context)).open).toMatchObject([{ state: 'begun', handle: '@typo' }])
  expect(await fail(id, { ...admin, role: 'creator' })).toMatchObject(refused('not-allowed'))
  expect(await fail(bench.context.random.id())).toMatchObject(refused('not-found'))
  const told = await Promise.all([fail(id), fail(id), fail(id)])
  expect(told.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await rows()).toEqual([
    { cents: 12_000, state: 'ordered', begun_by: null, begun_at: null, begun_handle: null },
  ])
  const setback = { kind: 'not-paid', by: 'Ida Admin', reason: 'no such handle' }
  expect((await listPayouts(bench.context)).open).toMatchObject([
    { state: 'ordered', handle: '@right', begunBy: null, setbacks: [setback] },
  ])
  expect(await confirm(id)).toMatchObject(refused('not-begun'))
  await begin(id)
  await fail(id)
  expect((await listPayouts(bench.context)).open).toMatchObject([{ setbacks: [setback, setback] }])
  expect(await acts(id)).toEqual([
    ['payout.begin', null, 12_000],
    ['payout.fail', 'no such handle', 12_000],
    ['payout.begin', null, 12_000],
    ['payout.fail', 'no such handle', 12_000],
  ])
  await expectBooked()
  const cancelled = await transactOrRefuse(bench.context, (work) =>
    cancelPayout(work, admin, { payoutId: id, reason: 'twice' }),
  )
  expect(cancelled).toMatchObject({ ok: true })
  expect(await fail(id)).toMatchObject(refused('already-decided'))
  expect(await earningsCents(db.sql, athlete)).toBe(12_000)
  await expectBooked()
})

test('one that was begun again since an admin saw it is neither confirmed nor said not to be paid', async () => {
  const { id } = await byHand()
  const begunAt = async () => (await listPayouts(bench.context)).open[0]?.begunAt ?? undefined
  expect(await begunAt()).toBeUndefined()
  await begin(id)
  const first = await begunAt()
  await fail(id)
  await advanceClock(db.sql, DAY)
  await begin(id)
  const confirmSeen = (seen: number | undefined) =>
    transactOrRefuse(bench.context, (work) =>
      confirmPayout(work, admin, { payoutId: id, reference: 'PP-1', ...(seen && { begunAt: seen }) }),
    )
  const failSeen = (seen: number) =>
    transactOrRefuse(bench.context, (work) =>
      failPayout(work, admin, { payoutId: id, reason: 'not mine', begunAt: seen }),
    )
  expect(first).toBeTypeOf('number')
  expect(await confirmSeen(first)).toMatchObject(refused('payout-changed'))
  expect(await failSeen(first ?? 0)).toMatchObject(refused('payout-changed'))
  expect(await rows()).toMatchObject([{ state: 'begun' }])
  expect(await failSeen((await begunAt()) ?? 0)).toMatchObject({ ok: true })
  await begin(id)
  expect(await confirmSeen(await begunAt())).toMatchObject({ ok: true })
  await expectBooked()
})

test('M15 what went back while it was begun is taken off it once it was not paid', async () => {
  const { athlete, id } = await byHand()
  await begin(id)
  await giveBack(bench, athlete, 5_000)
  expect(await earningsCents(db.sql, athlete)).toBe(-4_000)
  expect(await fail(id)).toMatchObject({ ok: true, value: { leftCents: 8_000 } })
  expect(await rows()).toMatchObject([{ cents: 8_000, state: 'ordered' }])
  expect(await earningsCents(db.sql, athlete)).toBe(0)
  // the refund is in the ledger alone
  await expectInvariants()
  await begin(id)
  await giveBack(bench, athlete, 10_000)
  expect(await fail(id)).toMatchObject({ ok: true, value: { leftCents: 0 } })
  expect(await rows()).toMatchObject([{ cents: 0, state: 'cancelled' }])
})

test('M14 money that came back after it was confirmed is booked back once, owed again and in the next payout', async () => {
  const { athlete, id } = await byHand()
  expect(await comeBack(id)).toMatchObject(refused('not-found'))
  await begin(id)
  expect(await comeBack(id)).toMatchObject(refused('not-found'))
  await confirm(id)
  expect(await fail(id)).toMatchObject(refused('already-decided'))
  const paidAt = await advanceClock(db.sql, DAY)
  await advanceClock(db.sql, 2 * DAY)
  expect(await comeBack(id, { ...admin, role: 'creator' })).toMatchObject(refused('not-allowed'))
  const told = await Promise.all([comeBack(id), comeBack(id), comeBack(id)])
  expect(told.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await comeBack(id)).toMatchObject(refused('already-decided'))
  expect(await earningsCents(db.sql, athlete)).toBe(12_000)
  const { statement } = await moneyOf(bench.context, { personId: athlete, isAthlete: true })
  expect(statement).toMatchObject({ paidOutCents: 0, onItsWayCents: 0, balanceCents: 12_000 })
  expect(statement?.lines.map(({ kind, cents, payout }) => [kind, cents, payout?.isPaid])).toEqual([
    ['returned', 12_000, undefined],
    ['payout', -12_000, true],
    ['answer', 12_000, undefined],
  ])
  // each on its own day
  const { context } = bench
  const now = await context.clock.now()
  const [first, whole] = [
    await readBooks(context, { from: new Date(0), to: paidAt }),
    await readBooks(context, { from: new Date(0), to: new Date(now.getTime() + DAY) }),
  ]
  expect([first.flows.paidByHand, first.after.owed]).toEqual([-12_000, 0])
  expect([whole.flows.paidByHand, whole.after.owed, whole.flows.earned]).toEqual([0, 12_000, 12_000])
  expect((await listPayouts(context)).paid).toMatchObject([
    { id, state: 'paid', setbacks: [{ kind: 'came-back', by: 'Ida Admin', reason: 'unclaimed' }] },
  ])
  expect((await acts(id)).at(-1)).toEqual(['payout.return', 'unclaimed', 12_000])
  await expectBooked()
  await untilDue(bench)
  await orderPayouts(context)
  await quiesce(bench)
  expect(await rows()).toMatchObject([
    { cents: 12_000, state: 'paid' },
    { cents: 12_000, state: 'ordered' },
  ])
  expect(await earningsCents(db.sql, athlete)).toBe(0)
  await expectBooked()
})

test('a payment by hand stays listed while it may come back, however many were paid since', async () => {
  const { id } = await byHand()
  await begin(id)
  await confirm(id)
  await advanceClock(db.sql, 30 * DAY)
  const transferred = await newAthlete(bench, { account: 'finish' })
  await db.sql`
    insert into payout (id, person_id, period, amount_cents, way, state, transfer_id, paid_at)
    select gen_random_uuid(), ${transferred}, 'period ' || n, 100, 'transfer', 'paid', 'tr_' || n, app_now() from generate_series(1, 60) n`
  const listed = async () => (await listPayouts(bench.context)).paid.map((payout) => payout.id)
  expect(await listed()).toContain(id)
  expect(new Set(await listed()).size).toBe(51)
  await advanceClock(db.sql, 61 * DAY)
  expect(await listed()).not.toContain(id)
})
