import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrepareAskAnswer } from '../../sync/calls.ts'
import { INTENTS } from '../../sync/intents.ts'
import type { CheckExistingUserAnswer } from '../../sync/question/specified-calls.ts'
import { z } from '../../sync/shape.ts'
import { createDiscountCode } from '../payment/discount/discount-code.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  openCast,
  pay,
  prepare,
  screen,
  signedIn,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { SHAPES } from '../testing/rights/targets.ts'
import type { Person, World } from '../testing/world.ts'
import { transact } from '../transact.ts'

const CODE = 'TOLD-TO-NOBODY'

let world: World
let actors: Actors
let promo: Person
/** A person with an account who has asked, rated, used a code and is blocked. */
let known: Person
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  promo = await world.makePerson({ role: 'creator', priceCents: 2_000, promo: true })
  known = await world.makePerson({ role: 'basic', username: 'wellknown' })
  await transact(world.context, (inside) =>
    createDiscountCode(inside, { code: CODE, label: 'x', off: 'percent', value: 20 }),
  )
  const phone = await signedIn(world, known)
  const done = await answered(
    actors,
    { asker: asker(known.email), amountCents: 1_200, discountCode: CODE },
    phone,
  )
  await phone.post('/api/rate', {
    token: done.viewPath.replace('/view/', ''),
    stars: 4,
    responseFeedback: '',
    infieldFeedback: '',
  })
  await asked({ ...actors, athlete: promo }, { asker: asker(known.email), amountCents: 0 }, phone)
  const guest = await asked({ ...actors, athlete: promo }, { asker: asker(known.email), amountCents: 0 })
  await screen(actors, guest.questionId)
  const desk = await signedIn(world, actors.admin)
  await desk.push('block.add', { blockId: randomUUID(), email: known.email, reason: 'Threats' })
})
afterAll(() => world.end())

const asker = (email: string) => ({
  firstName: 'Kim',
  lastName: 'Lee',
  birthDate: '1999-05-05',
  countryCode: 'US',
  city: 'Boston',
  email,
})
const documented = (email: string) => {
  const { birthDate, countryCode, ...rest } = asker(email)
  return { ...rest, dob: birthDate, country: countryCode }
}

type Probe = (browser: Browser, email: string) => Promise<unknown>
const told = (path: string, bodyOf: (email: string) => object): Probe => {
  return async (browser, email) => browser.post(path, bodyOf(email))
}

/** Plays an ask to its end, and returns what its browser was told: the price, the result, and what it may do next. */
const asking =
  (more: () => object): Probe =>
  async (browser, email) => {
    const ask = askOf(actors, { asker: asker(email), ...more() })
    const prepared = await prepare(browser, ask)
    const { clientSecret } = prepared.body
    if (clientSecret) await pay(browser, clientSecret)
    const outcome = await browser.push('question.ask', { questionId: ask.questionId })
    await world.quiesce()
    const status = await browser.post('/api/ask-status', { questionId: ask.questionId })
    const mine = await browser.get('/api/my-questions')
    return { prepared, outcome, status, mine }
  }

const correcting =
  (more: () => object): Probe =>
  async (browser, email) => {
    const { questionId } = await asked(actors, more(), browser)
    const corrected = await browser.post('/api/correct-email', { questionId, email })
    return { corrected, status: await browser.post('/api/ask-status', { questionId }) }
  }

/** Plays a probe, then prepares another question in the same browser, with an address of nobody. */
const thenAsking =
  (probe: Probe): Probe =>
  async (browser, email) => {
    const first = await probe(browser, email)
    return { first, again: await prepare(browser, askOf(actors)) }
  }

const toPromo = () => ({ athleteId: promo.id, amountCents: 0 })
const withCode = () => ({ amountCents: 1_200, discountCode: CODE })

/** Plays the documented calls one after another, as a client of theirs would. */
const byDocumentedCalls =
  (athlete: () => Person): Probe =>
  async (browser, email) => {
    const to = athlete()
    const ticket = await browser.post<CheckExistingUserAnswer>('/api/check-existing-user', {
      ...documented(email),
      responderUuid: to.id,
    })
    const intent = await browser.post('/api/create-payment-intent', {
      amount: 2_000,
      currency: 'usd',
      capture_method: 'manual',
      email,
      athlete_id: to.id,
    })
    const request = await browser.post('/api/send-request', {
      conversationId: ticket.body.conversationId,
      senderId: ticket.body.requesterUuid,
      receiverId: to.id,
      subject: 'My catch',
      messageType: 'text',
      message: 'How do I stop skying?',
      paymentIntentId: (intent.body as PrepareAskAnswer).paymentIntentId,
    })
    return { ticket, intent, request }
  }

