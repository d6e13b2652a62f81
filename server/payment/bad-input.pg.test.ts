import { createHmac, randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  CheckExistingUserAnswer,
  CreatePaymentIntentAnswer,
} from '../../sync/question/specified-calls.ts'
import { createLog } from '../log.ts'
import { type Actors, answered, asked, askOf, pay, prepare, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { browserAt } from '../testing/browser-at.ts'
import { databaseHash } from '../testing/rights/hash.ts'
import { openWorld, type World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { CODE_GUESSES, createDiscountCode } from './discount/discount-code.ts'
import { standInHttpClient } from './stand-in/stand-in.ts'

/*
 * Invented input about money is refused, logged, and changes nothing. Wrong answers about a PaymentIntent from the
 * payment provider are tested in hold.pg.test.ts and tips.pg.test.ts (M9); keys with which no server starts, in
 * env.test.ts.
 */

const lines: string[] = []
let world: World
let actors: Actors
let fan: Browser
let ticket: CheckExistingUserAnswer
let paidHold: string
let answer: Awaited<ReturnType<typeof answered>>
let desk: Browser
let chargedHold: string

const asker = { firstName: 'Kim', lastName: 'Lee', email: 'kim@fan.test' }
const check = (browser: Browser) =>
  browser.post<CheckExistingUserAnswer>('/api/check-existing-user', {
    ...asker,
    responderUuid: actors.athlete.id,
    dob: '1999-05-05',
    city: 'Boston',
    country: 'US',
  })
const intent = (more: object, browser = fan) =>
  browser.post<CreatePaymentIntentAnswer>('/api/create-payment-intent', {
    ...asker,
    amount: 1_500,
    currency: 'usd',
    capture_method: 'manual',
    metadata: { requestType: 'text', athleteId: actors.athlete.id, timestamp: 1 },
    athlete_id: actors.athlete.id,
    athlete_username: actors.athlete.username,
    athlete_stripe_id: 'acct_of_somebody_else',
    ...more,
  })
const send = (more: object, browser = fan, from = ticket) =>
  browser.post('/api/send-request', {
    conversationId: from.conversationId,
    senderId: from.requesterUuid,
    receiverId: actors.athlete.id,
    subject: 'My catch',
    messageType: 'text',
    message: 'How do I stop skying?',
    paymentIntentId: paidHold,
    paymentAmount: 15,
    ...more,
  })
const tip = (more: object) =>
  fan.post('/api/create-payment-intent', {
    amount: 500,
    currency: 'usd',
    capture_method: 'automatic',
    tipId: randomUUID(),
    token: answer.viewPath.replace('/view/', ''),
    ...more,
  })
const refund = async (more: object) => {
  const args = {
    refundId: randomUUID(),
    paymentId: chargedHold,
    amountCents: 100,
    reason: 'mistake',
    ...more,
  }
  return { body: await desk.push('payment.refund', args) }
}
const cancel = (browser: Browser, paymentIntentId: string) =>
  browser.post('/api/cancel-payment-intent', { paymentIntentId })

beforeAll(async () => {
  world = await openWorld({ log: createLog('info', { to: { write: (line) => void lines.push(line) } }) })
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
  answer = await answered(actors)
  desk = await signedIn(world, actors.admin)
  const [hold] = await world.database.sql<
    { id: string }[]
  >`select id from hold where ask_id = ${answer.questionId}`
  chargedHold = hold?.id ?? ''
  fan = world.browser()
  ticket = (await check(fan)).body
  const made = (await intent({})).body
  paidHold = made.paymentIntentId
  await pay(fan, made.clientSecret)
  await world.quiesce()
})
afterAll(() => world.end())

type Sent = [send: () => Promise<{ body: unknown }>, code: string]

/**
 * Checks that each call is refused with its code and logged, and that all of them together leave the database
 * unchanged.
 */
async function refused(...all: readonly Sent[]): Promise<void> {
  await world.quiesce()
  const before = await databaseHash(world.database.sql)
  for (const [say, code] of all) {
    const from = lines.length
    expect((await say()).body, say.toString()).toMatchObject({ refusal: { code } })
    const said = lines.slice(from).map((line) => JSON.parse(line))
    expect(said).toContainEqual(expect.objectContaining({ msg: 'refused', code }))
  }
  expect(await databaseHash(world.database.sql)).toEqual(before)
}

test('D107 S2-7.20 D29 made-up amounts', () =>
  refused(
    [() => intent({ amount: 1_499 }), 'amount-below-price'],
    ...[0.5, -1_500, '1500', null, 2 ** 53].map((amount): Sent => [() => intent({ amount }), 'bad-shape']),
    [() => send({ paymentAmount: 1 }), 'payment-mismatch'],
    [() => tip({ amount: 199 }), 'amount-below-minimum'],
    [() => refund({ amountCents: 1_501 }), 'refund-too-high'],
    [() => refund({ amountCents: -1 }), 'bad-shape'],
  ))

test('D107 D36 made-up currencies', () =>
  refused(
    ...['eur', 'USD', ' usd', 'btc', '', null].flatMap((currency): Sent[] => [
      [() => intent({ currency }), 'bad-shape'],
      [() => tip({ currency }), 'bad-shape'],
    ]),
    [() => intent({ capture_method: 'automatic' }), 'bad-shape'],
  ))

test('D107 made-up athlete ids', () =>
  refused(
    [() => intent({ athlete_id: randomUUID() }), 'not-found'],
    [() => intent({ athlete_id: actors.admin.id }), 'not-found'],
    [() => intent({ athlete_id: 'acct_1' }), 'bad-shape'],
    [() => send({ receiverId: actors.admin.id }), 'not-found'],
    [() => send({ senderId: randomUUID() }), 'not-found'],
  ))

test('D107 made-up payment ids', () =>
  refused(
    [() => send({ paymentIntentId: undefined }), 'payment-mismatch'],
    [() => send({ paymentIntentId: randomUUID() }), 'payment-mismatch'],
    [() => cancel(fan, randomUUID()), 'not-found'],
    [() => tip({ token: 'x'.repeat(43) }), 'not-found'],
    [() => fan.post('/api/tip-status', { tipId: randomUUID(), token: 'x'.repeat(43) }), 'not-found'],
    [() => refund({ paymentId: randomUUID() }), 'not-found'],
    [() => refund({ paymentId: paidHold }), 'not-found'],
  ))

test('D107 foreign holds', async () => {
  const stranger = world.browser()
  const theirs = (await check(stranger)).body
  await refused(
    [() => send({}, stranger), 'not-found'],
    [() => send({}, stranger, theirs), 'payment-mismatch'],
    [() => cancel(stranger, paidHold), 'not-found'],
    [() => stranger.post('/api/ask-status', { questionId: answer.questionId }), 'not-found'],
    [
      async () => ({ body: await stranger.push('question.ask', { questionId: answer.questionId }) }),
      'not-found',
    ],
  )
})

test('D107 reused holds', async () => {
  const again = world.browser()
  const other = (await check(again)).body
  const made = (await intent({}, again)).body
  await pay(again, made.clientSecret)
  const once = { paymentIntentId: made.paymentIntentId }
  expect((await send(once, again, other)).body).toMatchObject({ state: 'asked' })
  await world.quiesce()
  await refused(
    [() => send({ ...once, subject: 'Another one' }, again, other), 'payment-mismatch'],
    [
      () => send({ ...once, messageType: 'text', message: 'For the same money' }, again, other),
      'payment-mismatch',
    ],
    [() => cancel(again, made.paymentIntentId), 'ask-closed'],
    [() => cancel(fan, chargedHold), 'not-found'],
  )
})

/** Sends a webhook as the provider would sign it, unless told otherwise. */
async function webhook({
  secret = world.context.secrets.webhook,
  ageS = 0,
  event = {} as object,
  add = '',
} = {}) {
  const data = { object: { object: 'payment_intent', id: 'pi_1', status: 'succeeded', amount: 1 } }
  const body = JSON.stringify({
    id: 'evt_bad',
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    data,
    ...event,
  })
  const time = Math.floor((await world.context.clock.now()).getTime() / 1000) - ageS
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body: body + add, signature: `t=${time},v1=${mac}` }
}

async function unheard(...all: readonly { body: string; signature: string }[]): Promise<void> {
  await world.quiesce()
  const before = await databaseHash(world.database.sql)
  for (const { body, signature } of all) {
    const from = lines.length
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const heard = await world
      .browser()
      .request('/api/webhooks/stripe', { method: 'POST', raw: body, headers })
    expect([heard.status, await heard.json()]).toEqual([400, { received: false }])
    expect(lines.slice(from).join('')).toContain('payments: a webhook was refused')
  }
  expect(await databaseHash(world.database.sql)).toEqual(before)
}

test('C12 bad webhook signatures: another secret, a changed body, none, nonsense', async () => {
  const good = await webhook()
  await unheard(
    await webhook({ secret: 'whsec_other' }),
    await webhook({ add: ' ' }),
    { ...good, signature: '' },
    { ...good, signature: 't=1,v1=zz' },
    { ...good, body: '' },
  )
})

test('C12 old timestamps: a signature counts for five minutes of the one clock', async () => {
  const late = await webhook()
  await unheard(await webhook({ ageS: 360 }))
  await world.advance(360_000)
  await unheard(late)
})

test('live keys with the stand-in: it knows none, and live events change nothing', async () => {
  await world.quiesce()
  const before = await databaseHash(world.database.sql)
  const { standIn } = world.context.payments
  if (!standIn) throw new Error('there is no stand-in')
  const httpClient = standInHttpClient(standIn.app)
  const live = new Stripe('sk_live_x', { httpClient, maxNetworkRetries: 0 })
  const amount = { amount: 500, currency: 'usd' }
  await expect(live.paymentIntents.create(amount)).rejects.toMatchObject({ statusCode: 401 })
  const { body: raw, signature } = await webhook({ event: { livemode: true } })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const heard = await world.browser().request('/api/webhooks/stripe', { method: 'POST', raw, headers })
  expect(heard.status).toBe(200)
  expect(await databaseHash(world.database.sql)).toEqual(before)
})

test('D27 D28 codes guessed in bulk: both calls count in one place, and close together', async () => {
  const code = 'Code-of-the-bulk'
  const made = { code, label: 'a code', off: 'percent', value: 20 } as const
  await transact(world.context, (inside) => createDiscountCode(inside, made))
  const guess = (text: string) => fan.post('/api/check-discount', { code: text, questionId: randomUUID() })
  const ask = (discountCode: string) =>
    prepare(world.browser(), askOf(actors, { discountCode, amountCents: 1_200 }))
  await refused(...['A', 'B', 'C'].map((text): Sent => [() => guess(`guess-${text}`), 'discount-invalid']))
  await ask('guess-D')
  const counted = await world.database.sql`
    update rate_limit set hits = ${CODE_GUESSES.max * 1_000} where bucket like 'discount of %' and hits = 4 returning bucket`
  expect(counted).toHaveLength(1)
  await refused([() => guess(code), 'too-many-requests'])
  expect((await ask(code)).body).toMatchObject({ refusal: { code: 'too-many-requests' } })
  expect((await asked(actors)).questionId).toEqual(expect.any(String))
})

test('D27 D28 codes guessed from many addresses of one network: all of it is shut, and no other', async () => {
  const from = async (address: string) => {
    const call = { code: 'a-guess', questionId: randomUUID() }
    const { body } = await browserAt(world, address).post<{ refusal?: { code: string } }>(
      '/api/check-discount',
      call,
    )
    return body.refusal?.code
  }
  expect(await from('2001:db8:7:1::1')).toBe('discount-invalid')
  const counted = await world.database.sql`
    update rate_limit set hits = ${CODE_GUESSES.max * 4 * 1_000} where bucket = 'discount of 2001:db8:7::/48' returning bucket`
  expect(counted).toHaveLength(1)
  expect(await from('2001:db8:7:ff01::1')).toBe('too-many-requests')
  expect(await from('2001:db8:8:1::1')).toBe('discount-invalid')
})
