import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskStatusAnswer } from '../../sync/calls.ts'
import { type Actors, askOf, openCast, pay, prepare, view } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast({ priceCents: 1_500 })
  world = actors.world
})
afterAll(() => world.end())

type Refused = { refusal?: { code: string } }

/** Returns the payment provider's PaymentIntents for an ask, the lowest amount first. */
const intentsOf = (askId: string) => world.database.sql<{ status: string; cents: number }[]>`
  select body ->> 'status' as status, (body ->> 'amount')::int as cents from stand_in.object
  where object = 'payment_intent' and body #>> '{metadata,askId}' = ${askId} order by (body ->> 'amount')::int`

/** Prepares an ask whose card is held and whose video has not arrived, so that it is no question yet. */
async function waitingForItsVideo(more: object = {}) {
  const fan = world.browser()
  const video = await sampleVideo('question.webm')
  const ask = askOf(actors, { kind: 'video', text: '', video: video.declared, ...more })
  const first = await prepare(fan, ask)
  await pay(fan, first.body.clientSecret)
  await world.quiesce()
  return { fan, ask, video, first }
}

describe('S1-4.11 D14 an ask that is prepared again', () => {
  test('at the same amount keeps its hold; at another one the first card is let go, and only the second amount is held', async () => {
    const { fan, ask, video, first } = await waitingForItsVideo()
    expect((await prepare(fan, ask)).body).toMatchObject({ paymentIntentId: first.body.paymentIntentId })
    expect(await intentsOf(ask.questionId)).toEqual([{ status: 'requires_capture', cents: 1_500 }])
    const more = { ...ask, amountCents: 2_000 }
    const second = await prepare(fan, more)
    expect(second).toMatchObject({ status: 200, body: { amountCents: 2_000, hold: 'pending' } })
    await world.quiesce()
    expect(await intentsOf(ask.questionId)).toEqual([
      { status: 'canceled', cents: 1_500 },
      { status: 'requires_payment_method', cents: 2_000 },
    ])
    await pay(fan, second.body.clientSecret)
    await fan.upload(video, 'question')
    await world.quiesce()
    const { body } = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId: ask.questionId })
    expect(await view(fan, body.viewPath ?? '')).toMatchObject({ hold: 'held', amountCents: 2_000 })
  })

  test('for nothing lets its card go and asks for none', async () => {
    const free = await world.makePerson({ role: 'creator', priceCents: 0 })
    const { fan, ask } = await waitingForItsVideo({ athleteId: free.id, amountCents: 500 })
    expect((await prepare(fan, { ...ask, amountCents: 0 })).body).toMatchObject({
      hold: 'none',
      clientSecret: null,
    })
    await world.quiesce()
    expect(await intentsOf(ask.questionId)).toEqual([{ status: 'canceled', cents: 500 }])
  })

  test('once it is asked is closed, and whatever it says then changes nothing', async () => {
    const fan = world.browser()
    const ask = askOf(actors)
    const { body } = await prepare(fan, ask)
    await pay(fan, body.clientSecret)
    await fan.push('question.ask', { questionId: ask.questionId })
    await world.quiesce()
    const again = { ...ask, amountCents: 2_000, text: 'Something else altogether.' }
    expect((await prepare(fan, again)).body).toMatchObject({ refusal: { code: 'ask-closed' } })
    const [kept] = await world.database.sql`
      select q.text, q.amount_cents as cents, a.text as prepared from question q join prepared_ask a on a.id = q.id
      where q.id = ${ask.questionId}`
    expect(kept).toEqual({ text: ask.text, cents: 1_500, prepared: ask.text })
    expect(await intentsOf(ask.questionId)).toEqual([{ status: 'requires_capture', cents: 1_500 }])
  })
})

test('S1-4.10 D20 a free first question that was sent in another tab is closed, and is not asked to be paid', async () => {
  const promo = await world.makePerson({ role: 'creator', priceCents: 1_500, promo: true })
  const fan = world.browser()
  const ask = askOf(actors, { athleteId: promo.id, amountCents: 0 })
  expect((await prepare(fan, ask)).body).toMatchObject({ firstTime: true, hold: 'none' })
  await fan.push('question.ask', { questionId: ask.questionId })
  await world.quiesce()
  expect((await prepare(fan, ask)).body).toMatchObject({ refusal: { code: 'ask-closed' } })
  const another = askOf(actors, { athleteId: promo.id, amountCents: 0 })
  expect((await prepare(fan, another)).body).toMatchObject({ refusal: { code: 'amount-below-price' } })
  await world.database.sql`update person set paused = true where id = ${promo.id}`
  expect((await prepare(fan, ask)).body).toMatchObject({ refusal: { code: 'ask-closed' } })
})