const form = (name: string, more: object): Probe => {
  return async (browser, email) =>
    browser.push(name, { formId: randomUUID(), captcha: await browser.captcha(), email, ...more })
}
const names = { firstName: 'Kim', lastName: 'Lee' }

/** The calls that accept an address, each with what a stranger may send. */
const PROBES: Record<string, Probe[]> = {
  'POST /api/prepare-ask': [
    asking(toPromo),
    asking(withCode),
    asking(() => ({})),
    thenAsking(asking(() => ({}))),
  ],
  'POST /api/correct-email': [correcting(toPromo), correcting(withCode), thenAsking(correcting(() => ({})))],
  'POST /api/check-existing-user': [byDocumentedCalls(() => promo), byDocumentedCalls(() => actors.athlete)],
  'POST /api/create-payment-intent': [byDocumentedCalls(() => promo)],
  'POST /api/account/forgot-password': [told('/api/account/forgot-password', (email) => ({ email }))],
  'POST /api/account/send-link': [told('/api/account/send-link', (email) => ({ email }))],
  'POST /api/account/mine-link': [told('/api/account/mine-link', (email) => ({ email }))],
  'POST /api/account/change-password': [
    told('/api/account/change-password', (email) => ({
      email,
      currentPassword: 'not the password',
      newPassword: 'some other password',
    })),
  ],
  'POST /api/account/change-email': [
    async (browser, email) => {
      const stranger = await world.makePerson({ role: 'basic' })
      await browser.signIn(stranger)
      return browser.post('/api/account/change-email', { email, password: stranger.password })
    },
  ],
  'POST /api/account/join-fan': [
    told('/api/account/join-fan', (email) => ({
      person: asker(email),
      username: `u${randomUUID().slice(0, 8).replaceAll('-', '')}`,
      password: 'chosen by the stranger',
    })),
  ],
  'POST /api/lost-link': [
    async (browser, email) => browser.post('/api/lost-link', { email, captcha: await browser.captcha() }),
  ],
  'contact.send': [form('contact.send', { ...names, subject: 'x', content: 'y' })],
  'POST /api/auth/sign-in/email': [
    told('/api/auth/sign-in/email', (email) => ({ email, password: 'not the password' })),
  ],
}
/** The calls whose requirements make the answer the same for everybody. */
const NEEDS: Record<string, string> = {
  'POST /api/account/join-athlete': 'a sign-up code; what it keeps and answers is what join-fan does',
  'POST /api/account/begin-first-admin': 'the link of the first start',
  'POST /api/account/first-admin': 'the link of the first start',
  'application.send': 'kept as contact.send is',
  'waitlist.send': 'kept as contact.send is',
  'block.add': 'the desk',
  'sessions.end': 'the desk',
  'team.invite': 'the desk',
  'POST /api/create-stripe-account-link': 'an athlete’s session',
}

/** Replaces ids, tokens, times and addresses, which differ anyway, so that only the information told is left. */
function whatWasTold(answer: unknown, email: string): string {
  return JSON.stringify(answer)
    .replaceAll(email, '(the address)')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)')
    .replace(/(pi|seti)_\w+/g, '(intent)')
    .replace(/[A-Za-z0-9_-]{43}/g, '(token)')
    .replace(/\b1\d{12}\b/g, '(time)')
}

/** Returns the names of all calls and intents that accept an address. */
function takesAnAddress(): string[] {
  const hasEmail = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, each]) => key === 'email' || hasEmail(each))
  return Object.entries({ ...SHAPES, ...argsOfIntents() })
    .filter(([, shape]) => hasEmail(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })))
    .map(([name]) => name)
}

const argsOfIntents = () =>
  Object.fromEntries(Object.entries(INTENTS).map(([name, { args }]) => [name, args as z.core.$ZodType]))

test('P5 every call that takes an address is asked here, or says what it needs first', () => {
  const looked = [...Object.keys(PROBES), ...Object.keys(NEEDS)]
  expect(takesAnAddress().filter((name) => !looked.includes(name))).toEqual([])
})

const cases = Object.entries(PROBES).flatMap(([name, probes]) =>
  probes.map((probe, nth) => ({ name: `${name} ${nth + 1}`, probe })),
)

test.each(cases)(
  'P5 $name tells a stranger nothing of what the owner of the address did',
  async ({ probe }) => {
    const fresh = `nobody${randomUUID().slice(0, 8)}@fresh.test`
    const [ofKnown, ofNobody] = [
      whatWasTold(await probe(world.browser(), known.email), known.email),
      whatWasTold(await probe(world.browser(), fresh), fresh),
    ]
    expect(ofKnown).toBe(ofNobody)
    // a call that is refused before it is read would prove nothing
    expect(ofNobody).not.toMatch(/bad-shape|bad-json|captcha-|too-many-requests/)
  },
)
