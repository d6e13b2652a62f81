import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GIFT_MS, HOUR_MS } from '../../sync/limits.ts'
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

const takeOf = (questionId: string, video: Sample) => ({
  answerId: randomUUID() as string,
  questionId,
  video: video.declared,
  recordedAt: 1,
})
const give = (athlete: Browser, questionId: string, video: Sample) =>
  athlete.push('answer.give', takeOf(questionId, video))

/** A paid question whose time ran out. */
async function expired() {
  const question = await asked(actors)
  await screen(actors, question.questionId)
  await world.advance(72 * HOUR_MS + 60_000)
  await world.quiesce()
  return {
    ...question,
    athlete: await signedIn(world, actors.athlete),
    video: await sampleVideo('answer.mp4'),
  }
}

const rowOf = async (questionId: string) => {
  const [row] = await world.database.sql`
    select status, reason, amount_cents as amount, hold_state as hold, settled_at is not null as settled
    from question where id = ${questionId}`
  return row
}

describe('a take that surfaced too late', () => {
  test('D5 is given as a free answer: completed, nothing charged, the fan mailed, and once', async () => {
    const { questionId, viewPath, fan, athlete, video } = await expired()
    expect(await rowOf(questionId)).toMatchObject({
      status: 'athlete rejected',
      reason: 'no-answer',
      hold: 'released',
    })
    const gift = takeOf(questionId, video)
    expect((await submit(athlete, questionId, video)).outcome).toMatchObject({
      refusal: { code: 'not-approved' },
    })
    expect(await athlete.push('answer.give', gift)).toMatchObject({ state: 'settled' })
    expect(await athlete.push('answer.give', gift)).toMatchObject({ state: 'settled' })
    // announced, and nothing to be seen yet
    expect((await view(fan, viewPath)).status).toBe('athlete rejected')
    await athlete.upload(video, 'answer')
    await world.quiesce()
    expect(await rowOf(questionId)).toEqual({
      ...{ status: 'completed', reason: null, amount: 0, hold: 'none', settled: true },
    })
    const seen = await view(fan, viewPath)
    expect([seen.status, seen.amountCents, seen.answer?.videoId]).toEqual(['completed', 0, video.declared.id])
    const answers = await pull(athlete, 'answers')
    expect(answers.documents.find(({ id }) => id === gift.answerId)).toMatchObject({
      state: 'delivered',
      shareCents: 0,
    })
    const mails = await world.database.sql`
      select kind from mail where question_id = ${questionId} and kind in ('answer-given', 'answer-ready', 'answer-delivered')`
    expect(mails).toEqual([{ kind: 'answer-given' }])
    expect(
      await world.database.sql`select from ledger_transaction where question_id = ${questionId}`,
    ).toEqual([])
  })

  test('D5 was announced in time, but its bytes came too late: the same video is given', async () => {
    const question = await asked(actors)
    await screen(actors, question.questionId)
    const athlete = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.mp4')
    await submit(athlete, question.questionId, video)
    await world.advance(97 * HOUR_MS)
    await world.quiesce()
    expect(await rowOf(question.questionId)).toMatchObject({ reason: 'no-answer' })
    const again = await signedIn(world, actors.athlete)
    expect(await give(again, question.questionId, video)).toMatchObject({ state: 'settled' })
    await again.upload(video, 'answer')
    await world.quiesce()
    expect(await rowOf(question.questionId)).toMatchObject({ status: 'completed', amount: 0 })
  })

  test('is given by its athlete alone, and only where the time ran out, and not for ever', async () => {
    const declined = await asked(actors)
    await screen(actors, declined.questionId)
    const athlete = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.mp4')
    expect(await give(athlete, declined.questionId, video)).toMatchObject({
      refusal: { code: 'not-expired' },
    })
    await athlete.push('question.decline', { questionId: declined.questionId, note: '' })
    expect(await give(athlete, declined.questionId, video)).toMatchObject({
      refusal: { code: 'not-expired' },
    })
    const { questionId, athlete: later } = await expired()
    const other = await signedIn(world, await world.makePerson({ role: 'creator', priceCents: 500 }))
    expect(await give(other, questionId, video)).toMatchObject({ refusal: { code: 'not-found' } })
    await world.advance(GIFT_MS)
    const latest = await signedIn(world, actors.athlete)
    expect(later).toBeDefined()
    expect(await give(latest, questionId, video)).toMatchObject({ refusal: { code: 'too-late' } })
  })
})
