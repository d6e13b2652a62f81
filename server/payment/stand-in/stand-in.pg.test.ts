import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { databaseClock } from '../../clock.ts'
import { openSql } from '../../db/sql.ts'
import { systemRandom } from '../../random.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { type BrowserAnswer, createStandIn, type StandIn, standInHttpClient } from './stand-in.ts'
import { ensureSchema } from './store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const secret = 'whsec_test'
const stateCode = 'payment_intent_unexpected_state'

let db: TestDatabase
let standIn: StandIn
let stripe: Stripe
let received: Stripe.Event[]
let accepts: boolean

const options = () => ({
  sql: db.sql,
  now: () => databaseClock(db.sql).now(),
  random: systemRandom,
  mode: 'test',
  webhook: {
    secret,
    deliver: async (body: string, signature: string) => {
      received.push(stripe.webhooks.constructEvent(body, signature, secret))
      return accepts
    },
  },
})

const settings = { maxNetworkRetries: 0, telemetry: false, timeout: 5000 }
const sdkFor = (one: StandIn, key = 'sk_test_local') =>
  new Stripe(key, { ...settings, httpClient: standInHttpClient(one.app) })

const types = () => received.map(({ type }) => type)
const params = { amount: 500, currency: 'usd', capture_method: 'manual' } as const
const newIntent = () => stripe.paymentIntents.create(params)
const marks = { transfer_group: 'q_1', metadata: { question: 'q_1' } }
const hold = (method = 'pm_card_visa', amount = 500) =>
  stripe.paymentIntents.create({ ...params, ...marks, amount, payment_method: method, confirm: true })
const refusalOf = async (call: Promise<unknown>) => {
  const [outcome] = await Promise.allSettled([call])
  expect(outcome?.status).toBe('rejected')
  return (outcome as PromiseRejectedResult).reason as Stripe.errors.StripeError
}
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code
const statusOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status
const movements = async () => (await stripe.balanceTransactions.list()).data.map(({ net }) => net)
const missed = async () => (await stripe.events.list({ delivery_success: false })).data
const browse = async (path: string, body: object) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await standIn.browser.request(path, init)
  return { http: response.status, answer: (await response.json()) as BrowserAnswer }
}
const typed = (number: string, exp = '12/40', cvc = '123') => ({ number, exp, cvc })

beforeAll(async () => {
  db = await testDatabase()
  await Promise.all([ensureSchema(db.sql), ensureSchema(db.sql)])
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.sql`truncate stand_in.object, stand_in.idempotency, stand_in.delivery`
  await db.sql`delete from test_clock`
  received = []
  accepts = true
  standIn = createStandIn(options())
  stripe = sdkFor(standIn)
})
/** Advances the clock after all earlier deliveries are done. */
const later = (ms: number) => standIn.settled().then(() => advanceClock(db.sql, ms))
const deliveredAfter = (ms: number) => later(ms).then(() => standIn.deliverDue())

afterEach(() => standIn.settled())

test('a hold is confirmed, captured exactly once, and costs 2.9 % and 30 cents', async () => {
  const made = await hold()
  expect(made).toMatchObject({
    ...marks,
    status: 'requires_capture',
    amount_capturable: 500,
    livemode: false,
  })
  expect(made.client_secret).toMatch(`${made.id}_secret_`)
  const captures = await Promise.allSettled([1, 2, 3].map(() => stripe.paymentIntents.capture(made.id)))
  expect(captures.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const again = await refusalOf(stripe.paymentIntents.capture(made.id))
  expect(again).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code: stateCode })
  expect(again.payment_intent).toMatchObject({ id: made.id, status: 'succeeded' })

  const expand = ['latest_charge.balance_transaction']
  const taken = await stripe.paymentIntents.retrieve(made.id, { expand })
  const charge = taken.latest_charge as Stripe.Charge
  expect(charge).toMatchObject({ captured: true, amount_captured: 500, amount_refunded: 0 })
  expect(charge.balance_transaction).toMatchObject({ amount: 500, fee: 45, net: 455, status: 'pending' })
  expect(await movements()).toEqual([455])
  const pending = await stripe.balance.retrieve()
  expect(pending).toMatchObject({ pending: [{ amount: 455 }], available: [{ amount: 0 }] })
  await later(2 * DAY)
  const available = await stripe.balance.retrieve()
  expect(available).toMatchObject({ pending: [{ amount: 0 }], available: [{ amount: 455 }] })
})

