import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Actors,
  asked,
  askedOnVideo,
  openCast,
  screen,
  signedIn,
  submit,
  view,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { completeAnswer } from './complete-answer.ts'

let world: World
let actors: Actors
let athlete: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  athlete = await signedIn(world, actors.athlete)
})
afterAll(() => world.end())

/** Makes an approved question whose answer is announced. */
async function announced() {
  const question = await asked(actors)
  await screen(actors, question.questionId)
  const video = await sampleVideo('answer.mp4')
  const { answerId } = await submit(athlete, question.questionId, video)
  return { ...question, answerId, video }
}

const complete = (answerId: string) => transact(world.context, (inside) => completeAnswer(inside, answerId))

describe('D33 an answer is looked at again', () => {
  test('while its card is being charged: nobody is asked to pay again, and it stays hidden', async () => {
    const { fan, questionId, viewPath, answerId } = await announced()
    const { sql } = world.database
    await sql`update answer set state = 'stored' where id = ${answerId}`
    await sql`update hold set state = 'capturing' where ask_id = ${questionId}`
    await complete(answerId)
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'approved',
      payAgainUntil: null,
      answer: { state: 'stored', videoId: null },
    })
    const told = await sql`
      select kind from mail where question_id = ${questionId} and kind in ('pay-again', 'capture-failed')`
    expect(told).toEqual([])
  })

  test('after it was delivered, or before its bytes are here: it stays what it is, and nothing is told twice', async () => {
    const { fan, questionId, viewPath, answerId, video } = await announced()
    await complete(answerId)
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', answer: { state: 'waiting' } })
    await athlete.upload(video, 'answer')
    await world.quiesce()
    await complete(answerId)
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', hold: 'captured' })
    const told = await world.database.sql`
      select from mail where question_id = ${questionId} and kind = 'answer-ready'`
    expect(told).toHaveLength(1)
  })
})

test('D58 an answer announced again under its id is the same one, and no other video takes its place', async () => {
  const { questionId, answerId, video } = await announced()
  const again = (declared: object) =>
    athlete.push('answer.submit', { answerId, questionId, video: declared, recordedAt: 1 })
  expect(await again(video.declared)).toMatchObject({ state: 'settled', value: { answerId } })
  const other = await sampleVideo('answer.webm')
  expect(await again(other.declared)).toMatchObject({ refusal: { code: 'already-answered' } })
  const [kept] = await world.database.sql`select media_id as media from answer where id = ${answerId}`
  expect(kept?.media).toBe(video.declared.id)
})

test('D39 the athlete plays the video of a question once it is approved, and not before', async () => {
  const { questionId, videoId } = await askedOnVideo(actors)
  const play = async () => (await athlete.post('/api/media-ticket', { videoId })).status
  expect(await play()).toBe(404)
  await screen(actors, questionId)
  expect(await play()).toBe(200)
})
