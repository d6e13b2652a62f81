import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCREENING_MS } from '../../../sync/limits.ts'
import { endOverdue } from '../../app/deadlines.ts'
import {
  type Actors,
  asked,
  askedOnVideo,
  openCast,
  screen,
  signedIn,
  submit,
  view,
} from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { sampleVideo } from '../../testing/media/sample.ts'
import { storedFiles } from '../../testing/media/stored-files.ts'
import type { World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { endOverdueQuestion, endWithoutHold } from './end-question.ts'

let world: World
let actors: Actors
let athlete: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  athlete = await signedIn(world, actors.athlete)
})
afterAll(() => world.end())

/** Makes a question that an admin has approved. */
async function approved(more: object = {}) {
  const question = await asked(actors, more)
  await screen(actors, question.questionId)
  return question
}

const mailKinds = async (questionId: string) =>
  (
    await world.database.sql<{ kind: string }[]>`
      select kind from mail where question_id = ${questionId} order by created_at, kind`
  ).map(({ kind }) => kind)

describe('S2-4.16 D32 the athlete declines', () => {
  test('nothing that was answered: the hold stays, and the answer is paid and delivered', async () => {
    const { fan, questionId, viewPath } = await approved()
    const video = await sampleVideo('answer.mp4')
    await submit(athlete, questionId, video)
    expect(await athlete.push('question.decline', { questionId, note: 'Changed my mind.' })).toMatchObject({
      state: 'refused',
      refusal: { code: 'already-answered' },
    })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'held', athleteNote: null })
    await athlete.upload(video, 'answer')
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', hold: 'captured' })
  })

  test('no question of somebody else’s, and none that was not approved', async () => {
    const { fan, questionId, viewPath } = await approved()
    const other = await signedIn(world, await world.makePerson({ role: 'creator', priceCents: 500 }))
    const notFound = { refusal: { code: 'not-found' } }
    expect(await other.push('question.decline', { questionId, note: '' })).toMatchObject(notFound)
    const fresh = await asked(actors)
    expect(await athlete.push('question.decline', { questionId: fresh.questionId, note: '' })).toMatchObject(
      notFound,
    )
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'held' })
    expect(await view(fresh.fan, fresh.viewPath)).toMatchObject({ status: 'new', hold: 'held' })
  })
})

test('D55 D62 the video of a question its asker takes back is shown to nobody, and its files go', async () => {
  const before = await storedFiles(world)
  const { fan, questionId, videoId } = await askedOnVideo(actors)
  const opens = async () => (await fan.post('/api/media-ticket', { videoId })).status
  const own = (await storedFiles(world)).filter((name) => !before.includes(name))
  expect([await opens(), own.length]).toEqual([200, 2])
  expect(await fan.push('question.cancel', { questionId })).toMatchObject({ state: 'settled' })
  expect(await opens()).toBe(404)
  await world.advance(61_000)
  await world.quiesce()
  expect((await storedFiles(world)).filter((name) => own.includes(name))).toEqual([])
})

describe('D3 D5 a deadline ends a question once its time has come, and not before', () => {
  const end = (questionId: string) =>
    transact(world.context, (inside) => endOverdueQuestion(inside, questionId))

  test('one that is looked at early, or has its answer, stays as it is', async () => {
    const fresh = await asked(actors)
    const open = await approved()
    for (const { fan, questionId, viewPath } of [fresh, open]) {
      const before = await view(fan, viewPath)
      await end(questionId)
      expect(await view(fan, viewPath)).toEqual(before)
    }
    const video = await sampleVideo('answer.mp4')
    const { answerId } = await submit(athlete, open.questionId, video)
    // its bytes are here, and its capture is under way
    await world.database.sql`update answer set state = 'stored' where id = ${answerId}`
    await world.database.sql`
      update question set due_at = app_now() - interval '25 hours', grace_ends_at = app_now() - interval '1 hour'
      where id = ${open.questionId}`
    await end(open.questionId)
    expect(await view(open.fan, open.viewPath)).toMatchObject({ status: 'approved', hold: 'held' })
  })

  test('it is told once to each side, however many look at it', async () => {
    const { questionId } = await approved()
    await world.database
      .sql`update question set due_at = app_now() - interval '1 second' where id = ${questionId}`
    await Promise.all([end(questionId), end(questionId), end(questionId)])
    const kinds = (await mailKinds(questionId)).filter((kind) => kind.endsWith('-expired'))
    expect(kinds.toSorted()).toEqual(['question-expired', 'request-expired'])
  })
})

