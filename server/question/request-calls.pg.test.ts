import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  CheckExistingUserAnswer,
  CreatePaymentIntentAnswer,
} from '../../sync/question/specified-calls.ts'
import { type Actors, asked, askOf, pay, prepare, screen, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld()
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
})
afterAll(() => world.end())

const known = (more: object = {}) => ({
  responderUuid: actors.athlete.id,
  firstName: 'Kim',
  lastName: 'Lee',
  dob: '1999-05-05',
  city: 'Boston',
  country: 'US',
  email: 'kim@fan.test',
  ...more,
})
const check = (fan: Browser, more: object = {}) =>
  fan.post<CheckExistingUserAnswer>('/api/check-existing-user', known(more))
const intentOf = (more: object = {}) => ({
  amount: 1_500,
  currency: 'usd',
  capture_method: 'manual',
  metadata: { requestType: 'text', athleteId: actors.athlete.id, timestamp: 1 },
  firstName: 'Kim',
  lastName: 'Lee',
  email: 'kim@fan.test',
  athlete_id: actors.athlete.id,
  athlete_username: actors.athlete.username,
  athlete_stripe_id: 'acct_of_somebody_else',
  ...more,
})
const sent = (ticket: CheckExistingUserAnswer, more: object = {}) => ({
  conversationId: ticket.conversationId,
  senderId: ticket.requesterUuid,
  receiverId: actors.athlete.id,
  subject: 'My catch',
  messageType: 'text',
  message: 'How do I stop skying?',
  emailData: { reply_to: 'evil@example.com', requester_email: 'evil@example.com' },
  ...more,
})

