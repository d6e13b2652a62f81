import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseClock } from '../../clock.ts'
import { systemRandom } from '../../random.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { createStandIn, type StandIn, standInHttpClient } from './stand-in.ts'
import { ensureSchema } from './store.ts'
import { connectSecretOf } from './webhooks.ts'

const secret = 'whsec_test'
const marks = { metadata: { payoutAccountId: 'a1' } }
const order = (country = 'NO') =>
  ({
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'express' },
    },
    country,
    capabilities: { transfers: { requested: true } },
    ...marks,
  }) satisfies Stripe.AccountCreateParams
const urls = { refresh_url: 'http://localhost:3000/again', return_url: 'http://localhost:3000/back' }

let db: TestDatabase
let standIn: StandIn
let stripe: Stripe
let received: Stripe.Event[]

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())
// webhooks may still be on their way when a test ends
afterEach(() => standIn.settled())
beforeEach(async () => {
  await db.sql`delete from test_clock`
  await db.sql`drop schema if exists stand_in cascade`
  await ensureSchema(db.sql)
  received = []
  standIn = createStandIn({
    sql: db.sql,
    now: () => databaseClock(db.sql).now(),
    random: systemRandom,
    mode: 'test',
    webhook: {
      secret,
      deliver: async (body, signature) => {
        const { account } = JSON.parse(body) as Stripe.Event
        const signedWith = account ? connectSecretOf(secret) : secret
        received.push(stripe.webhooks.constructEvent(body, signature, signedWith))
        return true
      },
    },
  })
  stripe = new Stripe('sk_test_local', { maxNetworkRetries: 0, httpClient: standInHttpClient(standIn.app) })
})

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: Stripe.errors.StripeError) => error.code ?? error.message,
  )
const linkFor = async (account: string) => {
  const { url } = await stripe.accountLinks.create({ account, ...urls, type: 'account_onboarding' })
  return `/${url.split('/').at(-1)}`
}
const choose = async (link: string, outcome: string) => {
  const answer = await standIn.connect.request(link, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
  })
  await standIn.settled()
  return answer.headers.get('location')
}

test('an account is made for a country it can be paid in, and only receives', async () => {
  const made = await stripe.accounts.create(order(), { idempotencyKey: 'k' })
  expect(made).toMatchObject({ country: 'NO', details_submitted: false, payouts_enabled: false, ...marks })
  expect((await stripe.accounts.create(order(), { idempotencyKey: 'k' })).id).toBe(made.id)
  expect((await stripe.accounts.list({ limit: 100 })).data.map(({ id }) => id)).toEqual([made.id])
  expect(await codeOf(stripe.accounts.create(order('AU')))).toBe('country_unsupported')
  const tos_acceptance = { service_agreement: 'recipient' }
  expect(await codeOf(stripe.accounts.create({ ...order(), tos_acceptance }))).toContain('recipient')
  expect((await stripe.accounts.create(order('US'))).country).toBe('US')
  expect(await codeOf(stripe.accounts.retrieve('acct_none'))).toBe('resource_missing')
})

test.each([
  ['finish', { transfers: 'active' }, true],
  ['restrict', { transfers: 'inactive' }, true],
  ['later', { transfers: 'inactive' }, false],
] as const)('the page behind its link: %s', async (outcome, capabilities, details_submitted) => {
  const { id } = await stripe.accounts.create(order())
  const link = await linkFor(id)
  const page = await standIn.connect.request(link)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('no real money moves')
  expect(await choose(link, outcome)).toBe(urls.return_url)
  expect(await stripe.accounts.retrieve(id)).toMatchObject({ capabilities, details_submitted })
  const told = received.filter(({ type }) => type === 'account.updated')
  expect(told.map(({ account }) => account)).toEqual(outcome === 'later' ? [] : [id])
  // a link works only once
  expect(await choose(link, 'finish')).toBe(urls.refresh_url)
})

test('a link runs out after five minutes; one that never was leads nowhere', async () => {
  const link = await linkFor((await stripe.accounts.create(order())).id)
  await advanceClock(db.sql, 300_000)
  expect((await standIn.connect.request(link)).headers.get('location')).toBe(urls.refresh_url)
  expect((await standIn.connect.request('/link_none')).status).toBe(404)
})

test('whoever takes the access away is no longer shown', async () => {
  const { id } = await stripe.accounts.create(order())
  expect(await choose(await linkFor(id), 'disconnect')).toBe(urls.return_url)
  expect(await codeOf(stripe.accounts.retrieve(id))).toBe('account_invalid')
  expect(await codeOf(linkFor(id))).toBe('account_invalid')
  expect(received).toMatchObject([{ type: 'account.application.deauthorized', account: id }])
})

test('a transfer is taken back in parts and never beyond its amount, into our balance, once for a key', async () => {
  const { id: account } = await stripe.accounts.create(order())
  await choose(await linkFor(account), 'finish')
  const intent = await stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
  await standIn.browser.request('/confirm', {
    method: 'POST',
    body: JSON.stringify({
      clientSecret: intent.client_secret,
      card: { number: '4242424242424242', exp: '12/40', cvc: '123' },
    }),
  })
  const transfer = { amount: 5_000, currency: 'usd', destination: account, transfer_group: 'p_1' }
  expect(await codeOf(stripe.transfers.create(transfer))).toBe('balance_insufficient')
  await advanceClock(db.sql, 2 * 86_400_000)
  const made = await stripe.transfers.create(transfer)
  const before = (await stripe.balance.retrieve()).available[0]?.amount ?? 0
  const back = await stripe.transfers.createReversal(made.id, { amount: 2_000 }, { idempotencyKey: 'r' })
  expect(back).toMatchObject({ object: 'transfer_reversal', amount: 2_000, transfer: made.id })
  const again = await stripe.transfers.createReversal(made.id, { amount: 2_000 }, { idempotencyKey: 'r' })
  expect(again.id).toBe(back.id)
  const tooMuch = stripe.transfers.createReversal(made.id, { amount: 3_001 })
  expect(await codeOf(tooMuch)).toContain('greater than unreversed amount')
  const rest = await stripe.transfers.createReversal(made.id)
  expect(await stripe.transfers.retrieve(made.id)).toMatchObject({ amount_reversed: 5_000, reversed: true })
  const listed = await stripe.transfers.listReversals(made.id, { limit: 100 })
  expect(listed.data.map(({ id }) => id)).toEqual([rest.id, back.id])
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(before + 5_000)
  const moved = await stripe.balanceTransactions.list({ source: rest.id, expand: ['data.source'] })
  expect(moved.data).toMatchObject([
    { type: 'transfer_refund', net: 3_000, source: { id: rest.id, transfer: made.id } },
  ])
  await standIn.settled()
  expect(received.filter(({ type }) => type === 'transfer.reversed')).toHaveLength(2)
})

test('C20 an account that moved out of the regions is sent nothing', async () => {
  const { id: destination } = await stripe.accounts.create(order())
  await choose(await linkFor(destination), 'finish')
  await standIn.outside({ act: 'move-account', accountId: destination, country: 'BR' })
  const refused = stripe.transfers.create({ amount: 1, currency: 'usd', destination })
  expect(await codeOf(refused)).toBe('transfers_not_allowed')
})
