import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { databaseClock } from '../../clock.ts'
import { systemRandom } from '../../random.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { createStandIn, type StandIn, standInHttpClient } from './stand-in.ts'
import { ensureSchema } from './store.ts'

let db: TestDatabase
let standIn: StandIn
let stripe: Stripe

beforeAll(async () => {
  db = await testDatabase()
  await ensureSchema(db.sql)
  standIn = createStandIn({
    sql: db.sql,
    now: () => databaseClock(db.sql).now(),
    random: systemRandom,
    mode: 'test',
    webhook: { secret: 'whsec_test', deliver: async () => true },
  })
  stripe = new Stripe('sk_test_local', { maxNetworkRetries: 0, httpClient: standInHttpClient(standIn.app) })
})
afterAll(() => db.drop())
afterEach(() => standIn.settled())

const expand = ['latest_charge.balance_transaction']
const chargeOf = ({ latest_charge }: Stripe.PaymentIntent) => latest_charge as Stripe.Charge

async function confirmed(method: Stripe.PaymentIntentCreateParams.CaptureMethod, number: string) {
  const order = { amount: 1_501, currency: 'usd', capture_method: method }
  const { id, client_secret: clientSecret } = await stripe.paymentIntents.create(order)
  const card = { number, exp: '12/40', cvc: '123' }
  const body = JSON.stringify({ clientSecret, card })
  await standIn.browser.request('/confirm', { method: 'POST', body })
  return stripe.paymentIntents.retrieve(id, { expand })
}

test('C14 a bank may approve a part of a hold: no more than that can be captured, and all of it be let go', async () => {
  const intent = await confirmed('manual', '4000000000050007')
  expect(intent).toMatchObject({ status: 'requires_capture', amount: 1_501, amount_capturable: 751 })
  const details = chargeOf(intent).payment_method_details?.card
  expect(details).toMatchObject({ amount_authorized: 751, capture_before: expect.any(Number) })
  const whole = stripe.paymentIntents.capture(intent.id, { amount_to_capture: 1_501 })
  await expect(whole).rejects.toMatchObject({ code: 'amount_too_large' })
  await stripe.paymentIntents.cancel(intent.id)
  const gone = await stripe.paymentIntents.retrieve(intent.id, { expand })
  expect(gone).toMatchObject({ status: 'canceled', amount_capturable: 0, amount_received: 0 })
  expect(chargeOf(gone)).toMatchObject({ amount: 751, amount_refunded: 751, captured: false })
})

test('C14 nothing is taken at once in part: the card has not enough', async () => {
  const intent = await confirmed('automatic', '4000000000050007')
  expect(intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
  expect(intent.last_payment_error).toMatchObject({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
  })
})

test.each([
  ['4242424242424242', 'US', 74],
  ['4000008260000000', 'GB', 96],
])('a card %s of %s costs %i cents', async (number, country, fee) => {
  const intent = await confirmed('automatic', number)
  expect(chargeOf(intent).payment_method_details?.card).toMatchObject({ country, amount_authorized: 1_501 })
  expect(chargeOf(intent).balance_transaction).toMatchObject({
    amount: 1_501,
    fee,
    net: 1_501 - fee,
    fee_details: [{ amount: fee, type: 'stripe_fee' }],
  })
})
