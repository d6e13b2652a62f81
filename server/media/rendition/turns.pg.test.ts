import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { advanceClock } from '../../testing/clock.ts'
import { type MediaWorld, mediaWorld } from '../../testing/media/media-world.ts'
import { findMedia } from '../find-media.ts'
import type { Converted, Converter } from './converter.ts'
import { makeNext } from './make-next.ts'
import type { RenditionLine } from './order.ts'

let world: MediaWorld

beforeEach(async () => {
  world = await mediaWorld()
})
afterEach(() => world.end())

/** Returns a converter that gives this answer for every file. */
const answering = (answer: () => Promise<Converted>): Converter => ({ tool: 'program', convert: answer })

describe('films that wait', () => {
  /** Inserts a video that no browser plays, sent and not claimed yet, with its order for a film. */
  async function waiting(sender: string, purpose: 'question' | 'answer' = 'question'): Promise<string> {
    const id = randomUUID()
    await world.sql`
      insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms,
        state, upload_id, received_at, conversion, converted_from)
      values (${id}, ${sender}, ${purpose}, 'file', 'video/quicktime', 1, '', 2000, 'received', ${id}, app_now(), 'required',
        ${world.sql.json({ family: 'mp4', video: 0, audio: null, durationMs: 2000, isCut: false })})`
    await world.sql`insert into rendition (media_id, kind) values (${id}, 'plays')`
    await writeFile(join(world.dir, 'uploads', id), 'x')
    await advanceClock(world.sql, 1_000)
    return id
  }

  /** Returns how many other videos a line finishes before this one. */
  async function doneBefore(id: string, line: RenditionLine): Promise<number> {
    world.context.converter = answering(async () => ({ made: null, why: 'nothing in it' }))
    for (let others = 0; others < 40; others += 1) {
      await makeNext(world.context, line)
      if ((await findMedia(world.sql, id))?.state !== 'received') return others
    }
    throw new Error('it was never its turn')
  }

  test('take turns by their senders: one waits for one film of each at most', async () => {
    for (let n = 0; n < 20; n += 1) await waiting('guest:many')
    await waiting('guest:other')
    expect(await doneBefore(await waiting('guest:honest'), 'rendition.film')).toBe(2)
    expect(await doneBefore(await waiting('guest:late'), 'rendition.film')).toBe(1)
  })

  type Ask = { id?: string; wanted?: boolean; cents?: number }

  test('of guests who ask nothing with them come last: behind an account’s, a free ask’s and one whose card is held', async () => {
    const { sql } = world
    for (let n = 0; n < 5; n += 1) await waiting(`guest:idle${n}`)
    const athlete = randomUUID()
    const ask: string = randomUUID()
    await sql`
      insert into person (id, role, first_name, last_name, email) values (${athlete}, 'creator', 'A', 'B', 'a@t.test')`
    const prepare = async (mediaId: string, one: Ask & { principal: string }) => {
      const { id, wanted, cents = 500, principal } = one
      await sql`
        insert into prepared_ask (id, principal, athlete_id, asker, subject, kind, text, media_id, amount_cents, wanted_at)
        values (${id ?? randomUUID()}, ${principal}, ${athlete}, '{}', 's', 'video', '', ${mediaId}, ${cents}, ${wanted ? new Date() : null})`
      return mediaId
    }
    const withAsk = async (principal: string, more: Ask) =>
      prepare(await waiting(principal), { ...more, principal })
    await withAsk('guest:prepares-only', {})
    const held = await withAsk('guest:held', { id: ask })
    await sql`
      insert into hold (id, ask_id, principal, amount_cents, state) values (${randomUUID()}, ${ask}, 'guest:held', 500, 'held')`
    await withAsk('guest:unpaid', { wanted: true })
    const free = await withAsk('guest:free', { wanted: true, cents: 0 })
    const known = await waiting('person:fan')
    const before: number[] = []
    for (const id of [held, free, known]) before.push(await doneBefore(id, 'rendition.film'))
    expect(before).toEqual([0, 0, 0])
    expect(await doneBefore(await waiting('guest:last'), 'rendition.film')).toBe(7)
  })

  test('of an answer wait behind nobody’s question, not even one that is being made', async () => {
    await waiting('guest:many')
    const questions: RenditionLine = 'rendition.film'
    let isMade = () => {}
    world.context.converter = answering(
      () =>
        new Promise((done) => {
          isMade = () => done({ made: null, why: 'slow' })
        }),
    )
    const making = makeNext(world.context, questions)
    const answer = await waiting('person:athlete', 'answer')
    await expect.poll(async () => world.jobs.map(({ queue }) => queue)).toContain('rendition.film')
    expect(await doneBefore(answer, 'rendition.answer-film')).toBe(0)
    isMade()
    await making
  })
})