test('a partial capture lets the rest go; refunds stay within what was taken', async () => {
  const made = await hold('pm_card_mastercard', 1000)
  const take = (cents: number) => stripe.paymentIntents.capture(made.id, { amount_to_capture: cents })
  expect(await codeOf(take(1001))).toBe('amount_too_large')
  const taken = await take(600)
  expect(taken).toMatchObject({ amount: 1000, amount_received: 600, amount_capturable: 0 })
  const refund = (amount?: number) => stripe.refunds.create({ payment_intent: made.id, amount })
  const txn = await stripe.balanceTransactions.retrieve((await refund(200)).balance_transaction as string)
  expect(txn).toMatchObject({ type: 'refund', amount: -200, fee: 0, net: -200 })
  expect((await refusalOf(refund(401))).param).toBe('amount')
  await stripe.refunds.create({ charge: taken.latest_charge as string })
  expect(await codeOf(refund())).toBe('charge_already_refunded')
  const pages = stripe.refunds.list({ payment_intent: made.id, limit: 1 })
  expect((await pages.autoPagingToArray({ limit: 9 })).map(({ amount }) => amount)).toEqual([400, 200])
})

test('a cancelled hold is released, and later operations fail', async () => {
  const made = await hold()
  const gone = await stripe.paymentIntents.cancel(made.id, { cancellation_reason: 'requested_by_customer' })
  expect(gone).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' })
  expect(await stripe.charges.retrieve(made.latest_charge as string)).toMatchObject({ refunded: true })
  for (const late of ['cancel', 'capture', 'confirm'] as const) {
    expect(await codeOf(stripe.paymentIntents[late](made.id))).toBe(stateCode)
  }
  expect(await codeOf(stripe.paymentIntents.update(made.id, { amount: 900 }))).toBe(stateCode)
  expect(await codeOf(stripe.refunds.create({ payment_intent: made.id }))).toBe(stateCode)
  expect(await movements()).toEqual([])
})

test('a hold lapses on the injected clock, for the sweep and for whoever comes first', async () => {
  const [swept, touched] = [await hold(), await hold('pm_card_amex')]
  const charge = await stripe.charges.retrieve(swept.latest_charge as string)
  expect(charge.payment_method_details?.card?.capture_before).toBe(charge.created + 7 * 86_400)
  await later(7 * DAY - HOUR)
  await standIn.tick()
  expect(await statusOf(swept.id)).toBe('requires_capture')
  await later(HOUR)
  expect(await codeOf(stripe.paymentIntents.capture(touched.id))).toBe(stateCode)
  await standIn.tick()
  for (const { id } of [swept, touched]) {
    const lapsed = await stripe.paymentIntents.retrieve(id)
    expect(lapsed).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' })
  }
  await standIn.settled()
  const lapses = ['charge.expired', 'payment_intent.canceled']
  expect(types().slice(-4)).toEqual([...lapses, ...lapses])
})

test('what was made survives: another stand-in on the same database goes on', async () => {
  const made = await hold()
  const elsewhere = openSql(db.url)
  const other = createStandIn({ ...options(), sql: elsewhere })
  const taken = await sdkFor(other).paymentIntents.capture(made.id)
  await other.settled()
  await elsewhere.end()
  expect(await statusOf(made.id)).toBe(taken.status)
  expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([made.id])
})

