import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ViewAnswer } from '../../sync/calls.ts'
import { DAY_MS } from '../../sync/limits.ts'
import {
  type Actors,
  answered,
  asked,
  askedOnVideo,
  askOf,
  openCast,
  pay,
  prepare,
  pull,
  screen,
  signedIn,
  view,
} from '../testing/actors.ts'
import type { World } from '../testing/world.ts'

/* Tests the calls that replace what the specification's client did to tables and buckets directly. */

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast({ username: 'sculler' })
  world = actors.world
})
afterAll(() => world.end())

async function deskRows(status: string | null) {
  const desk = await signedIn(world, actors.admin)
  const { body } = await desk.post<{
    rows: { id: string; status: string; submittedAt: number }[]
    counts: Record<string, number>
  }>('/api/desk/questions', { status, creator: null, search: null, order: 'newest', after: null })
  return body
}

const rowsOf = (tableRow: string) => world.database.sql.unsafe<Record<string, unknown>[]>(tableRow)

test('S1-1.7 S1-3.15 S2-3.12 S2-7.18 S2-9.25 a question is a text or a video, filed with its conversation, and the answer a recorded video', async () => {
  const { questionId, videoId } = await askedOnVideo(actors)
  await screen(actors, questionId)
  const athlete = await signedIn(world, actors.athlete)
  const seen = (await pull(athlete, 'questions')).documents.find((each) => each.id === questionId)
  expect(seen).toMatchObject({ kind: 'video', videoId })
  const [filed] = await rowsOf(
    `select m.original_key, m.served_type, q.conversation_id from media m join question q on q.media_id = m.id where q.id = '${questionId}'`,
  )
  expect(filed?.original_key).toMatch(
    new RegExp(`^conversations/${filed?.conversation_id}/\\d{13}_question\\.webm$`),
  )
  expect(filed?.served_type).toBe('video/webm')

  expect((await athlete.push('answer.submit', { questionId, text: 'In writing.' })).state).toBe('refused')
  const inText = await answered(actors)
  const [response] = await rowsOf(
    `select m.original_key, a.conversation_id from media m join answer a on a.media_id = m.id where a.question_id = '${inText.questionId}'`,
  )
  expect(response?.original_key).toBe(
    `conversations/${response?.conversation_id}/${inText.questionId}_response.mp4`,
  )
})

test('S1-4.26 D95 S2-7.18 the file of a question that was given back is removed, and not before', async () => {
  const { questionId, videoId } = await askedOnVideo(actors)
  const state = async () => (await rowsOf(`select state from media where id = '${videoId}'`))[0]?.state
  expect(await state()).toBe('stored')
  await screen(actors, questionId, 'Not about sport.')
  await world.quiesce()
  expect(await state()).toBe('purged')
})

test('S1-1.27 the question lies in Postgres, the session is better-auth’s, the hold is at the card provider', async () => {
  const { questionId } = await asked(actors)
  const athlete = await signedIn(world, actors.athlete)
  await athlete.session()
  const [question] = await rowsOf(`select subject, status from question where id = '${questionId}'`)
  expect(question).toEqual({ subject: 'My catch', status: 'new' })
  const sessions = await rowsOf(
    `select 1 from auth.session s join person p on p.auth_id = s."userId"::text where p.id = '${actors.athlete.id}'`,
  )
  expect(sessions.length).toBeGreaterThan(0)
  const [hold] = await rowsOf(`select payment_intent_id as id from hold where ask_id = '${questionId}'`)
  const intent = await world.context.payments.retrievePaymentIntent(String(hold?.id))
  expect(intent).toMatchObject({ ok: true, value: { status: 'requires_capture', amountCents: 1_500 } })
})

test('S2-7.13 S2-3.3 requests by receiver, by pair, by status newest first, by id, with their first answer', async () => {
  const first = await asked(actors, { subject: 'Same subject' })
  await world.advance(1_000)
  const second = await answered(actors, { subject: 'Same subject' })
  const athlete = await signedIn(world, actors.athlete)
  const mine = (await pull(athlete, 'questions')).documents
  expect(mine.map((each) => each.id)).toContain(second.questionId)
  expect(mine.map((each) => each.id)).not.toContain(first.questionId)
  const answers = (await pull(athlete, 'answers')).documents
  expect(answers.filter((each) => each.questionId === second.questionId)).toMatchObject([
    { id: second.answerId, state: 'delivered', videoId: second.video.declared.id },
  ])

  const { rows, counts } = await deskRows(null)
  const submitted = rows.map((row) => row.submittedAt)
  expect(submitted).toEqual([...submitted].sort((a, b) => b - a))
  expect(Object.keys(counts).sort()).toEqual(['approved', 'athlete rejected', 'completed', 'new', 'rejected'])
  const waiting = await deskRows('new')
  expect(waiting.rows.map((row) => row.id)).toContain(first.questionId)
  expect(waiting.rows.every((row) => row.status === 'new')).toBe(true)
  expect(waiting.counts.new).toBe(waiting.rows.length)

  const desk = await signedIn(world, actors.admin)
  const one = await desk.post<object>('/api/desk/question', { id: second.questionId })
  expect(one.body).toMatchObject({ id: second.questionId, answerVideoId: second.video.declared.id })
  // the other question's answer is never shown, although athlete, fan and subject are the same (D58)
  const other = await first.fan.post<ViewAnswer>('/api/view', { token: first.viewPath.replace('/view/', '') })
  expect(other.body.question).toMatchObject({ status: 'new', answer: null })
})

test('S1-3.11 S2-3.4 S2-7.14 a pair has one conversation that names both', async () => {
  const fan = await world.makePerson({ role: 'basic' })
  const browser = await signedIn(world, fan)
  for (const subject of ['One', 'Two']) {
    const { asker } = askOf(actors)
    const ask = askOf(actors, { subject, asker: { ...asker, email: fan.email } })
    const { body } = await prepare(browser, ask)
    await pay(browser, body.clientSecret)
    expect(await browser.push('question.ask', { questionId: ask.questionId })).toMatchObject({
      state: 'settled',
    })
    await world.quiesce()
  }
  const conversations = (await pull(browser, 'conversations')).documents
  expect(conversations).toMatchObject([{ users: [fan.id, actors.athlete.id] }])
  const questions = (await pull(browser, 'questions')).documents
  expect(new Set(questions.map((each) => each.conversationId))).toEqual(new Set([conversations[0]?.id]))
  expect(questions).toHaveLength(2)
})

test('S2-4.15 unanswered after three days it is given back by itself, and stays so', async () => {
  const { fan, questionId, viewPath } = await asked(actors)
  await screen(actors, questionId)
  await world.advance(3 * DAY_MS + 1_000)
  await world.quiesce()
  expect(await view(fan, viewPath)).toMatchObject({ status: 'athlete rejected', hold: 'released' })
  const athlete = await signedIn(world, actors.athlete)
  expect((await athlete.push('question.decline', { questionId, note: null })).state).toBe('refused')
})
