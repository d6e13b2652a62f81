import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseClock } from '../../clock.ts'
import { systemRandom } from '../../random.ts'
import { advanceClock } from '../../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { createStandIn, type StandIn, standInHttpClient } from './stand-in.ts'
import { ensureSchema } from './store.ts'

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
    ...(country !== 'US' && { tos_acceptance: { service_agreement: 'recipient' } }),
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
        received.push(stripe.webhooks.constructEvent(body, signature, secret))
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
  const { tos_acceptance: _, ...full } = order()
  expect(await codeOf(stripe.accounts.create(full))).toContain('recipient')
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
  // good once
  expect(await choose(link, 'finish')).toBe(urls.refresh_url)
})

test('a link runs out after five minutes; one that never was leads nowhere', async () => {
  const link = await linkFor((await stripe.accounts.create(order())).id)
  await advanceClock(db.sql, 300_000)
  expect((await standIn.connect.request(link)).headers.get('location')).toBe(urls.refresh_url)
  expect((await standIn.connect.request('/link_none')).status).toBe(404)
})

test('whoever takes the access away is not shown any more', async () => {
  const { id } = await stripe.accounts.create(order())
  expect(await choose(await linkFor(id), 'disconnect')).toBe(urls.return_url)
  expect(await codeOf(stripe.accounts.retrieve(id))).toBe('account_invalid')
  expect(await codeOf(linkFor(id))).toBe('account_invalid')
  expect(received).toMatchObject([{ type: 'account.application.deauthorized', account: id }])
})