test.each([
  { method: 'pm_card_visa_chargeDeclined', code: 'generic_decline', at: 'confirm' },
  { method: 'pm_card_chargeDeclinedInsufficientFunds', code: 'insufficient_funds', at: 'confirm' },
  { method: 'pm_card_chargeCustomerFail', code: 'generic_decline', at: 'capture' },
])('$method is declined as $code at $at; another card may follow', async ({ method, code, at }) => {
  const { id } = await newIntent()
  const confirm = (name: string) => stripe.paymentIntents.confirm(id, { payment_method: name })
  if (at === 'capture') await confirm(method)
  const error = await refusalOf(at === 'capture' ? stripe.paymentIntents.capture(id) : confirm(method))
  expect(error).toMatchObject({ type: 'StripeCardError', code: 'card_declined', decline_code: code })
  const after = await stripe.paymentIntents.retrieve(id)
  expect(after).toMatchObject({ status: 'requires_payment_method', payment_method: null, amount_received: 0 })
  expect(after.last_payment_error).toMatchObject({ decline_code: code, charge: error.charge })
  expect((await confirm('pm_card_visa')).status).toBe('requires_capture')
})

test('the form confirms with the client secret alone; 3-D Secure passes or fails', async () => {
  const plain = await newIntent()
  const [year, month] = (await databaseClock(db.sql).now()).toISOString().split('-')
  const card = typed('4242 4242 4242 4242', `${month} / ${year}`)
  const held = await browse('/confirm', { clientSecret: plain.client_secret, card })
  expect(held).toEqual({ http: 200, answer: { status: 'requires_capture' } })
  const { client_secret: clientSecret } = await newIntent()
  const asking = { clientSecret, card: typed('4000002500003155') }
  const challenge = async () => (await browse('/confirm', asking)).answer
  const answerOf = async (outcome: string) => browse('/authenticate', { clientSecret, outcome })
  const authenticate = async (outcome: string) => (await answerOf(outcome)).answer
  expect(await challenge()).toEqual({ status: 'requires_action', nextAction: { type: 'use_stripe_sdk' } })
  const code = 'payment_intent_authentication_failure'
  expect(await authenticate('fail')).toMatchObject({ status: 'requires_payment_method', error: { code } })
  await challenge()
  expect(await authenticate('pass')).toEqual({ status: 'requires_capture' })
  expect(await authenticate('pass')).toMatchObject({ status: 'requires_capture', error: { code: stateCode } })
})

test.each([
  [typed('4242424242424241'), 'incorrect_number', undefined],
  [typed('4242424242424242', '12/20'), 'expired_card', undefined],
  [typed('4242424242424242', '13/40'), 'invalid_expiry_month', undefined],
  [typed('4242424242424242', '12/40', '12'), 'invalid_cvc', undefined],
  [typed('4111111111111111'), 'card_declined', 'test_mode_live_card'],
  [typed('4000000000009995'), 'card_declined', 'insufficient_funds'],
])('the form refuses %j as %s', async (card, code, declineCode) => {
  const made = await newIntent()
  const { http, answer } = await browse('/confirm', { clientSecret: made.client_secret, card })
  expect(http).toBe(200)
  expect(answer).toMatchObject({ status: 'requires_payment_method', error: { type: 'card_error', code } })
  expect(answer.error?.declineCode).toBe(declineCode)
  const kept = JSON.stringify(await db.sql`select body, outcome from stand_in.object`)
  expect(kept).not.toContain(card.number)
})

test('a wrong client secret and a missing intent look the same', async () => {
  const { id } = await newIntent()
  for (const wrong of [`${id}_secret_guess`, id, 'pi_none_secret_x', '']) {
    const card = typed('4242424242424242')
    const { http, answer } = await browse('/confirm', { clientSecret: wrong, card })
    expect({ http, code: answer.error?.code }).toEqual({ http: 404, code: 'resource_missing' })
  }
  expect((await browse('/confirm', { clientSecret: 1 })).http).toBe(400)
  expect(await statusOf(id)).toBe('requires_payment_method')
})

test('a key replays its answer, refuses other parameters, and is pruned after 24 h', async () => {
  const key = { idempotencyKey: 'q1:create:1' }
  const first = await stripe.paymentIntents.create(params, key)
  const replayed = await stripe.paymentIntents.create(params, key)
  expect(replayed.id).toBe(first.id)
  const headers = replayed.lastResponse.headers as unknown as Headers
  expect(headers.get('idempotent-replayed')).toBe('true')
  const other = await refusalOf(stripe.paymentIntents.create({ ...params, amount: 600 }, key))
  expect(other.type).toBe('StripeIdempotencyError')
  const endpoint = await refusalOf(stripe.paymentIntents.cancel(first.id, {}, key))
  expect(endpoint.message).toContain('same endpoint')
  await later(23 * HOUR)
  await standIn.tick()
  expect((await stripe.paymentIntents.create(params, key)).id).toBe(first.id)
  await later(HOUR)
  expect((await stripe.paymentIntents.create(params, key)).id).not.toBe(first.id)
})

