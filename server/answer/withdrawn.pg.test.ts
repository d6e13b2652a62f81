import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../sync/limits.ts'
import { type Actors, asked, openCast, pull, screen, signedIn, submit, view } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

const pulled = async (reader: Browser, answerId: string) =>
  (await pull(reader, 'answers')).documents.find(({ id }) => id === answerId)

/** Makes bytes that are declared as a video and are none. */
async function unreadable() {
  const video = await sampleVideo('answer.mp4')
  const bytes = Buffer.alloc(video.bytes.length, 7)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { bytes, declared: { ...video.declared, id: randomUUID(), sha256 } }
}

/** Makes an approved question, and returns the two readers who pull it. */
async function approved() {
  const fan = await signedIn(world, await world.makePerson({ role: 'basic' }))
  const question = await asked({ ...actors, world: { ...world, browser: () => fan } })
  await screen(actors, question.questionId)
  return { ...question, athlete: await signedIn(world, actors.athlete) }
}

test('a video that could not be read is withdrawn before its athlete, who records another one; the fan never hears of it', async () => {
  const { questionId, viewPath, fan, athlete } = await approved()
  const video = await sampleVideo('answer.mp4')
  const junk = await unreadable()
  const { answerId } = await submit(athlete, questionId, junk)
  expect(await pulled(athlete, answerId)).toMatchObject({ state: 'waiting' })
  await athlete.upload(junk, 'answer')
  await world.quiesce()
  const seen = { state: 'withdrawn', videoId: junk.declared.id, questionId, deliveredAt: null }
  expect(await pulled(athlete, answerId)).toMatchObject(seen)
  expect(await pulled(fan, answerId)).toBeUndefined()
  expect((await view(fan, viewPath)).answer).toBeNull()
  // the grace period was for these bytes, so the reopened question ends at its first deadline
  const question = (await pull(athlete, 'questions')).documents.find(({ id }) => id === questionId)
  expect(question).toMatchObject({ status: 'approved', graceEndsAt: null })

  const next = await submit(athlete, questionId, video)
  expect(next.outcome).toMatchObject({ state: 'settled' })
  await athlete.upload(video, 'answer')
  await world.quiesce()
  expect(await pulled(athlete, next.answerId)).toMatchObject({ state: 'delivered' })
  expect(await pulled(athlete, answerId)).toMatchObject(seen)
  const ofFan = (await pull(fan, 'answers')).documents.map(({ id }) => id)
  expect(ofFan).toEqual([next.answerId])
})

test('D3 D5 a question whose video could not be read may be declined, and expires at dueAt and not a day later', async () => {
  const athlete = await signedIn(world, actors.athlete)
  const [declined, left] = [await approved(), await approved()]
  for (const { questionId } of [declined, left]) {
    const junk = await unreadable()
    await submit(athlete, questionId, junk)
    await athlete.upload(junk, 'answer')
    await world.quiesce()
  }
  expect(await athlete.push('question.decline', { questionId: declined.questionId, note: '' })).toMatchObject(
    {
      state: 'settled',
    },
  )
  await world.advance(72 * HOUR_MS + 1_000)
  await world.quiesce()
  expect(await view(declined.fan, declined.viewPath)).toMatchObject({ reason: 'declined', hold: 'released' })
  expect(await view(left.fan, left.viewPath)).toMatchObject({ reason: 'no-answer', hold: 'released' })
})

test('D5 S1 an announced answer whose video came too late is withdrawn before its athlete alone, and given with the bytes that came', async () => {
  const { questionId, athlete } = await approved()
  const video = await sampleVideo('answer.mp4')
  const { answerId } = await submit(athlete, questionId, video)
  await world.advance(97 * HOUR_MS)
  await world.quiesce()
  const again = await signedIn(world, actors.athlete)
  const withdrawn = await pulled(again, answerId)
  expect(withdrawn).toMatchObject({ state: 'withdrawn', videoBytes: video.bytes.length, shareCents: 0 })
  // the device had not heard of it and sent all bytes
  await again.upload(video, 'answer')
  await world.quiesce()
  const gift = { answerId: randomUUID(), questionId, video: video.declared, recordedAt: 1 }
  expect(await again.push('answer.give', gift)).toMatchObject({ state: 'settled' })
  await world.quiesce()
  expect(await pulled(again, gift.answerId)).toMatchObject({ state: 'delivered', shareCents: 0 })
  // the earlier answer's document has not changed without a change in its row
  expect(await pulled(again, answerId)).toEqual(withdrawn)
  const [feed] = await world.database.sql`
    select count(*)::int as n from feed where id = ${answerId} and reader <> ${actors.athlete.id}`
  expect(feed?.n).toBe(0)
})

test.each(['after it is announced anew', 'before, from a device that had heard of nothing'])(
  'D54 an announced answer whose video came too late is sent again, as it is, once the desk has opened its question; its bytes come %s',
  async (when) => {
    const athlete = await world.makePerson({ role: 'creator', priceCents: 0 })
    const { questionId } = await asked(actors, { athleteId: athlete.id, amountCents: 0 })
    await screen(actors, questionId)
    const video = await sampleVideo('answer.mp4')
    const former = await submit(await signedIn(world, athlete), questionId, video)
    expect(former.outcome).toMatchObject({ state: 'settled' })
    await world.advance(97 * HOUR_MS)
    await world.quiesce()
    const again = await signedIn(world, athlete)
    expect((await submit(again, questionId, video)).outcome).toMatchObject({
      refusal: { code: 'not-approved' },
    })
    const desk = await signedIn(world, actors.admin)
    const { revision } = (await desk.post<{ revision: number }>('/api/desk/question', { id: questionId }))
      .body
    await desk.push('question.set-status', { questionId, revision, status: 'approved', note: '' })
    await world.quiesce()
    const seen = (await pull(again, 'questions')).documents.find(({ id }) => id === questionId)
    // it is open for the whole time again, and earlier announcements do not count
    expect(seen).toMatchObject({ status: 'approved', graceEndsAt: null })
    expect((await pulled(again, former.answerId))?.submittedAt).toBeLessThan(Number(seen?.approvedAt))
    if (when.startsWith('before')) {
      await again.upload(video, 'answer')
      await world.quiesce()
      expect(await pulled(again, former.answerId)).toMatchObject({ state: 'withdrawn' })
    }
    const { answerId, outcome } = await submit(again, questionId, video)
    expect(outcome).toMatchObject({ state: 'settled' })
    if (when.startsWith('after')) await again.upload(video, 'answer')
    await world.quiesce()
    expect(await pulled(again, answerId)).toMatchObject({ state: 'delivered', videoId: video.declared.id })
    expect(await pulled(again, former.answerId)).toMatchObject({ state: 'withdrawn' })
  },
)