test('S1-4.10 D20 free first questions that were prepared while the athlete gave them are one after that, too', async () => {
  const promo = await world.makePerson({ role: 'creator', priceCents: 1_500, promo: true })
  const { sql } = world.database
  const fan = world.browser()
  const asks = [0, 0, 500].map((amountCents) => askOf(actors, { athleteId: promo.id, amountCents }))
  for (const ask of asks) {
    const { status, body } = await prepare(fan, ask)
    expect(status).toBe(200)
    if (ask.amountCents > 0) await pay(fan, body.clientSecret)
  }
  await sql`update person set promo = false where id = ${promo.id}`
  const states: unknown[] = []
  for (const { questionId } of asks) {
    await fan.push('question.ask', { questionId })
    await world.quiesce()
    const { body } = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })
    states.push([body.state, body.reason])
  }
  // the first one was promised, so it is asked for nothing
  expect(states).toEqual([
    ['asked', null],
    ['released', 'price-changed'],
    ['released', 'price-changed'],
  ])
  const [first] = asks
  const kept = await sql`select id, free_key is not null as free from question where athlete_id = ${promo.id}`
  expect([...kept]).toEqual([{ id: first?.questionId, free: true }])
})

test('S1-4.25 a submitted free question that waits for its video is said to be wanted; one to be paid never', async () => {
  const free = await world.makePerson({ role: 'creator', priceCents: 0 })
  const fan = world.browser()
  const { declared } = await sampleVideo('question.webm')
  const ask = askOf(actors, { athleteId: free.id, kind: 'video', text: '', video: declared, amountCents: 0 })
  const isWanted = async ({ questionId } = ask) =>
    (await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })).body.isWanted
  await prepare(fan, ask)
  expect(await isWanted()).toBe(false)
  await fan.push('question.ask', { questionId: ask.questionId })
  expect(await isWanted()).toBe(true)
  const paid = askOf(actors)
  await prepare(fan, paid)
  await fan.push('question.ask', { questionId: paid.questionId })
  expect(await isWanted(paid)).toBe(false)
})

test('S1-4.25 what a guest submitted is followed by the account they sign in to, and not prepared a second time', async () => {
  const free = await world.makePerson({ role: 'creator', priceCents: 0 })
  const fan = world.browser()
  const video = await sampleVideo('question.webm')
  const filmed = { kind: 'video', text: '', video: video.declared, amountCents: 0 }
  const ask = askOf(actors, { athleteId: free.id, ...filmed })
  await prepare(fan, ask)
  await fan.push('question.ask', { questionId: ask.questionId })
  const unsent = askOf(actors, { athleteId: free.id, amountCents: 0 })
  await prepare(fan, unsent)
  await fan.signIn(await world.makePerson({ role: 'basic' }))
  const { questionId } = ask
  expect((await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })).body).toMatchObject({
    isWanted: true,
  })
  expect((await prepare(fan, ask)).body).toMatchObject({ refusal: { code: 'ask-closed' } })
  expect((await prepare(fan, unsent)).body, 'never submitted').toMatchObject({
    refusal: { code: 'not-found' },
  })
  expect((await prepare(world.browser(), ask)).body).toMatchObject({ refusal: { code: 'not-found' } })
  const ownerOf = async () => {
    const [media] = await world.database.sql`select principal from media where id = ${video.declared.id}`
    return media?.principal
  }
  const owner = await ownerOf()
  await fan.upload(video, 'question')
  expect(await ownerOf(), 'the guest can go on after a sign-out').toBe(owner)
  await world.quiesce()
  expect((await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })).body).toMatchObject({
    state: 'asked',
  })
})

test('a video that came for an ask takes of the room for all, and one more is refused before a card is asked for', async () => {
  const { blobs } = world.context
  const ample = blobs.room
  const prepareOne = async (fan: Browser, ask?: object) => {
    const video = await sampleVideo('question.webm')
    const whole = ask ?? askOf(actors, { kind: 'video', text: '', video: video.declared })
    return {
      ask: whole,
      video,
      bytes: video.declared.bytes,
      body: (await prepare(fan, whole)).body as Refused,
    }
  }
  const full = { refusal: { code: 'storage-full' } }
  const fan = world.browser()
  const { ask, bytes, video } = await prepareOne(fan)
  await fan.upload(video, 'question')
  try {
    // first more than a quarter is in use, then less than a tenth is free
    for (const room of [
      { freeBytes: 4 * bytes, totalBytes: 4 * bytes },
      { freeBytes: 9 * bytes, totalBytes: 100 * bytes },
    ]) {
      blobs.room = async () => room
      expect((await prepareOne(world.browser())).body).toMatchObject(full)
      expect((await prepare(world.browser(), askOf(actors))).status).toBe(200)
      // one that is here already still goes on
      expect((await prepareOne(fan, ask)).body).not.toHaveProperty('refusal')
    }
  } finally {
    blobs.room = ample
  }
})

test('nobody asks themselves, and who does not exist is asked nothing', async () => {
  const own = world.browser()
  await own.signIn(actors.athlete)
  const codeOf = async (ask: object) =>
    (await own.post<Refused>('/api/prepare-ask', { ask, captcha: null })).body
  expect(await codeOf(askOf(actors))).toMatchObject({ refusal: { code: 'ask-yourself' } })
  expect(await codeOf(askOf(actors, { athleteId: randomUUID() }))).toMatchObject({
    refusal: { code: 'athlete-unavailable' },
  })
})
