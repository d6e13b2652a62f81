import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everything, seed, seededRandom } from '../../.ci/sample.ts'
import type { VideoPurpose } from '../../sync/media/video.ts'
import { noticeEpoch } from '../db/epoch.ts'
import { advanceClock } from '../testing/clock.ts'
import { junkWebm } from '../testing/media/hostile.ts'
import { clip, type MediaServer, type MediaWorld, mediaWorld, sha256 } from '../testing/media/media-world.ts'
import { emptyTables } from '../testing/rows/empty-tables.ts'
import { type Line, lineOf } from './line.ts'
import { makeNext } from './rendition/make-next.ts'
import { verifyNext } from './verify-next.ts'

let world: MediaWorld
let film: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  world = await mediaWorld()
  film = await clip('question.webm')
  await world.sql`insert into test_clock (shift) values (interval '0') on conflict do nothing`
})
beforeEach(async () => {
  await emptyTables(world.sql, 'media, verification_turn')
  world.jobs.length = 0
})
afterAll(() => world.end())

const ANSWERS: Line = 'media.verify-answer'
const QUESTIONS: Line = 'media.verify-question'
const JUNK = new Uint8Array(junkWebm().subarray(0, 2_000))

type Sent = { principal: string; purpose?: VideoPurpose; bytes?: Uint8Array }

/** Inserts a video whose last byte has arrived. */
async function received({ principal, purpose = 'question', bytes = JUNK }: Sent): Promise<string> {
  const id = randomUUID()
  await world.sql`
    insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms,
      state, upload_id, received_at)
    values (${id}, ${principal}, ${purpose}, 'recorded', 'video/webm', ${bytes.length}, ${sha256(bytes)}, 3000, 'received',
      ${id}, app_now())`
  await writeFile(join(world.dir, 'uploads', id), bytes)
  return id
}

async function stateOf(id: string): Promise<string | undefined> {
  const [media] = await world.sql<{ state: string }[]>`select state from media where id = ${id}`
  return media?.state
}

/** Returns how many other videos a line finishes before this one. */
async function doneBefore(id: string, line: Line, server: MediaServer = world): Promise<number> {
  for (let others = 0; others <= 3_000; others += 1) {
    await verifyNext(server.context, line)
    if ((await stateOf(id)) !== 'received') return others
  }
  throw new Error('it was never its turn')
}

const [SENDERS, FILES] = everything ? [50, 2_000] : [6, 24]

/** Inserts files that are no videos, from this many senders in any order, some of them already verified. */
async function crowd(purpose: VideoPurpose = 'question'): Promise<void> {
  const random = seededRandom('senders')
  for (let n = 0; n < FILES; n += 1) {
    const sender = n < SENDERS ? n : Math.floor(random() * SENDERS)
    await received({ principal: `guest:${sender}`, purpose })
  }
  for (let looks = Math.floor(random() * SENDERS); looks > 0; looks -= 1)
    await verifyNext(world.context, lineOf(purpose))
}

test(`an answer waits for nobody's questions, a question for one file of each sender at most (seed ${seed})`, async () => {
  await crowd()
  const question = await received({ principal: 'guest:honest', bytes: film })
  const answer = await received({ principal: 'person:athlete', purpose: 'answer', bytes: film })
  expect(await doneBefore(answer, ANSWERS)).toBe(0)
  expect(await doneBefore(question, QUESTIONS)).toBeLessThanOrEqual(SENDERS)
  expect([await stateOf(answer), await stateOf(question)]).toEqual(['stored', 'stored'])
}, 600_000)

test('an answer waits for one file of each other athlete at most', async () => {
  await crowd('answer')
  const reply = await received({ principal: 'person:athlete', purpose: 'reply', bytes: film })
  expect(await doneBefore(reply, ANSWERS)).toBeLessThanOrEqual(SENDERS)
}, 600_000)

test('a sender who waits with one video comes before the third of anybody, though none of those is refused', async () => {
  for (let n = 0; n < 12; n += 1) await received({ principal: `guest:${n % 3}`, bytes: film })
  await verifyNext(world.context, QUESTIONS)
  const honest = await received({ principal: 'guest:honest', bytes: film })
  expect(await doneBefore(honest, QUESTIONS)).toBeLessThanOrEqual(3)
})

test('who sends anew under another name comes no earlier than who waits already', async () => {
  await received({ principal: 'guest:first' })
  await verifyNext(world.context, QUESTIONS)
  await advanceClock(world.sql, 60_000)
  const second = await received({ principal: 'guest:first', bytes: film })
  for (let n = 0; n < 5; n += 1) await received({ principal: `guest:new ${n}` })
  expect(await doneBefore(second, QUESTIONS)).toBe(0)
})

test('a sender whose files were no videos waits longer each time, on every server, and less after a video', async () => {
  const waits: number[] = []
  const other = world.secondServer()
  for (let n = 0; n < 4; n += 1) {
    const id = await received({ principal: 'guest:junk' })
    let seconds = 0
    for (; (await stateOf(id)) === 'received'; seconds += 1) {
      await verifyNext(n % 2 === 0 ? world.context : other.context, QUESTIONS)
      if ((await stateOf(id)) === 'received') await advanceClock(world.sql, 1_000)
    }
    waits.push(seconds - 1)
  }
  expect(waits).toEqual([0, 1, 2, 4])
  await advanceClock(world.sql, 8_000)
  expect(await doneBefore(await received({ principal: 'guest:junk', bytes: film }), QUESTIONS)).toBe(0)
  const [turn] = await world.sql`select refused from verification_turn where principal = 'guest:junk'`
  expect(turn).toEqual({ refused: 2 })
})

