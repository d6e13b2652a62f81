import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../sync/limits.ts'
import { type Actors, asked, openCast, pull, screen, signedIn, submit, view } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { type Sample, sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

const stateOf = async (reader: Browser, answerId: string) =>
  (await pull(reader, 'answers')).documents.find(({ id }) => id === answerId)?.state

/** Makes another video with the same bytes, which still counts as a different one. */
const another = (video: Sample): Sample => ({
  ...video,
  declared: { ...video.declared, id: randomUUID() },
})

/** Makes an approved question whose answer was announced from one device and again from another. */
async function announcedTwice(laterMs = 0) {
  const question = await asked(actors)
  await screen(actors, question.questionId)
  const [lost, other] = [await signedIn(world, actors.athlete), await signedIn(world, actors.athlete)]
  const video = await sampleVideo('answer.mp4')
  const first = { video, ...(await submit(lost, question.questionId, video)) }
  await world.advance(laterMs)
  const anew = another(video)
  // the session has expired by then
  const by = laterMs > 0 ? await signedIn(world, actors.athlete) : other
  const second = { video: anew, ...(await submit(by, question.questionId, anew)) }
  return { ...question, lost, other: by, first, second }
}

const mailsOf = async (questionId: string, kind: string) =>
  (await world.database.sql`select from mail where question_id = ${questionId} and kind = ${kind}`).length

test('D5 an answer whose device is lost is recorded again on another one, and the fan is told once', async () => {
  const { fan, viewPath, questionId, other, second, first } = await announcedTwice()
  expect(second.outcome).toMatchObject({ state: 'settled' })
  await other.upload(second.video, 'answer')
  await world.quiesce()
  expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', hold: 'captured' })
  expect(await stateOf(other, second.answerId)).toBe('delivered')
  expect(await stateOf(other, first.answerId)).toBe('withdrawn')
  expect(await mailsOf(questionId, 'answer-recorded')).toBe(1)
  expect(await mailsOf(questionId, 'answer-ready')).toBe(1)
})

test('the first video that is whole is the answer, though another one was announced after it; the card is charged once', async () => {
  const { fan, viewPath, questionId, lost, other, first, second } = await announcedTwice()
  // the device was not lost after all
  await lost.upload(first.video, 'answer')
  await world.quiesce()
  expect(await view(fan, viewPath)).toMatchObject({
    status: 'completed',
    answer: { videoId: first.video.declared.id },
  })
  expect(await stateOf(lost, first.answerId)).toBe('delivered')
  expect(await stateOf(lost, second.answerId)).toBe('withdrawn')
  await other.upload(second.video, 'answer')
  await world.quiesce()
  expect(await stateOf(other, second.answerId)).toBe('withdrawn')
  expect(await view(fan, viewPath)).toMatchObject({ answer: { videoId: first.video.declared.id } })
  const captures = await world.database.sql`
    select from money_operation where subject_id in (select id from hold where ask_id = ${questionId}) and kind = 'capture'`
  expect(captures).toHaveLength(1)
})

test('both videos at once: one of them is the answer', async () => {
  const { lost, other, first, second } = await announcedTwice()
  await Promise.all([lost.upload(first.video, 'answer'), other.upload(second.video, 'answer')])
  await world.quiesce()
  const states = [await stateOf(lost, first.answerId), await stateOf(lost, second.answerId)]
  expect(states.toSorted()).toEqual(['delivered', 'withdrawn'])
})

test('once the bytes are whole nothing is announced in their place, verified or not', async () => {
  const question = await asked(actors)
  await screen(actors, question.questionId)
  const athlete = await signedIn(world, actors.athlete)
  const video = await sampleVideo('answer.mp4')
  await submit(athlete, question.questionId, video)
  await world.database
    .sql`update media set state = 'received', received_at = app_now() where id = ${video.declared.id}`
  const { outcome } = await submit(athlete, question.questionId, another(video))
  expect(outcome).toMatchObject({ refusal: { code: 'already-answered' } })
})

test('D5 it is recorded again in the day of grace, which grows no longer by it, and not after it', async () => {
  const { questionId, other, second } = await announcedTwice(73 * HOUR_MS)
  expect(second.outcome).toMatchObject({ state: 'settled' })
  const graceEndsAt = async () =>
    (await pull(other, 'questions')).documents.find(({ id }) => id === questionId)?.graceEndsAt
  const before = await graceEndsAt()
  expect(second.outcome).toMatchObject({ value: { graceEndsAt: before } })
  await world.advance(24 * HOUR_MS)
  await world.quiesce()
  const again = await signedIn(world, actors.athlete)
  expect((await submit(again, questionId, another(second.video))).outcome).toMatchObject({
    refusal: { code: 'not-approved' },
  })
})

test('a device that tells of its announcement again is told that it stands, in whichever order', async () => {
  const { questionId, lost, first } = await announcedTwice()
  const { answerId, video } = first
  const said = await lost.push('answer.submit', {
    answerId,
    questionId,
    video: video.declared,
    recordedAt: 1,
  })
  expect(said).toMatchObject({ state: 'settled', value: { answerId, state: 'waiting' } })
})

test('the same recording announced under another id, since the first try was given up on the device, is the answer once', async () => {
  const question = await asked(actors)
  await screen(actors, question.questionId)
  const athlete = await signedIn(world, actors.athlete)
  const video = await sampleVideo('answer.mp4')
  await submit(athlete, question.questionId, video)
  const { answerId, outcome } = await submit(athlete, question.questionId, video)
  expect(outcome).toMatchObject({ state: 'settled' })
  await athlete.upload(video, 'answer')
  await world.quiesce()
  expect(await stateOf(athlete, answerId)).toBe('delivered')
})

test('a recording that is no video leaves the question to the one that was announced before it', async () => {
  const question = await asked(actors)
  await screen(actors, question.questionId)
  const athlete = await signedIn(world, actors.athlete)
  const video = await sampleVideo('answer.mp4')
  const bytes = Buffer.alloc(video.bytes.length, 7)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const junk = { bytes, declared: { ...video.declared, id: randomUUID(), sha256 } }
  const former = await submit(athlete, question.questionId, video)
  await submit(athlete, question.questionId, junk)
  await athlete.upload(junk, 'answer')
  await world.quiesce()
  expect(await stateOf(athlete, former.answerId)).toBe('waiting')
  expect(await mailsOf(question.questionId, 'answer-unreadable')).toBe(0)
  await athlete.upload(video, 'answer')
  await world.quiesce()
  expect(await stateOf(athlete, former.answerId)).toBe('delivered')
})
