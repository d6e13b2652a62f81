import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskStatusAnswer } from '../../sync/calls.ts'
import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import type { Context } from '../context.ts'
import { claimStore, storeError } from '../media/store-mark.ts'
import {
  type Actors,
  asked,
  askOf,
  openCast,
  pay,
  prepare,
  screen,
  signedIn,
  submit,
} from '../testing/actors.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'
import { sweepAsks, sweepDeadlines } from './deadlines.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

const MARK = { read: async () => 'the mark' }
const GONE = { read: () => Promise.reject(new Error('the disk is away')) }

/** Returns a server that cannot read one upload, and whose store has this mark. */
function unreading(mediaId: string, mark: { read(): Promise<string | null> }): Context {
  const { blobs } = world.context
  const hash = (id: string) => (id === mediaId ? Promise.reject(new Error('EIO')) : blobs.hash(id))
  return { ...world.context, blobs: { ...blobs, hash, mark: { ...blobs.mark, ...mark } } }
}

/** Returns a server whose store can be read and takes no writes. */
async function readOnly(): Promise<Context> {
  const { blobs } = world.context
  const refuseWrite = () => Promise.reject(new Error('EROFS'))
  const mark = { ...blobs.mark, write: refuseWrite }
  const { storeId } = await claimStore(world.database.sql, blobs.mark)
  return {
    ...world.context,
    blobs: { ...blobs, mark, settle: refuseWrite },
    storeError: () => storeError(mark, storeId),
  }
}

/** Does what sends a video, to its last byte, at a server that stops before it takes it in. */
async function cutOff(send: () => Promise<unknown>): Promise<void> {
  world.faults.set('media.after-bytes', () => Promise.reject(new Error('killed')))
  await send().catch(() => {})
  world.faults.clear()
}

async function abandonedAsk() {
  const fan = world.browser()
  const video = await sampleVideo('question.webm')
  const ask = askOf(actors, { kind: 'video', text: '', video: video.declared })
  const { body } = await prepare(fan, ask)
  await pay(fan, body.clientSecret)
  await world.quiesce()
  await cutOff(() => fan.upload(video, 'question'))
  await world.advance(26 * HOUR_MS)
  const status = async () => {
    const { questionId } = ask
    return (await fan.post<AskStatusAnswer>('/api/ask-status', { questionId })).body
  }
  return { mediaId: video.declared.id, status }
}

async function overdueQuestion() {
  const athlete = await world.makePerson({ role: 'creator', priceCents: 1_500 })
  const { questionId } = await asked(actors, { athleteId: athlete.id })
  await screen(actors, questionId)
  const browser = await signedIn(world, athlete)
  const video = await sampleVideo('answer.mp4')
  await submit(browser, questionId, video)
  await cutOff(() => browser.upload(video, 'answer'))
  await world.advance(4 * DAY_MS + HOUR_MS)
  const status = async () => {
    const [row] = await world.database.sql<{ status: string }[]>`
      select status from question where id = ${questionId}`
    return row?.status
  }
  return { mediaId: video.declared.id, status }
}

describe('a video that is here to its last byte and cannot be read', () => {
  test('keeps its abandoned ask from no end, and no hold', async () => {
    const { mediaId, status } = await abandonedAsk()
    await sweepAsks(unreading(mediaId, MARK))
    await world.quiesce()
    expect(await status()).toMatchObject({ state: 'released', reason: 'video-not-there', hold: 'released' })
  })

  test('keeps its overdue question from no end', async () => {
    const { mediaId, status } = await overdueQuestion()
    await sweepDeadlines(unreading(mediaId, MARK))
    expect(await status()).toBe('athlete rejected')
  })
})

describe('D5 while the whole store is away', () => {
  test.each([GONE, { read: async () => null }])('an abandoned ask waits for its video', async (mark) => {
    const { mediaId, status } = await abandonedAsk()
    await expect(sweepAsks(unreading(mediaId, mark))).rejects.toThrow('EIO')
    expect(await status()).toMatchObject({ state: 'open', hold: 'held' })
    await sweepAsks(world.context)
    await world.quiesce()
    expect(await status()).toMatchObject({ state: 'asked', hold: 'held' })
  })

  test('an overdue question waits for its answer', async () => {
    const { mediaId, status } = await overdueQuestion()
    await expect(sweepDeadlines(unreading(mediaId, GONE))).rejects.toThrow('EIO')
    expect(await status()).toBe('approved')
    await world.quiesce()
    expect(await status()).toBe('completed')
  })
})

describe('D5 while the store can be read and takes no writes', () => {
  test('an abandoned ask waits for its video', async () => {
    const { mediaId, status } = await abandonedAsk()
    const context = await readOnly()
    expect(await context.blobs.hash(mediaId)).toBeTruthy()
    await expect(sweepAsks(context)).rejects.toThrow('EROFS')
    expect(await status()).toMatchObject({ state: 'open', hold: 'held' })
    await sweepAsks(world.context)
    await world.quiesce()
    expect(await status()).toMatchObject({ state: 'asked', hold: 'held' })
  })

  test('an overdue question waits for its answer', async () => {
    const { status } = await overdueQuestion()
    await expect(sweepDeadlines(await readOnly())).rejects.toThrow('EROFS')
    expect(await status()).toBe('approved')
    await world.quiesce()
    expect(await status()).toBe('completed')
  })
})

test('D5 a video that is read at the second try ends nothing', async () => {
  const { mediaId, status } = await abandonedAsk()
  const { blobs } = world.context
  let tries = 0
  const hash = (id: string) => {
    if (id !== mediaId) return blobs.hash(id)
    tries += 1
    return tries === 1 ? Promise.reject(new Error('cut off')) : blobs.hash(id)
  }
  const once = { ...world.context, blobs: { ...blobs, hash, mark: { ...blobs.mark, ...MARK } } }
  await expect(sweepAsks(once)).rejects.toThrow('cut off')
  expect(await status()).toMatchObject({ state: 'open', hold: 'held' })
  await sweepAsks(world.context)
  await world.quiesce()
  expect(await status()).toMatchObject({ state: 'asked', hold: 'held' })
})
