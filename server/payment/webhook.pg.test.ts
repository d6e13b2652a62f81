import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../sync/limits.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { asked, confirmCard, held, opened } from '../testing/payments/asks.ts'
import { type Bench, Crash, openBench, quiesce, settleBenches } from '../testing/payments/bench.ts'
import { atStripe, linesOf } from '../testing/payments/seen.ts'
import { transact } from '../transact.ts'
import { captureHold } from './capture.ts'
import { findHold } from './find-hold.ts'
import { ensureIntent } from './hold.ts'
import { findIntended } from './operation/operations.ts'
import { runOperation } from './operation/run.ts'
import { releaseHold } from './release.ts'
import { createPayments } from './stripe.ts'
import { handleStripeEvent, receiveWebhook } from './webhook.ts'

let db: TestDatabase
let bench: Bench

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await settleBenches()
  await db.sql`delete from test_clock`
  await db.sql`delete from boss.job`
  await db.sql`truncate stripe_event`
  bench = await openBench(db.sql)
})

const stateOf = async (holdId: string) => (await findHold(db.sql, holdId))?.state
const kept = async () => (await db.sql`select id, handled_at from stripe_event`).length
const jobs = async () => (await db.sql`select from boss.job where name = 'stripe.event'`).length

const intended = async (holdId: string, kind: 'capture' | 'release') =>
  (await findIntended(db.sql, holdId, kind)) ?? ''

/** Makes a hold whose card was confirmed in the browser, without our hearing of it. */
async function confirmedUnheard() {
  const hold = await opened(bench)
  const intent = await ensureIntent(bench.context, hold.holdId)
  if (!intent.ok) throw new Error(intent.refusal.code)
  await bench.standIn.settled()
  bench.control.deaf = true
  await confirmCard(bench, intent.value.clientSecret)
  await bench.standIn.settled()
  bench.control.deaf = false
  return { ...hold, ...intent.value }
}

async function signed(event: object, secret = 'whsec_bench') {
  const body = JSON.stringify(event)
  const time = Math.floor((await bench.context.clock.now()).getTime() / 1000)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, signature: `t=${time},v1=${mac}` }
}

const eventOf = (paymentIntentId: string, more: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.amount_capturable_updated',
  livemode: false,
  data: { object: { object: 'payment_intent', id: paymentIntentId, status: 'succeeded', amount: 1 } },
  ...more,
})

const receive = async (event: object) => {
  const { body, signature } = await signed(event)
  return (await receiveWebhook(bench.context, body, signature)).status
}

test('an event about nothing of ours is taken and changes nothing', async () => {
  expect(await receive(eventOf('pi_unknown'))).toBe(200)
  expect(
    await receive({
      id: 'evt_2',
      object: 'event',
      type: 'payout.paid',
      livemode: false,
      data: { object: {} },
    }),
  ).toBe(200)
  await bench.jobs.runDue()
  expect(await db.sql`select id from stripe_event where handled_at is null`).toEqual([])
})

test('an event of the other mode is answered with success and not stored', async () => {
  expect(await receive(eventOf('pi_test'))).toBe(200)
  expect(await kept()).toBe(1)
  expect(await receive(eventOf('pi_live', { id: 'evt_2', livemode: true }))).toBe(200)
  const { body } = await signed(eventOf('pi_live', { id: 'evt_3', livemode: true }))
  expect((await receiveWebhook(bench.context, body, 't=1,v1=00')).status).toBe(400)
  expect([await kept(), await jobs()]).toEqual([1, 1])
})

test('each endpoint signs with its own secret, and an event of any of them counts', async () => {
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1' }
  const payments = (webhookSecret: string) =>
    createPayments({ env: { stripe: { ...keys, webhookSecret } }, standIn: null })
  const at = await bench.context.clock.now()
  const idOf = async (secrets: string, secret: string) => {
    const { body, signature } = await signed(eventOf('pi_1'), secret)
    return payments(secrets).constructEvent(body, signature, at)?.id
  }
  for (const secret of ['whsec_own', 'whsec_connect'])
    expect(await idOf('whsec_own, whsec_connect', secret)).toBe('evt_1')
  expect(await idOf('whsec_own, whsec_connect', 'whsec_own, whsec_connect')).toBeUndefined()
  expect(await idOf('whsec_own,', ' ')).toBeUndefined()
})