test('a refusal by state is remembered, a refusal by parameters is not', async () => {
  const key = { idempotencyKey: 'q1:capture:1' }
  const made = await newIntent()
  const capture = () => stripe.paymentIntents.capture(made.id, {}, key)
  expect(await codeOf(capture())).toBe(stateCode)
  await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
  expect(await codeOf(capture())).toBe(stateCode)
  const small = { idempotencyKey: 'q2:create:1' }
  const tooSmall = stripe.paymentIntents.create({ ...params, amount: 49 }, small)
  expect(await codeOf(tooSmall)).toBe('amount_too_small')
  expect((await stripe.paymentIntents.create(params, small)).amount).toBe(500)
})

test('a key in use elsewhere is a 409, and nothing happens', async () => {
  await db.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('stand_in.key busy', 0))`
    const error = await refusalOf(stripe.paymentIntents.create(params, { idempotencyKey: 'busy' }))
    expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  })
  expect((await stripe.paymentIntents.create(params, { idempotencyKey: 'busy' })).amount).toBe(500)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
})

test('keys, parameters and ids that Stripe would refuse are refused', async () => {
  const stranger = await refusalOf(sdkFor(standIn, 'sk_live_x').paymentIntents.list())
  expect(stranger.type).toBe('StripeAuthenticationError')
  const typo = stripe.paymentIntents.create(Object.assign({ payment_method_types: ['card'] }, params))
  const unknown = await refusalOf(typo)
  expect(unknown).toMatchObject({ code: 'parameter_unknown', param: 'payment_method_types' })
  expect(await codeOf(stripe.paymentIntents.retrieve('pi_none'))).toBe('resource_missing')
  expect(() => createStandIn({ ...options(), mode: 'production' })).toThrow(/production/)
})

test('events are signed, in order, and listed with their delivery', async () => {
  const made = await hold()
  await standIn.settled()
  const capturable = 'payment_intent.amount_capturable_updated'
  expect(types()).toEqual(['payment_intent.created', 'charge.succeeded', capturable])
  expect(received[2]?.data.object).toMatchObject({ id: made.id, status: 'requires_capture' })
  const events = await stripe.events.list({ delivery_success: true, type: 'charge.succeeded' })
  expect(events.data).toMatchObject([{ id: received[1]?.id, pending_webhooks: 0 }])
  const some = await stripe.events.list({ types: ['charge.succeeded', 'payment_intent.created'], limit: 1 })
  expect(some).toMatchObject({ has_more: true, data: [{ type: 'charge.succeeded' }] })
  expect((await stripe.events.retrieve(received[2]?.id ?? '')).type).toBe(capturable)
})

test('a receiver that fails is asked again, later and later, until it takes the event', async () => {
  accepts = false
  await newIntent()
  await standIn.settled()
  expect(received).toHaveLength(1)
  expect(await missed()).toMatchObject([{ id: received[0]?.id, pending_webhooks: 1 }])
  expect(await deliveredAfter(10_000)).toBe(0)
  accepts = true
  expect(await deliveredAfter(20_000)).toBe(0)
  expect(await deliveredAfter(20_000)).toBe(1)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  expect(await missed()).toEqual([])
})

test('a receiver that never takes an event is left alone after three days', async () => {
  accepts = false
  await newIntent()
  for (let hours = 0; hours <= 78; hours += 6) {
    expect(await standIn.deliverDue()).toBe(0)
    await later(6 * HOUR)
  }
  accepts = true
  expect(await standIn.deliverDue()).toBe(0)
  expect(await missed()).toHaveLength(1)
})

test('faults: duplicates, a shuffled order, a delay, lost tries', async () => {
  const struck = vi.spyOn(standIn.faults, 'onStrike')
  Object.assign(standIn.faults.webhooks, { duplicates: 2, delaySeconds: 60 })
  await hold()
  expect(await standIn.deliverDue()).toBe(0)
  expect(await deliveredAfter(60_000)).toBe(3)
  expect([new Set(received.map(({ id }) => id)).size, received.length]).toEqual([3, 9])
  standIn.faults.clear()
  Object.assign(standIn.faults.webhooks, { drops: 1, shuffle: true })
  received = []
  for (let index = 0; index < 6; index++) await newIntent()
  await standIn.settled()
  expect(received).toEqual([])
  expect(await deliveredAfter(10_000)).toBe(6)
  expect(new Set(received.map(({ id }) => id)).size).toBe(6)
  const ways = { duplicates: 2, delaySeconds: 60, drops: 1, shuffle: true }
  expect(Object.assign({}, ...struck.mock.calls.flat())).toEqual(ways)
})

const capture = (id: string, key = 'k') => stripe.paymentIntents.capture(id, {}, { idempotencyKey: key })

test.each([
  ['error-before', 'requires_capture'],
  ['error-after', 'succeeded'],
] as const)('%s: a 500 that the key replays; read back, then a new key', async (kind, status) => {
  const { id } = await hold()
  standIn.faults.next(/capture$/, kind)
  for (const _ of ['first', 'replayed']) {
    expect(await refusalOf(capture(id))).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  }
  expect(standIn.faults.struck).toBe(1)
  expect(await statusOf(id)).toBe(status)
  if (status === 'requires_capture') expect((await capture(id, 'k2')).status).toBe('succeeded')
  expect(await movements()).toEqual([455])
})

const inDoubt = Stripe.errors.StripeConnectionError
test.each([
  { kind: 'refuse', times: 1, status: 'requires_capture', type: inDoubt },
  { kind: 'cut-after', times: 2, status: 'succeeded', type: inDoubt },
  { kind: 'hang', times: 1, status: 'requires_capture', type: inDoubt },
  { kind: 'hang-after', times: 1, status: 'succeeded', type: inDoubt },
  { kind: 'slow', times: 1, status: 'succeeded', type: inDoubt },
  { kind: 'rate-limit', times: 1, status: 'requires_capture', type: Stripe.errors.StripeRateLimitError },
] as const)('$kind: the same key settles what the caller cannot know', async (fault) => {
  const { id } = await hold()
  standIn.faults.next(/^POST .*capture$/, fault.kind, fault.times)
  const impatient = stripe.paymentIntents.capture(id, {}, { idempotencyKey: 'k', timeout: 300 })
  expect(await refusalOf(impatient)).toBeInstanceOf(fault.type)
  await expect.poll(() => statusOf(id), { timeout: 5000 }).toBe(fault.status)
  expect((await capture(id)).status).toBe('succeeded')
  expect(await movements()).toEqual([455])
})

test('over real ports too: a cut is a closed socket, webhooks are POSTs', async () => {
  const app = new Hono().post('/hook', async (c) => {
    const signature = c.req.header('stripe-signature') ?? ''
    received.push(stripe.webhooks.constructEvent(await c.req.text(), signature, secret))
    return c.body(null, received.length === 1 ? 500 : 204)
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await expect.poll(() => server.listening, { timeout: 10_000 }).toBe(true)
  const { port } = server.address() as AddressInfo
  const webhook = { secret, url: `http://127.0.0.1:${port}/hook` }
  const far = createStandIn({ ...options(), webhook })
  app.route('/', far.app)
  const remote = new Stripe('sk_test_far', { ...settings, host: '127.0.0.1', port, protocol: 'http' })
  far.faults.next(/payment_intents$/, 'cut-after', 2)
  const made = remote.paymentIntents.create({ amount: 500, currency: 'usd' })
  expect(await refusalOf(made)).toBeInstanceOf(inDoubt)
  expect((await remote.paymentIntents.list()).data).toHaveLength(1)
  await far.settled()
  await later(10_000)
  expect(await far.deliverDue()).toBe(1)
  expect(types()).toEqual(['payment_intent.created', 'payment_intent.created'])
  await new Promise((done) => server.close(done))
})
