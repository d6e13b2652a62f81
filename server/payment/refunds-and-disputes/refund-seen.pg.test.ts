import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { asked, held } from '../../testing/payments/asks.ts'
import { type Bench, openBench, quiesce } from '../../testing/payments/bench.ts'
import { transact, transactOrRefuse } from '../../transact.ts'
import { captureHold } from '../capture.ts'
import { listPayments } from './list-returns.ts'
import { orderRefund } from './order-refund.ts'

let db: TestDatabase
let bench: Bench
let admin: Caller

beforeAll(async () => {
  db = await testDatabase()
  const id = crypto.randomUUID()
  await db.sql`insert into person (id, role, first_name, last_name, email) values (${id}, 'admin', 'A', 'B', 'a@t.test')`
  admin = { personId: id, role: 'admin', guestId: null, sessionId: null }
  bench = await openBench(db.sql)
})
afterAll(() => db.drop())

/** Makes an answer paid for $25. `order` orders a refund of it by an admin who saw this much left. */
async function paidAnswer() {
  const hold = await held(bench, { amountCents: 2_500 })
  await asked(bench, hold, { amountCents: 2_500 })
  await transact(bench.context, (inside) => captureHold(inside, hold.holdId))
  await quiesce(bench)
  const order = (amountCents: number, leftCents?: number, refundId: string = crypto.randomUUID()) =>
    transactOrRefuse(bench.context, (inside) =>
      orderRefund(inside, admin, {
        refundId,
        paymentId: hold.holdId,
        amountCents,
        reason: 'goodwill',
        leftCents,
      }),
    )
  const leftNow = async () => (await listPayments(bench.context, hold.askId)).payments[0]?.leftCents
  return { order, leftNow }
}

const changed = (leftCents: number) => ({
  ok: false,
  refusal: { code: 'changed-meanwhile', detail: { leftCents } },
})

test('a refund with another amount left than the admin saw is refused, ordered or carried out', async () => {
  const { order, leftNow } = await paidAnswer()
  expect(await order(1_250, 2_500)).toMatchObject({ ok: true })
  expect(await order(1_250, 2_500), 'only ordered').toEqual(changed(1_250))
  await quiesce(bench)
  expect(await order(1_250, 2_500), 'carried out').toEqual(changed(1_250))
  expect(await leftNow()).toBe(1_250)
  expect(await order(500, await leftNow())).toMatchObject({ ok: true })
  expect(await order(500), 'a client that does not say what it saw').toMatchObject({ ok: true })
  expect(await leftNow()).toBe(250)
})

test('the same refund ordered again is no other one, whatever is left by then', async () => {
  const [{ order, leftNow }, refundId] = [await paidAnswer(), crypto.randomUUID()]
  for (const seen of [2_500, 2_500, 1_250])
    expect(await order(1_250, seen, refundId)).toMatchObject({ ok: true })
  expect(await leftNow()).toBe(1_250)
})
