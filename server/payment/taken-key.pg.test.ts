import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../sync/roles.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { ledgerBreaks } from '../testing/ledger-breaks.ts'
import { asked, held, opened } from '../testing/payments/asks.ts'
import { type Bench, openBench, quiesce } from '../testing/payments/bench.ts'
import { atStripe } from '../testing/payments/seen.ts'
import { onPage, untilDue } from '../testing/payouts/bench.ts'
import { transact, transactOrRefuse } from '../transact.ts'
import { captureHold } from './capture.ts'
import { ensureIntent } from './hold.ts'
import type { Order } from './operation/operation-handler.ts'
import { POINTS } from './operation/operations.ts'
import { ensureMade } from './operation/run.ts'
import { orderPayouts } from './payout/order-payouts.ts'
import { orderRefund } from './refunds-and-disputes/order-refund.ts'
import { releaseHold } from './release.ts'

type Kind = Order['kind']
let db: TestDatabase
let bench: Bench
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  bench = await openBench(db.sql)
})

/** Gives the first key of every order of this kind to another call before it is used. */
function takeKeys(kind: Kind): void {
  bench.control.waitAt = async (point) => {
    if (point === `${POINTS[kind]}.after-intended`)
      await db.sql`
        insert into stand_in.idempotency (key, path, request_hash, status, body, at)
        select idempotency_key, '/v1/elsewhere', '', 200, '{}', app_now() from money_operation
        where kind = ${kind} and attempt = 1 and state = 'intended' on conflict do nothing`
  }
}

async function expectReplaced(kind: Kind): Promise<void> {
  bench.control.waitAt = async () => {}
  const tried = await db.sql`
    select attempt, state from money_operation where kind = ${kind} order by created_at desc, attempt desc limit 2`
  expect([...tried], kind).toEqual([
    { attempt: 2, state: 'done' },
    { attempt: 1, state: 'failed' },
  ])
}

const WHAT = 'C7 a key that stands for another call at the provider is replaced by a new one'

test.each(['capture', 'release'] as const)(`${WHAT}: %s`, async (kind) => {
  const hold = await held(bench)
  await asked(bench, hold)
  takeKeys(kind)
  await transact(bench.context, (inside) =>
    kind === 'capture' ? captureHold(inside, hold.holdId) : releaseHold(inside, hold.holdId, 'rejected'),
  )
  await quiesce(bench)
  const { intents, captures } = await atStripe(bench, hold)
  expect({ intents, captures }).toEqual(
    kind === 'capture' ? { intents: ['succeeded'], captures: 1 } : { intents: ['canceled'], captures: 0 },
  )
  await expectReplaced(kind)
})

test(`${WHAT}: create`, async () => {
  takeKeys('create')
  const hold = await opened(bench)
  expect(await ensureIntent(bench.context, hold.holdId)).toMatchObject({ ok: true })
  expect((await atStripe(bench, hold)).intents).toEqual(['requires_payment_method'])
  await expectReplaced('create')
})

test(`${WHAT}: account, transfer, refund and reversal`, async () => {
  const hold = await held(bench, { amountCents: 25_000 })
  const { athleteId } = await asked(bench, hold, { amountCents: 25_000 })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  await db.sql`update question set status = 'completed', settled_at = app_now() where id = ${hold.askId}`
  await db.sql`update person set country_code = 'NO' where id = ${athleteId}`
  takeKeys('account')
  await onPage(bench, athleteId, 'finish')
  await expectReplaced('account')

  takeKeys('transfer')
  await untilDue(bench)
  await orderPayouts(bench.context)
  await quiesce(bench)
  await expectReplaced('transfer')

  const admin = { personId: bench.context.random.id(), role: 'admin', guestId: null } as Caller
  await db.sql`
    insert into person (id, role, first_name, last_name, email) values (${admin.personId}, 'admin', 'A', 'B', 'a@t.test')`
  const call = {
    refundId: bench.context.random.id(),
    paymentId: hold.holdId,
    amountCents: 25_000,
    reason: 'mistake',
  } as const
  takeKeys('refund')
  // the reversal is ordered together with the refund's outcome, so its key is taken at that point
  const { waitAt } = bench.control
  bench.control.waitAt = async (point) => {
    await waitAt(point)
    if (point === 'refund.after-stripe') takeKeys('reversal')
  }
  expect(await transactOrRefuse(bench.context, (inside) => orderRefund(inside, admin, call))).toMatchObject({
    ok: true,
  })
  await quiesce(bench)
  await expectReplaced('refund')
  await expectReplaced('reversal')
  const made = await db.sql`
    select object, (body ->> 'amount')::int as cents from stand_in.object
    where object in ('transfer', 'refund', 'transfer_reversal') order by seq`
  expect([...made]).toEqual([
    { object: 'transfer', cents: 20_000 },
    { object: 'refund', cents: 25_000 },
    { object: 'transfer_reversal', cents: 20_000 },
  ])
  expect(await ledgerBreaks(bench.context)).toEqual([])
})

test('what somebody else made since the last look is there, and is not called unreachable', async () => {
  const hold = await opened(bench)
  bench.standIn.faults.next(/POST .*payment_intents$/, 'refuse', 1)
  let looks = 0
  const look = async () => (++looks === 3 ? 'made by somebody else' : null)
  const made = await ensureMade(bench.context, { subjectId: hold.holdId, kind: 'create', look })
  expect(made).toEqual({ ok: true, value: 'made by somebody else' })
})
