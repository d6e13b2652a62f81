import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AskStatusAnswer } from '../../sync/calls.ts'
import { REFUSED_ASKS, type RefusedAsk } from '../../sync/testing/refused-asks.ts'
import { pause } from '../pause.ts'
import { refreshHold } from '../payment/hold.ts'
import { type Actors, askOf, openCast, pay, prepare } from '../testing/actors.ts'
import type { Person } from '../testing/world.ts'

let actors: Actors
let free: Person
beforeAll(async () => {
  actors = await openCast({ priceCents: 1_500 })
  free = await actors.world.makePerson({ role: 'creator', priceCents: 0 })
})
afterAll(() => actors.world.end())

const filmed = () => ({
  id: randomUUID(),
  sha256: 'a'.repeat(64),
  bytes: 1_000,
  type: 'video/mp4',
  durationMs: 9_000,
  source: 'file',
})

function askWith({ change, asker, video, isFree }: Omit<RefusedAsk, 'rule' | 'code'>) {
  const ask = askOf(actors, {
    ...(isFree && { athleteId: free.id, amountCents: 0 }),
    ...(video && { kind: 'video', text: '', video: { ...filmed(), ...video } }),
    ...change,
  })
  return { ...ask, asker: { ...ask.asker, ...asker } }
}

test('a whole ask is taken, in words or on video', async () => {
  const fan = actors.world.browser()
  for (const whole of [{}, { video: {} }, { change: { amountCents: 500 }, isFree: true } as const])
    expect((await prepare(fan, askWith(whole))).status).toBe(200)
})

test.each(REFUSED_ASKS)(
  '$rule: refused whatever page it came from, and nothing of it is kept',
  async (refused) => {
    const ask = askWith(refused)
    const { status, body } = await prepare(actors.world.browser(), ask)
    expect(body).toMatchObject({ refusal: { code: refused.code } })
    expect(status).toBeGreaterThanOrEqual(400)
    const { sql } = actors.world.database
    expect(await sql`select from prepared_ask where id = ${ask.questionId}`).toHaveLength(0)
  },
)

test('C14 S1-4.25 a card of which the bank approves a part asks nothing: it is let go, and its owner is told why', async () => {
  const { world } = actors
  const fan = world.browser()
  const ask = askOf(actors)
  const { body } = await prepare(fan, ask)
  const { questionId } = ask
  expect(await pay(fan, body.clientSecret, '4000000000050007')).toMatchObject({
    body: { status: 'requires_capture' },
  })
  expect(await fan.push('question.ask', { questionId })).toMatchObject({ state: 'settled' })
  await world.quiesce()
  const { body: status } = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })
  expect(status).toMatchObject({ state: 'released', reason: 'approved-in-part', hold: 'released' })
  const { sql } = world.database
  expect(await sql`select from question where id = ${questionId}`).toHaveLength(0)
  const there = await sql`
    select body ->> 'status' as status, body -> 'amount_received' as received from stand_in.object
    where object = 'payment_intent' and body #>> '{metadata,askId}' = ${questionId}`
  expect([...there]).toEqual([{ status: 'canceled', received: 0 }])
  const told = (await world.mails()).filter(({ recipient }) => recipient === ask.asker.email)
  expect(told.map(({ text }) => text).join()).toContain('your bank approved only part of the amount')
})

test('D31 a card that its bank lets go while its question is being written is not called held', async () => {
  const { world } = actors
  const { context } = world
  const fan = world.browser()
  const { questionId, ...ask } = askOf(actors)
  const { body } = await prepare(fan, { questionId, ...ask })
  await pay(fan, body.clientSecret)
  const [hold] = await context.sql<{ id: string; intentId: string }[]>`
    select id, payment_intent_id as "intentId" from hold where ask_id = ${questionId}`
  if (!hold) throw new Error('there is no hold')
  let heard: Promise<unknown> = Promise.resolve()
  world.faults.set('ask.before-commit', async () => {
    world.faults.delete('ask.before-commit')
    await context.payments.standIn?.outside({ act: 'expire', intentId: hold.intentId })
    heard = refreshHold(context, hold.id)
    // lets the refresh run as far as it can before the question exists
    await Promise.race([heard, pause(300)])
  })
  await fan.push('question.ask', { questionId })
  await world.quiesce()
  await heard
  await world.quiesce()
  const [question] = await context.sql`
    select status, reason, hold_state as hold from question where id = ${questionId}`
  expect(question).toEqual({ status: 'rejected', reason: 'payment-lapsed', hold: 'released' })
})
