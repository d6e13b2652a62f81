import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskStatusAnswer } from '../../sync/calls.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import { type Actors, asked, askOf, openCast, pay, prepare } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { type Sample, sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'
import { sweepAsks } from './deadlines.ts'
import { queueHandlers } from './job-handlers.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

const onVideo = (video: Sample, more: object = {}) =>
  askOf(actors, { kind: 'video', text: '', video: video.declared, ...more })

/** Writes a mail two hours ago whose job was lost, and returns how to look for a new one. */
async function lostMail(questionId: string) {
  const { sql } = world.database
  const [mail] = await sql<{ id: string }[]>`
    insert into mail (id, kind, question_id, person_id, created_at)
    values (gen_random_uuid(), 'request-approved', ${questionId}, ${actors.athlete.id}, app_now() - interval '2 hours')
    returning id`
  return {
    jobs: () => sql`select from boss.job where name = 'mail.send' and singleton_key = ${mail?.id ?? ''}`,
  }
}

async function statusOf(fan: Browser, { questionId }: { questionId: string }) {
  const { body } = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })
  return { state: body.state, reason: body.reason, hold: body.hold }
}

describe('C14 D2 a video that two asks name', () => {
  test('goes with the first, and the other is let go with its card, and keeps nobody from their turn', async () => {
    const fan = world.browser()
    const video = await sampleVideo('question.webm')
    const [first, other] = [onVideo(video), onVideo(video)]
    const prepared = [await prepare(fan, first), await prepare(fan, other)]
    for (const { body } of prepared) await pay(fan, body.clientSecret)
    await fan.push('question.ask', { questionId: first.questionId })
    await fan.upload(video, 'question')
    await world.quiesce()
    await sweepAsks(world.context)
    await world.quiesce()
    const ends = [await statusOf(fan, first), await statusOf(fan, other)]
    expect(ends.map(({ state }) => state).sort()).toEqual(['asked', 'released'])
    expect(ends.find(({ state }) => state === 'released')).toMatchObject({
      reason: 'video-not-there',
      hold: 'released',
    })
  })

  test('becomes a question of the guest who signed in before the upload began', async () => {
    const fan = world.browser()
    const video = await sampleVideo('question.webm')
    const ask = onVideo(video)
    const { body } = await prepare(fan, ask)
    await fan.signIn(await world.makePerson({ role: 'basic' }))
    await fan.upload(video, 'question')
    await pay(fan, body.clientSecret)
    await world.quiesce()
    expect(await statusOf(fan, ask)).toMatchObject({ state: 'asked', hold: 'held' })
  })
})

test('a bucket that is away keeps no sweep but its own from its turn', async () => {
  const { questionId } = await asked(actors)
  const fan = world.browser()
  const left = askOf(actors)
  await prepare(fan, left)
  const torn = await sampleVideo('question.webm')
  await prepare(fan, onVideo(torn))
  await fan.upload(torn, 'question')
  await world.quiesce()
  await world.database
    .sql`update media set state = 'purged', purged_at = app_now() where id = ${torn.declared.id}`
  await world.advance(26 * HOUR_MS)
  const mail = await lostMail(questionId)
  const away = { ...world.context.blobs, remove: () => Promise.reject(new Error('the bucket is away')) }
  const minute = queueHandlers({ ...world.context, blobs: away })['sweep.minute']
  await expect(minute({})).rejects.toThrow('the bucket is away')
  const [hold] = await world.database.sql`select state from hold where ask_id = ${left.questionId}`
  expect(hold?.state).not.toBe('pending')
  expect(await mail.jobs(), 'a step after that of the bucket').toHaveLength(1)
})

test('videos that are taken in for hours keep no deadline, no money and no mail waiting', async () => {
  const { questionId } = await asked(actors)
  const fan = world.browser()
  const left = askOf(actors)
  await begun(world.browser())
  await prepare(fan, left)
  await world.advance(3 * HOUR_MS)
  const mail = await lostMail(questionId)
  const hashing = Promise.withResolvers<void>()
  const blobs = {
    ...world.context.blobs,
    hash: () => hashing.promise.then(() => Promise.reject(new Error('over'))),
  }
  const sweeping = queueHandlers({ ...world.context, blobs })['sweep.minute']({})
  const hold = () => world.database.sql`select state from hold where ask_id = ${left.questionId}`
  await expect.poll(hold).not.toEqual([{ state: 'pending' }])
  await expect.poll(mail.jobs).toHaveLength(1)
  hashing.resolve()
  await sweeping
})

test('a second run of the minute reads no videos beside the first, and does the rest', async () => {
  const fan = world.browser()
  const left = askOf(actors)
  await begun(world.browser())
  const reading = Promise.withResolvers<void>()
  let reads = 0
  const hash = async () => {
    reads += 1
    await reading.promise
    throw new Error('over')
  }
  const minute = queueHandlers({ ...world.context, blobs: { ...world.context.blobs, hash } })['sweep.minute']
  const first = minute({})
  await expect.poll(() => reads).toBe(1)
  await prepare(fan, left)
  await world.advance(3 * HOUR_MS)
  await minute({})
  expect(reads).toBe(1)
  const [hold] = await world.database.sql`select state from hold where ask_id = ${left.questionId}`
  expect(hold?.state).not.toBe('pending')
  reading.resolve()
  await first
  await minute({})
  expect(reads).toBeGreaterThan(1)
})

test('D5 an ask whose last byte came just before the only server stopped for a day is not ended for want of its video', async () => {
  const fan = world.browser()
  const ask = await begun(fan)
  await world.advance(26 * HOUR_MS)
  await sweepAsks(world.context)
  await world.quiesce()
  expect(await statusOf(fan, ask)).toMatchObject({ state: 'asked', hold: 'held' })
})

/** Prepares an ask with a confirmed card, whose video is here to its last byte, which no server has taken in. */
async function begun(fan: Browser) {
  const video = await sampleVideo('question.webm')
  const ask = onVideo(video)
  const { body } = await prepare(fan, ask)
  await pay(fan, body.clientSecret)
  await world.quiesce()
  world.faults.set('media.after-bytes', () => Promise.reject(new Error('killed')))
  await fan.upload(video, 'question').catch(() => {})
  world.faults.clear()
  return ask
}

test('a sweep may take as long as a full house needs, and that of the night is tried again', async () => {
  const queues = await world.database.sql<{ name: string; minutes: number; retries: number }[]>`
    select name, expire_seconds / 60 as minutes, retry_limit as retries from boss.queue where name like 'sweep.%'`
  expect(queues.toSorted((a, b) => a.minutes - b.minutes)).toEqual([
    { name: 'sweep.minute', minutes: 5, retries: 0 },
    { name: 'sweep.hour', minutes: 180, retries: 0 },
    { name: 'sweep.night', minutes: 360, retries: 5 },
  ])
})
