import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../sync/limits.ts'
import type { Context } from '../context.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { asked, held } from '../testing/payments/asks.ts'
import { type Bench, openBench } from '../testing/payments/bench.ts'
import { transact } from '../transact.ts'
import { openHold } from './hold.ts'
import { sweepPayments } from './sweep.ts'

const TEN_MINUTES_MS = 600_000

let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  bench = await openBench(db.sql)
})

/** Makes questions whose cards the bank released early, without our hearing of it. */
async function letGoUnheard(count: number): Promise<string[]> {
  bench.control.deaf = true
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const hold = await held(bench)
    await asked(bench, hold)
    await db.sql`
      update stand_in.object set body = body || '{"status": "canceled"}' where id = ${hold.paymentIntentId}`
    ids.push(hold.holdId)
  }
  await advanceClock(db.sql, 6 * HOUR_MS + 1_000)
  return ids
}

const statesOf = async (ids: string[]) => {
  const rows = await db.sql<{ state: string }[]>`select state from hold where id = any(${ids})`
  return rows.map(({ state }) => state)
}

test('D31 a Stripe that gives no answer is asked about the same holds ten minutes later, and not after hours', async () => {
  const ids = await letGoUnheard(2)
  bench.standIn.faults.next(/^GET .*payment_intents/, 'refuse')
  await sweepPayments(bench.context)
  expect(await statesOf(ids)).toEqual(['held', 'held'])
  await advanceClock(db.sql, TEN_MINUTES_MS + 1_000)
  await sweepPayments(bench.context)
  expect(await statesOf(ids)).toEqual(['released', 'released'])
})

/** Runs a sweep and calls `onAsked` before each question to Stripe. */
const sweepHeard = (onAsked: (intentId: string) => Promise<void>) =>
  sweepPayments({
    ...bench.context,
    payments: {
      ...bench.payments,
      retrievePaymentIntent: async (id: string) => {
        await onAsked(id)
        return bench.payments.retrievePaymentIntent(id)
      },
    },
  } as Context)

test('a server that ends amid the round leaves its holds to the next one', async () => {
  const ids = await letGoUnheard(2)
  const [goesOn, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  void sweepHeard(() => {
    goesOn.resolve()
    return rest.promise
  })
  await goesOn.promise
  await advanceClock(db.sql, TEN_MINUTES_MS + 1_000)
  await sweepPayments(bench.context)
  expect(await statesOf(ids)).toEqual(['released', 'released'])
})

test('a hold that Stripe answered about is let be for six hours', async () => {
  bench.control.deaf = true
  const hold = await held(bench)
  await asked(bench, hold)
  const asks: string[] = []
  for (const ms of [6 * HOUR_MS + 1_000, TEN_MINUTES_MS + 1_000, 5 * HOUR_MS, HOUR_MS]) {
    await advanceClock(db.sql, ms)
    await sweepHeard(async (id) => void asks.push(id))
  }
  expect(asks.filter((id) => id === hold.paymentIntentId)).toHaveLength(2)
})

test('D33 a hold is of the moment its work began, however long that takes', async () => {
  const askId = crypto.randomUUID()
  const began = await transact(bench.context, async (inside) => {
    await inside.tx`select pg_sleep(0.02)`
    await openHold(inside, { askId, principal: 'guest:1', amountCents: 2_500 })
    return inside.now
  })
  const [hold] = await db.sql<{ at: Date }[]>`select created_at as at from hold where ask_id = ${askId}`
  expect(hold?.at).toEqual(began)
})