test('somebody who has to wait is looked at by a job when the time has come, and nobody else waits for it', async () => {
  await received({ principal: 'guest:junk' })
  await verifyNext(world.context, QUESTIONS)
  const waiting = await received({ principal: 'guest:junk' })
  world.jobs.length = 0
  await verifyNext(world.context, QUESTIONS)
  expect(await stateOf(waiting)).toBe('received')
  expect(world.jobs).toEqual([{ queue: QUESTIONS, data: {} }])
  const honest = await received({ principal: 'guest:honest', bytes: film })
  expect(await doneBefore(honest, QUESTIONS)).toBe(0)
})

test('two servers never take the same video, and one that ended gives it back when its time is over', async () => {
  const ids = [
    await received({ principal: 'guest:a', bytes: film }),
    await received({ principal: 'guest:b' }),
  ]
  world.faults.set('media.after-remux', () => new Promise(() => {}))
  void verifyNext(world.context, QUESTIONS)
  await expect.poll(() => world.sql`select from media where verify_after is not null`).toHaveLength(1)
  const other = world.secondServer()
  await verifyNext(other.context, QUESTIONS)
  await verifyNext(other.context, QUESTIONS)
  expect(await Promise.all(ids.map(stateOf))).toEqual(['received', 'refused'])
  await advanceClock(world.sql, 10 * 60_000)
  await verifyNext(other.context, QUESTIONS)
  expect(await Promise.all(ids.map(stateOf))).toEqual(['stored', 'refused'])
})

test('a video at which the machine fails rests longer each time and keeps nobody waiting', async () => {
  const lost = await received({ principal: 'guest:a', bytes: film })
  await world.context.blobs.remove('uploads', lost)
  await expect(verifyNext(world.context, QUESTIONS)).rejects.toThrow('ENOENT')
  const next = await received({ principal: 'guest:b', bytes: film })
  expect(await doneBefore(next, QUESTIONS)).toBe(0)
  await advanceClock(world.sql, 3_000)
  await expect(verifyNext(world.context, QUESTIONS)).rejects.toThrow('ENOENT')
  await advanceClock(world.sql, 3_000)
  await verifyNext(world.context, QUESTIONS)
  const [media] = await world.sql`select state, verify_tries as tries from media where id = ${lost}`
  expect(media).toEqual({ state: 'received', tries: 2 })
})

describe('a video that had arrived and whose file is gone', () => {
  const restored = (when: string) =>
    world.sql`update feed_epoch set restored_at = app_now() + ${when}::interval`
  const rowOf = async (id: string) => {
    const [media] = await world.sql`
      select state, upload_id as upload, verify_tries as tries, conversion from media where id = ${id}`
    return media
  }
  async function lost(): Promise<string> {
    const id = await received({ principal: 'person:athlete', purpose: 'answer', bytes: film })
    await world.context.blobs.remove('uploads', id)
    return id
  }
  const awaited = { state: 'expected', upload: null, tries: 0, conversion: null }
  beforeAll(() => noticeEpoch(world.sql))
  beforeEach(async () => {
    await world.sql`update feed_epoch set restored_at = null`
    delete world.context.storeError
    delete world.context.converter
  })

  test('is awaited again where the database was put back since, and may be sent again', async () => {
    const id = await lost()
    await restored('1 second')
    await verifyNext(world.context, ANSWERS)
    expect(await rowOf(id)).toEqual(awaited)
  })

  test.each([
    ['where nothing was put back', async () => {}],
    ['that came after the database was put back', () => restored('-1 minute')],
    ['long after it was put back', () => restored('-40 days')],
    [
      'while the store is not there',
      async () => {
        await restored('1 second')
        world.context.storeError = async () => 'its mark is missing'
      },
    ],
  ])('stays what it is %s', async (_, happened) => {
    const id = await lost()
    await happened()
    await expect(verifyNext(world.context, ANSWERS)).rejects.toThrow('ENOENT')
    expect(await rowOf(id)).toMatchObject({ state: 'received', upload: id, tries: 1 })
  })

  test('is awaited again too where it waited to be converted', async () => {
    const id = await lost()
    await world.sql`
      update media set conversion = 'required', converted_from = '{"family":"mp4","video":0,"audio":null,"durationMs":3000}'
      where id = ${id}`
    await world.sql`insert into rendition (media_id, kind) values (${id}, 'plays')`
    const convert = () => Promise.reject(new Error('ENOENT'))
    Object.assign(world.context, { converter: { convert } })
    await expect(makeNext(world.context, 'rendition.answer-film')).rejects.toThrow('ENOENT')
    expect(await rowOf(id)).toMatchObject({ state: 'received' })
    await world.sql`update rendition set take_after = app_now()`
    await restored('1 second')
    await makeNext(world.context, 'rendition.answer-film')
    expect(await rowOf(id)).toEqual(awaited)
    expect(await world.sql`select from rendition where media_id = ${id}`).toEqual([])
  })
})