test('S2-4.3 a decision made in time takes effect, though the time to screen ends before it does', async () => {
  const { fan, questionId, viewPath } = await asked(actors)
  const desk = await signedIn(world, actors.admin)
  await world.advance(SCREENING_MS - 5_000)
  const approval = { questionId, revision: 1, undoable: true }
  expect(await desk.push('question.approve', approval)).toMatchObject({ state: 'settled' })
  await world.advance(6_000)
  await endOverdue(world.context, questionId)
  expect(await view(fan, viewPath)).toMatchObject({ status: 'new', hold: 'held' })
  await world.advance(5_000)
  await world.quiesce()
  expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'held' })
  expect(await mailKinds(questionId)).not.toContain('screening-expired')
})

test('S2-4.3 one that is undone after the time to screen leaves the question to end', async () => {
  const { fan, questionId, viewPath } = await asked(actors)
  const desk = await signedIn(world, actors.admin)
  await world.advance(SCREENING_MS - 5_000)
  await desk.push('question.approve', { questionId, revision: 1, undoable: true })
  await world.advance(6_000)
  expect(await desk.push('question.undo', { questionId })).toMatchObject({ state: 'settled' })
  await endOverdue(world.context, questionId)
  expect(await view(fan, viewPath)).toMatchObject({ status: 'rejected', reason: 'screening-limit' })
})

describe('D113 a hold that is gone closes only what still needs it', () => {
  const lapse = (questionId: string) =>
    transact(world.context, (inside) => endWithoutHold(inside, questionId))
  const loseHold = (questionId: string) =>
    world.database.sql`update hold set state = 'lapsed' where ask_id = ${questionId}`

  test('not a free question, one whose hold is there, or one whose answer is stored', async () => {
    const free = await world.makePerson({ role: 'creator', priceCents: 0 })
    const gratis = await asked(actors, { athleteId: free.id, amountCents: 0 })
    const held = await approved()
    const stored = await approved()
    const { answerId } = await submit(athlete, stored.questionId, await sampleVideo('answer.mp4'))
    await world.database.sql`update answer set state = 'stored' where id = ${answerId}`
    await loseHold(stored.questionId)
    for (const [{ fan, questionId, viewPath }, status] of [
      [gratis, 'new'],
      [held, 'approved'],
      [stored, 'approved'],
    ] as const) {
      await lapse(questionId)
      expect(await view(fan, viewPath)).toMatchObject({ status })
    }
  })

  test('an unscreened one is closed before its asker alone; of an approved one its athlete is told, and an announced answer is withdrawn', async () => {
    const fresh = await asked(actors)
    const open = await approved()
    const { answerId } = await submit(athlete, open.questionId, await sampleVideo('answer.mp4'))
    for (const { questionId } of [fresh, open]) {
      await loseHold(questionId)
      await lapse(questionId)
    }
    expect(await view(fresh.fan, fresh.viewPath)).toMatchObject({
      status: 'rejected',
      reason: 'payment-lapsed',
    })
    expect(await view(open.fan, open.viewPath)).toMatchObject({
      status: 'athlete rejected',
      reason: 'payment-lapsed',
    })
    const lapses = async (questionId: string) =>
      (await mailKinds(questionId)).filter((kind) => kind === 'payment-lapsed').length
    expect([await lapses(fresh.questionId), await lapses(open.questionId)]).toEqual([1, 2])
    const [answer] = await world.database.sql`select state from answer where id = ${answerId}`
    expect(answer?.state).toBe('withdrawn')
  })
})