describe("the specification's own calls", () => {
  test('S1-7.8 S1-7.9 S1-7.11 S2-7.2 S2-7.6 documented names and fields carry a question to the athlete', async () => {
    const fan = world.browser()
    const ticket = (await check(fan)).body
    const intent = await fan.post<CreatePaymentIntentAnswer>('/api/create-payment-intent', intentOf())
    expect(intent.body.clientSecret).toMatch(/_secret_/)
    await pay(fan, intent.body.clientSecret)
    const paid = sent(ticket, { paymentIntentId: intent.body.paymentIntentId, paymentAmount: 15 })
    const answer = await fan.post<{ state: string; questionId: string }>('/api/send-request', paid)
    expect(answer.body).toMatchObject({ state: 'asked' })
    await world.quiesce()
    const mail = (await world.mails()).at(-1)
    expect(mail).toMatchObject({ recipient: 'kim@fan.test' })
    expect((await screen(actors, answer.body.questionId)).state).toBe('settled')
  })

  test('S1-4.11 S2-7.4 D40 S1-3.12 the ids are opaque, bound to the caller, the same for the same pair, and say nothing about the email', async () => {
    const fan = world.browser()
    const first = (await check(fan)).body
    expect((await check(fan)).body).toEqual(first)
    const stranger = world.browser()
    const theirs = (await check(stranger)).body
    expect(theirs.conversationId).not.toBe(first.conversationId)
    const { email } = await world.makePerson({ role: 'basic' })
    const registered = await check(world.browser(), { email })
    const unknown = await check(world.browser(), { email: 'nobody@fan.test' })
    expect(Object.keys(registered.body)).toEqual(Object.keys(unknown.body))
    expect((await stranger.post('/api/send-request', sent(first))).body).toMatchObject({
      refusal: { code: 'not-found' },
    })
  })

  test('S2-7.20 a card that was not confirmed asks nothing', async () => {
    const fan = world.browser()
    const ticket = (await check(fan, { email: 'm@fan.test' })).body
    const { body } = await fan.post<CreatePaymentIntentAnswer>(
      '/api/create-payment-intent',
      intentOf({ email: 'm@fan.test' }),
    )
    const unpaid = sent(ticket, { paymentIntentId: body.paymentIntentId, paymentAmount: 15 })
    expect((await fan.post('/api/send-request', unpaid)).body).not.toMatchObject({ state: 'asked' })
    await world.quiesce()
    expect(
      await world.database.sql`select from question where asker ->> 'email' = 'm@fan.test'`,
    ).toHaveLength(0)
  })

  test('S1-7.10 S2-7.3 a hold is cancelled by its own caller alone', async () => {
    const fan = world.browser()
    await check(fan, { email: 'c@fan.test' })
    const { body } = await fan.post<CreatePaymentIntentAnswer>(
      '/api/create-payment-intent',
      intentOf({ email: 'c@fan.test' }),
    )
    const stranger = world.browser()
    await check(stranger)
    const cancel = (browser: Browser) =>
      browser.post('/api/cancel-payment-intent', { paymentIntentId: body.paymentIntentId })
    expect((await cancel(stranger)).body).toMatchObject({ refusal: { code: 'not-found' } })
    expect((await cancel(fan)).status).toBe(200)
    await world.quiesce()
    const [hold] = await world.database.sql`select state from hold where id = ${body.paymentIntentId}`
    expect(hold).toMatchObject({ state: 'released' })
  })

  test('S2-7.2 S2-7.6 one that waits for its video keeps its words and its payment; the next one has its own', async () => {
    const fan = world.browser()
    const ticket = (await check(fan, { email: 'two@fan.test' })).body
    const opened = async () => {
      const { body } = await fan.post<CreatePaymentIntentAnswer>(
        '/api/create-payment-intent',
        intentOf({ email: 'two@fan.test' }),
      )
      await pay(fan, body.clientSecret)
      return { paymentIntentId: body.paymentIntentId, paymentAmount: 15 }
    }
    const video = await sampleVideo('question.webm')
    await fan.upload(video, 'question')
    const held = await opened()
    const onVideo = { ...held, messageType: 'video', message: '', videoPath: video.declared.id }
    const send = (more: object) =>
      fan.post<{ state: string; questionId: string }>('/api/send-request', sent(ticket, more))
    const first = await send(onVideo)
    expect(first.body).toMatchObject({ state: 'waiting' })
    expect((await send(onVideo)).body).toEqual(first.body)
    expect((await send(held)).body).toMatchObject({ refusal: { code: 'payment-mismatch' } })
    const other = await opened()
    expect(other.paymentIntentId).not.toBe(held.paymentIntentId)
    expect((await send(other)).body).toMatchObject({ state: 'asked' })
    await world.quiesce()
    const rows = await world.database.sql`
      select kind from question where asker ->> 'email' = 'two@fan.test' order by kind`
    expect(rows.map(({ kind }) => kind)).toEqual(['text', 'video'])
  })

  test('S1-4.21 a hold is not cancelled once its ask was submitted, though the ask waits for its video', async () => {
    const fan = world.browser()
    const { declared } = await sampleVideo('question.webm')
    const ask = askOf(actors, { kind: 'video', text: '', video: declared })
    const { body } = await prepare(fan, ask)
    await pay(fan, body.clientSecret)
    const { questionId } = ask
    expect(await fan.push('question.ask', { questionId })).toMatchObject({ value: { state: 'waiting' } })
    const cancelled = await fan.post('/api/cancel-payment-intent', { paymentIntentId: body.paymentIntentId })
    expect(cancelled.body).toMatchObject({ refusal: { code: 'ask-closed' } })
    await world.quiesce()
    expect((await fan.post('/api/ask-status', { questionId })).body).toMatchObject({
      state: 'open',
      hold: 'held',
    })
  })

  test('S2-7.7 /submit-response answers by an upload of the caller, ignoring every made-up field', async () => {
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const athlete = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.mp4')
    expect((await athlete.upload(video, 'answer', { questionId })).status).toBe(204)
    await world.quiesce()
    const selectedSubmission = JSON.stringify({
      message_id: questionId,
      payment_amount: 9_999,
      email: 'evil@example.com',
      payment_intent_id: 'pi_x',
    })
    const call = { selectedSubmission, athleteName: 'x', videoPath: video.declared.id }
    expect((await world.browser().post('/api/submit-response', call)).status).toBe(401)
    expect((await athlete.post('/api/submit-response', call)).status).toBe(200)
    expect((await athlete.post('/api/submit-response', call)).status).toBe(200)
    await world.quiesce()
    const [row] = await world.database.sql`select status, hold_state from question where id = ${questionId}`
    expect(row).toMatchObject({ status: 'completed', hold_state: 'captured' })
  })
})

