import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AskStatusAnswer } from '../../../sync/calls.ts'
import { ABANDONED_ASK_MS, DAY_MS, HOUR_MS, KEPT, LOOSE_BYTES_MS } from '../../../sync/limits.ts'
import { sweepAsks } from '../../app/deadlines.ts'
import { type Actors, askOf, openCast, pay, prepare } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { sampleVideo } from '../../testing/media/sample.ts'
import type { Person } from '../../testing/world.ts'

let actors: Actors
let free: Person
beforeAll(async () => {
  actors = await openCast({ priceCents: 1_500 })
  free = await actors.world.makePerson({ role: 'creator', priceCents: 0 })
})
afterAll(() => actors.world.end())

/** Prepares a video ask whose bytes are never sent. */
async function filmed(fan: Browser, more: object = {}) {
  const { declared } = await sampleVideo('question.webm')
  const ask = askOf(actors, { kind: 'video', text: '', video: declared, ...more })
  const { body } = await prepare(fan, ask)
  return { ask, questionId: ask.questionId, clientSecret: body.clientSecret }
}

const want = (fan: Browser, questionId: string) => fan.push('question.ask', { questionId })

async function later(ms: number): Promise<void> {
  await actors.world.advance(ms)
  await actors.world.quiesce()
}

const statusOf = async (fan: Browser, questionId: string) =>
  (await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })).body

const toldTo = async ({ asker }: { asker: { email: string } }) =>
  (await actors.world.mails()).filter(({ recipient }) => recipient === asker.email).map(({ text }) => text)

test('S1-4.25 M4 a confirmed card whose video never comes goes back after a day, and its owner is told', async () => {
  const fan = actors.world.browser()
  const { ask, questionId, clientSecret } = await filmed(fan)
  await pay(fan, clientSecret)
  await later(HOUR_MS)
  // the page repeats that it wants the ask, so the ask is younger than its hold
  await want(fan, questionId)
  await later(DAY_MS - 2 * HOUR_MS)
  expect(await statusOf(fan, questionId)).toMatchObject({ state: 'open', hold: 'held' })
  await later(2 * HOUR_MS)
  expect(await statusOf(fan, questionId)).toMatchObject({
    state: 'released',
    reason: 'video-not-there',
    hold: 'released',
  })
  const told = await toldTo(ask)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('its video never arrived')
  expect(told[0]).toContain('has been released. You were not charged.')
})

test('one that was wanted, and whose card was never confirmed, ends after a day; until then it is there to go on with', async () => {
  const fan = actors.world.browser()
  const ask = askOf(actors)
  const { questionId } = ask
  await prepare(fan, ask)
  await want(fan, questionId)
  await later(2 * ABANDONED_ASK_MS)
  expect(await statusOf(fan, questionId)).toMatchObject({ state: 'open', hold: 'released' })
  expect(await toldTo(ask)).toEqual([])
  await later(DAY_MS)
  expect(await statusOf(fan, questionId)).toMatchObject({ state: 'released', reason: 'card-not-held' })
  const told = await toldTo(ask)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('because nothing is held on a card for it.')
  expect(told[0]).not.toContain('hold of')
  await later(KEPT.draftsMs + 2 * HOUR_MS)
  const [kept] = await actors.world.database
    .sql`select subject, text from prepared_ask where id = ${questionId}`
  expect(kept).toEqual({ subject: 'Deleted', text: '' })
})

test('one that was not wanted is told nothing, and stays to be gone on with', async () => {
  const fan = actors.world.browser()
  const ask = askOf(actors)
  await prepare(fan, ask)
  await later(2 * ABANDONED_ASK_MS)
  await later(60_000)
  expect(await statusOf(fan, ask.questionId)).toMatchObject({
    state: 'open',
    reason: 'abandoned',
    hold: 'released',
  })
  expect(await prepare(fan, ask)).toMatchObject({ status: 200 })
  expect(await statusOf(fan, ask.questionId)).toMatchObject({ state: 'open', reason: null, hold: 'pending' })
  expect(await toldTo(ask)).toEqual([])
})

test('a free one waits for its video as long as its bytes are kept', async () => {
  const fan = actors.world.browser()
  const { ask, questionId } = await filmed(fan, { athleteId: free.id, amountCents: 0 })
  await want(fan, questionId)
  await later(LOOSE_BYTES_MS - HOUR_MS)
  expect(await statusOf(fan, questionId)).toMatchObject({ state: 'open' })
  await later(2 * HOUR_MS)
  expect(await statusOf(fan, questionId)).toMatchObject({ state: 'released', reason: 'video-not-there' })
  expect((await toldTo(ask)).join()).toContain('its video never arrived')
})

test('asks that wait for a card keep none that is ready waiting', async () => {
  const { sql } = actors.world.database
  const fan = actors.world.browser()
  const waiting = askOf(actors)
  await prepare(fan, waiting)
  await want(fan, waiting.questionId)
  await sql`
    insert into prepared_ask (id, principal, guest_id, athlete_id, asker, subject, kind, text, amount_cents, wanted_at, created_at,
      updated_at)
    select gen_random_uuid(), principal, guest_id, athlete_id, asker, subject, kind, text, amount_cents, wanted_at,
      created_at, updated_at - interval '1 minute' from prepared_ask, generate_series(1, 250) where id = ${waiting.questionId}`
  const ready = askOf(actors, { athleteId: free.id, amountCents: 0 })
  await prepare(fan, ready)
  // simulates a server that stopped after the ask was wanted and before it was settled
  await sql`update prepared_ask set wanted_at = app_now() where id = ${ready.questionId}`
  await sweepAsks(actors.world.context)
  expect(await statusOf(fan, ready.questionId)).toMatchObject({ state: 'asked' })
})
