import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GIFT_MS, HOUR_MS } from '../../sync/limits.ts'
import { createDiscountCode } from '../payment/discount/discount-code.ts'
import { type Actors, asked, openCast, pull, screen, signedIn, submit, view } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { type Sample, sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { completeAnswer } from './complete-answer.ts'

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

/** Makes a paid question whose time is over. */
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

/** Pretends that a code had lowered its price. */
async function lowerPrice(questionId: string): Promise<void> {
  const code = { code: 'SPRINT', label: 'a code', off: 'percent', value: 20 } as const
  const id = await transact(world.context, (inside) => createDiscountCode(inside, code))
  await world.database.sql`update prepared_ask set discount_code_id = ${id} where id = ${questionId}`
}

/** Makes an answer whose payment failed and which nobody paid for again (D33). */
async function neverPaid() {
  const question = await asked(actors)
  const { questionId } = question
  await screen(actors, questionId)
  await world.database.sql`
    update stand_in.object set outcome = 'fails-later' where id = (
      select body ->> 'payment_method' from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,askId}' = ${questionId})`
  const athlete = await signedIn(world, actors.athlete)
  const video = await sampleVideo('answer.mp4')
  const { answerId } = await submit(athlete, questionId, video)
  await athlete.upload(video, 'answer')
  await world.quiesce()
  await world.advance(72 * HOUR_MS + 60_000)
  await world.quiesce()
  expect(await rowOf(questionId)).toMatchObject({ status: 'athlete rejected', reason: 'payment-lapsed' })
  return { ...question, answerId, video }
}

const rowOf = async (questionId: string) => {
  const [row] = await world.database.sql`
    select status, reason, amount_cents as amount, hold_state as hold, settled_at is not null as settled
    from question where id = ${questionId}`
  return row
}

describe('a take that surfaced too late', () => {
  test('D5 a free answer whose device is lost is given again from another one, until the bytes of one are whole', async () => {
    const { questionId, viewPath, fan, athlete, video } = await expired()
    const anew = { ...video, declared: { ...video.declared, id: randomUUID() as string } }
    const [first, second] = [takeOf(questionId, video), takeOf(questionId, anew)]
    for (const gift of [first, second, first])
      expect(await athlete.push('answer.give', gift)).toMatchObject({ state: 'settled' })
    await athlete.upload(anew, 'answer')
    await world.quiesce()
    expect((await view(fan, viewPath)).answer?.videoId).toBe(anew.declared.id)
    await athlete.upload(video, 'answer')
    await world.quiesce()
    expect((await view(fan, viewPath)).answer?.videoId).toBe(anew.declared.id)
    const mails = await world.database.sql`
      select from mail where question_id = ${questionId} and kind = 'answer-given'`
    expect(mails).toHaveLength(1)
    const third = { ...video, declared: { ...video.declared, id: randomUUID() as string } }
    expect(await give(athlete, questionId, third)).toMatchObject({ refusal: { code: 'already-answered' } })
  })

  test('D5 the first whole video of a free answer counts, though another one was given after it', async () => {
    const { questionId, viewPath, fan, athlete, video } = await expired()
    const anew = { ...video, declared: { ...video.declared, id: randomUUID() as string } }
    for (const each of [video, anew]) await give(athlete, questionId, each)
    await athlete.upload(video, 'answer')
    await world.quiesce()
    const seen = await view(fan, viewPath)
    expect([seen.status, seen.answer?.videoId]).toEqual(['completed', video.declared.id])
  })

  test('D5 is given as a free answer: completed, nothing charged, the fan mailed, and once', async () => {
    const { questionId, viewPath, fan, athlete, video } = await expired()
    await lowerPrice(questionId)
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
    // it is announced, and nothing can be seen yet
    expect((await view(fan, viewPath)).status).toBe('athlete rejected')
    await athlete.upload(video, 'answer')
    await world.quiesce()
    expect(await rowOf(questionId)).toEqual({
      ...{ status: 'completed', reason: null, amount: 0, hold: 'none', settled: true },
    })
    const seen = await view(fan, viewPath)
    expect([seen.status, seen.amountCents, seen.answer?.videoId]).toEqual(['completed', 0, video.declared.id])
    // the fan did give a card, and no code made the answer free
    expect([seen.answer?.isGift, seen.takenOffCents]).toEqual([true, null])
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

  test('D5 what its athlete declined is given after all, and what was never paid for, with the bytes that are here', async () => {
    const declined = await asked(actors)
    await screen(actors, declined.questionId)
    const athlete = await signedIn(world, actors.athlete)
    await athlete.push('question.decline', { questionId: declined.questionId, note: '' })
    const video = await sampleVideo('answer.mp4')
    expect(await give(athlete, declined.questionId, video)).toMatchObject({ state: 'settled' })
    await athlete.upload(video, 'answer')
    const unpaid = await neverPaid()
    const gift = takeOf(unpaid.questionId, unpaid.video)
    const again = await signedIn(world, actors.athlete)
    expect(await again.push('answer.give', gift)).toMatchObject({ state: 'settled' })
    await world.quiesce()
    for (const { questionId } of [declined, unpaid]) {
      expect(await rowOf(questionId)).toMatchObject({ status: 'completed', amount: 0, hold: 'none' })
      expect(
        await world.database.sql`select from ledger_transaction where question_id = ${questionId}`,
      ).toEqual([])
    }
    const seen = await view(unpaid.fan, unpaid.viewPath)
    expect([seen.amountCents, seen.answer?.videoId]).toEqual([0, unpaid.video.declared.id])
    const answers = (await pull(again, 'answers')).documents
    const stateOf = (answerId: string) => answers.find(({ id }) => id === answerId)?.state
    expect([stateOf(unpaid.answerId), stateOf(gift.answerId)]).toEqual(['withdrawn', 'delivered'])
    // only once: neither gift allows another
    expect(await give(again, unpaid.questionId, await sampleVideo('answer.mp4'))).toMatchObject({
      refusal: { code: 'already-answered' },
    })
  })

  test('D5 one that is no video after all is withdrawn, however often it is looked at, and another take may be given', async () => {
    const { questionId, viewPath, fan, athlete, video } = await expired()
    const bytes = Buffer.alloc(video.bytes.length, 7)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const junk = { bytes, declared: { ...video.declared, id: randomUUID(), sha256 } }
    const gift = takeOf(questionId, junk)
    expect(await athlete.push('answer.give', gift)).toMatchObject({ state: 'settled' })
    await athlete.upload(junk, 'answer')
    await world.quiesce()
    await transact(world.context, (inside) => completeAnswer(inside, gift.answerId))
    expect(await rowOf(questionId)).toMatchObject({ status: 'athlete rejected', reason: 'no-answer' })
    expect((await view(fan, viewPath)).answer).toBeNull()
    const [answer] = await world.database.sql`select state from answer where id = ${gift.answerId}`
    expect(answer).toEqual({ state: 'withdrawn' })
    expect(await give(athlete, questionId, video)).toMatchObject({ state: 'settled' })
    await athlete.upload(video, 'answer')
    await world.quiesce()
    expect((await view(fan, viewPath)).answer?.videoId).toBe(video.declared.id)
  })

  test('D5 is shown once every card was let go, an earlier attempt included', async () => {
    const { questionId, athlete, video } = await expired()
    const { sql } = world.database
    await sql`
      insert into hold (id, ask_id, principal, amount_cents, attempt, state)
      select gen_random_uuid(), ask_id, principal, amount_cents, attempt + 1, 'released' from hold where ask_id = ${questionId}`
    const earlier = (state: string) =>
      sql`update hold set state = ${state} where ask_id = ${questionId} and attempt = 1`
    await earlier('releasing')
    const gift = takeOf(questionId, video)
    expect(await athlete.push('answer.give', gift)).toMatchObject({ state: 'settled' })
    await athlete.upload(video, 'answer')
    await world.quiesce()
    expect(await rowOf(questionId)).toMatchObject({ status: 'athlete rejected', hold: 'released' })
    await earlier('released')
    await transact(world.context, (inside) => completeAnswer(inside, gift.answerId))
    expect(await rowOf(questionId)).toMatchObject({ status: 'completed', amount: 0 })
  })

  test('is given by its athlete alone, not where it is open or was turned down, and not for ever', async () => {
    const turnedDown = await asked(actors)
    await screen(actors, turnedDown.questionId)
    const athlete = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.mp4')
    const refused = { refusal: { code: 'not-expired' } }
    expect(await give(athlete, turnedDown.questionId, video)).toMatchObject(refused)
    const desk = await signedIn(world, actors.admin)
    const { questionId: id } = turnedDown
    const { revision } = (await desk.post<{ revision: number }>('/api/desk/question', { id })).body
    const status = { questionId: id, revision, status: 'rejected', note: 'Not for this site' }
    expect(await desk.push('question.set-status', status)).toMatchObject({ state: 'settled' })
    await world.quiesce()
    expect(await give(athlete, id, video)).toMatchObject(refused)
    const { questionId, athlete: later } = await expired()
    const other = await signedIn(world, await world.makePerson({ role: 'creator', priceCents: 500 }))
    expect(await give(other, questionId, video)).toMatchObject({ refusal: { code: 'not-found' } })
    await world.advance(GIFT_MS)
    const latest = await signedIn(world, actors.athlete)
    expect(later).toBeDefined()
    expect(await give(latest, questionId, video)).toMatchObject({ refusal: { code: 'too-late' } })
  })
})