describe('asking, refused', () => {
  test.each([
    ['athlete-unavailable', { athleteId: randomUUID() }],
    ['bad-shape', { amountCents: '1500' }],
  ])('%s', async (code, more) => {
    const fan = world.browser()
    const ask = askOf(actors, more)
    expect((await prepare(fan, ask)).body).toMatchObject({ refusal: { code } })
    expect(await world.database.sql`select from prepared_ask where id = ${ask.questionId}`).toHaveLength(0)
  })

  test('S1-6.7 a paused athlete takes nothing, not even what was prepared before: its card is let go', async () => {
    const athlete = await world.makePerson({ role: 'creator', priceCents: 1_500 })
    const fan = world.browser()
    const ask = askOf(actors, { athleteId: athlete.id })
    const prepared = await prepare(fan, ask)
    await pay(fan, prepared.body.clientSecret)
    await world.database.sql`update person set paused = true where id = ${athlete.id}`
    const late = await prepare(world.browser(), askOf(actors, { athleteId: athlete.id }))
    expect(late.body).toMatchObject({ refusal: { code: 'athlete-paused' } })
    expect(await fan.push('question.ask', { questionId: ask.questionId })).toMatchObject({
      value: { state: 'released' },
    })
    await world.quiesce()
    const { body } = await fan.post('/api/ask-status', { questionId: ask.questionId })
    expect(body).toMatchObject({ state: 'released', reason: 'athlete-unavailable', hold: 'released' })
    expect(await world.database.sql`select from question where athlete_id = ${athlete.id}`).toHaveLength(0)
  })

  test('D44 a captcha is needed, must be right, and counts once', async () => {
    const fan = world.browser()
    const captcha = await fan.captcha()
    const call = (answer: string | null) =>
      fan.post('/api/prepare-ask', { ask: askOf(actors), captcha: answer })
    expect((await call(null)).body).toMatchObject({ refusal: { code: 'captcha-missing' } })
    expect((await call('bm9uc2Vuc2U=')).body).toMatchObject({ refusal: { code: 'captcha-wrong' } })
    expect((await call(captcha)).status).toBe(200)
    expect((await call(captcha)).body).toMatchObject({ refusal: { code: 'captcha-used' } })
  })

  test('D44 D116 a question that was proven for one athlete is proven anew for another', async () => {
    const fan = world.browser()
    const ask = askOf(actors)
    const call = (responder: { id: string }, captcha: string | null) =>
      fan.post('/api/prepare-ask', { ask: { ...ask, athleteId: responder.id }, captcha })
    expect((await call(actors.athlete, await fan.captcha())).status).toBe(200)
    expect((await call(actors.athlete, null)).status, 'the same again').toBe(200)
    const other = await world.makePerson({ role: 'creator', priceCents: ask.amountCents })
    expect((await call(other, null)).body).toMatchObject({ refusal: { code: 'captcha-missing' } })
    expect((await call(other, await fan.captcha())).status).toBe(200)
  })

  test('S1-6.8 D20 the free first question is given once, also to twenty at once', async () => {
    const promo = await world.makePerson({ role: 'creator', priceCents: 2_000, promo: true })
    const asker = {
      firstName: 'K',
      lastName: 'L',
      birthDate: '1990-01-01',
      countryCode: 'US',
      city: 'B',
    }
    const fan = world.browser()
    // from here on the browser is one guest; simultaneous first visits would become several guests
    await prepare(fan, askOf(actors))
    const asks = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        // the browser is the same, whichever address it types
        const email = ['first@f.test', `first+${n}@f.test`, `other${n}@f.test`][n % 3]
        const ask = askOf(actors, { athleteId: promo.id, amountCents: 0, asker: { ...asker, email } })
        const prepared = await prepare(fan, ask)
        expect(prepared.status).toBe(200)
        return ask
      }),
    )
    await Promise.all(asks.map(({ questionId }) => fan.push('question.ask', { questionId })))
    await world.quiesce()
    expect(await world.database.sql`select from question where athlete_id = ${promo.id}`).toHaveLength(1)
  })

  test("somebody else's prepared ask is not there", async () => {
    const mine = await asked(actors)
    const stranger = await asked(actors)
    expect((await stranger.fan.post('/api/ask-status', { questionId: mine.questionId })).body).toMatchObject({
      refusal: { code: 'not-found' },
    })
    expect(await stranger.fan.push('question.ask', { questionId: mine.questionId })).toMatchObject({
      refusal: { code: 'not-found' },
    })
  })
})