test('an event is kept once, however often and at once it comes', async () => {
  await receive(eventOf('pi_unknown', { id: 'evt_0' }))
  const { body, signature } = await signed(eventOf('pi_unknown'))
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await receiveWebhook(bench.context, body, signature)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect([await kept(), await jobs()]).toEqual([2, 2])
  await bench.jobs.runDue()
  expect((await receiveWebhook(bench.context, body, signature)).status).toBe(200)
  expect((await bench.jobs.counts()).waiting).toBe(0)
})

test('a process that stops after keeping the event has kept its job as well', async () => {
  const hold = await confirmedUnheard()
  const { body, signature } = await signed(eventOf(hold.paymentIntentId))
  bench.control.crashAt = 'webhook.after-stored'
  await expect(receiveWebhook(bench.context, body, signature)).rejects.toThrow(Crash)
  bench = await openBench(db.sql)
  await bench.jobs.runDue()
  expect(await stateOf(hold.holdId)).toBe('held')
})

test('what an event says is not believed: the intent is asked', async () => {
  const hold = await confirmedUnheard()
  expect(await receive(eventOf(hold.paymentIntentId))).toBe(200)
  await bench.jobs.runDue()
  expect(await stateOf(hold.holdId)).toBe('held')
  expect(await receive(eventOf(hold.paymentIntentId, { id: 'evt_2', type: 'payment_intent.canceled' }))).toBe(
    200,
  )
  await bench.jobs.runDue()
  expect(await stateOf(hold.holdId)).toBe('held')
})

test('a webhook finishes what a stopped process had begun', async () => {
  const [taken, given] = [await held(bench), await held(bench)]
  await asked(bench, taken)
  await transact(bench.context, (inside) => captureHold(inside, taken.holdId))
  await transact(bench.context, (inside) => releaseHold(inside, given.holdId, 'rejected'))
  bench.control.crashAt = 'capture.after-stripe'
  await runOperation(bench.context, await intended(taken.holdId, 'capture')).catch(() => {})
  bench.control.crashAt = 'release.after-stripe'
  await runOperation(bench.context, await intended(given.holdId, 'release')).catch(() => {})
  await bench.standIn.settled()
  await db.sql`delete from boss.job where name = 'money.run'`
  bench = await openBench(db.sql)
  await bench.jobs.runDue()
  expect([await stateOf(taken.holdId), await stateOf(given.holdId)]).toEqual(['captured', 'released'])
  await advanceClock(db.sql, 60_000)
  await quiesce(bench)
  expect((await linesOf(bench, taken.askId)).length).toBe(5)
  expect(await db.sql`select id from money_operation where state = 'intended'`).toEqual([])
})

test('a Stripe that gives no answer leaves the event to be looked at again', async () => {
  const hold = await confirmedUnheard()
  await receive(eventOf(hold.paymentIntentId))
  bench.standIn.faults.next(/GET/, 'refuse')
  await expect(handleStripeEvent(bench.context, 'evt_1')).rejects.toThrow()
  await db.sql`delete from boss.job`
  await advanceClock(db.sql, 120_000)
  await quiesce(bench)
  expect(await stateOf(hold.holdId)).toBe('held')
})

describe('webhooks in any number and order come to the same end', () => {
  const weathers = [
    { duplicates: 0, shuffle: false, delaySeconds: 0, drops: 0 },
    { duplicates: 4, shuffle: true, delaySeconds: 0, drops: 0 },
    { duplicates: 1, shuffle: true, delaySeconds: 3 * 86_400, drops: 0 },
    { duplicates: 0, shuffle: false, delaySeconds: 0, drops: 1000 },
  ]

  test.each(weathers)('%o', async (weather) => {
    Object.assign(bench.standIn.faults.webhooks, weather)
    const [taken, given, late] = [await held(bench), await held(bench), await held(bench)]
    for (const hold of [taken, late]) await asked(bench, hold)
    await transact(bench.context, (inside) => captureHold(inside, taken.holdId))
    await transact(bench.context, (inside) => releaseHold(inside, given.holdId, 'rejected'))
    await quiesce(bench)
    for (let day = 0; day < 8; day++) {
      await advanceClock(db.sql, DAY_MS)
      await quiesce(bench)
    }
    const states = await Promise.all([taken, given, late].map(({ holdId }) => stateOf(holdId)))
    expect(states).toEqual(['captured', 'released', 'released'])
    expect((await linesOf(bench, taken.askId)).length).toBe(5)
    expect((await atStripe(bench, taken)).captures).toBe(1)
  })
})
