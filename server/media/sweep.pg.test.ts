import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, LOOSE_BYTES_MS } from '../../sync/limits.ts'
import { type Noticed, noticeEpoch } from '../db/epoch.ts'
import { wasRestored } from '../db/restored.ts'
import { advanceClock } from '../testing/clock.ts'
import {
  announce,
  clip,
  creation,
  guest,
  type MediaWorld,
  mediaWorld,
  patch,
  questionFor,
  sendWhole,
} from '../testing/media/media-world.ts'
import { transact } from '../transact.ts'
import { claimMedia } from './claim.ts'
import { findMedia } from './find-media.ts'
import { purgeMedia, removeLeftovers, sweepMedia } from './sweep.ts'
import { verifyMedia } from './verify.ts'

let world: MediaWorld

beforeEach(async () => {
  world = await mediaWorld()
})

afterEach(() => world.end())

const files = (area: 'uploads' | 'served') => readdir(join(world.dir, area))
const stateOf = async (mediaId: string) => (await findMedia(world.sql, mediaId))?.state

async function storedVideo(): Promise<string> {
  const bytes = await clip('question.webm')
  const said = announce(bytes)
  await sendWhole(world, guest(), { bytes, said })
  await verifyMedia(world.context, said.mediaId)
  return said.mediaId
}

async function halfSent(): Promise<string> {
  const bytes = await clip('question.webm')
  const [fan, said] = [guest(), announce(bytes)]
  await world.uploads.handle(creation(bytes.length, said), fan)
  await world.uploads.handle(patch(said.mediaId, 0, bytes.slice(0, 10)), fan)
  return said.mediaId
}

async function claimed(): Promise<string> {
  const mediaId = await storedVideo()
  const principal = (await findMedia(world.sql, mediaId))?.principal ?? ''
  const by = randomUUID()
  await transact(world.context, (inside) =>
    claimMedia(inside, { mediaId, principal, by, key: 'conversations/a/1_b' }),
  )
  return mediaId
}

describe('the sweep', () => {
  test('keeps what is finished and claimed, whatever its age', async () => {
    const mediaId = await claimed()
    await advanceClock(world.sql, 400 * DAY_MS)
    await sweepMedia(world.context)
    expect(await stateOf(mediaId)).toBe('stored')
    expect(await files('uploads')).toEqual([mediaId])
    expect(await files('served')).toEqual([`${mediaId}.webm`])
  })

  test('takes loose bytes after a week, finished or not, and not before', async () => {
    const loose = [await storedVideo(), await halfSent()]
    await advanceClock(world.sql, LOOSE_BYTES_MS - HOUR_MS)
    await sweepMedia(world.context)
    expect(await Promise.all(loose.map(stateOf))).toEqual(['stored', 'expected'])
    await advanceClock(world.sql, HOUR_MS)
    await sweepMedia(world.context)
    expect(await Promise.all(loose.map(stateOf))).toEqual(['purged', 'purged'])
    expect([...(await files('uploads')), ...(await files('served'))]).toEqual([])
  })

  test('leaves loose bytes an open question or a prepared ask refers to', async () => {
    const [asked, prepared, settled] = [await storedVideo(), await storedVideo(), await storedVideo()]
    await questionFor(world.sql, randomUUID(), { mediaId: asked, status: 'new' })
    await questionFor(world.sql, randomUUID(), { mediaId: settled, status: 'rejected' })
    await world.sql`
      insert into prepared_ask (id, principal, athlete_id, asker, subject, kind, text, media_id, amount_cents)
      select ${randomUUID()}, 'guest:x', id, '{}', 's', 'video', '', ${prepared}, 0 from person where role = 'creator' limit 1`
    await advanceClock(world.sql, 2 * LOOSE_BYTES_MS)
    await sweepMedia(world.context)
    expect(await Promise.all([asked, prepared, settled].map(stateOf))).toEqual(['stored', 'stored', 'purged'])
    expect((await files('uploads')).sort()).toEqual([asked, prepared].sort())
  })

  test('D5 takes files no row knows after a day, half-made copies too', async () => {
    const known = await storedVideo()
    await writeFile(join(world.dir, 'uploads', randomUUID()), 'x')
    await writeFile(join(world.dir, 'served', `.${randomUUID()}`), 'x')
    await sweepMedia(world.context)
    expect([...(await files('uploads')), ...(await files('served'))]).toHaveLength(4)
    await advanceClock(world.sql, DAY_MS + HOUR_MS)
    await sweepMedia(world.context)
    expect(await files('uploads')).toEqual([known])
    expect(await files('served')).toEqual([`${known}.webm`])
  })

  test('D5 spares files no row knows for a month after a backup was restored', async () => {
    const stray = randomUUID()
    await writeFile(join(world.dir, 'uploads', stray), 'x')
    const restored = (days: number) => world.sql`
      insert into feed_epoch (epoch, restored_at) values ('another', app_now() - ${days} * interval '1 day')
      on conflict (only_row) do update set restored_at = excluded.restored_at`
    await advanceClock(world.sql, 2 * DAY_MS)
    await restored(29)
    await sweepMedia(world.context)
    expect(await files('uploads')).toContain(stray)
    await restored(31)
    await sweepMedia(world.context)
    expect(await files('uploads')).not.toContain(stray)
  })

  test('two servers that meet a new database at once have restored nothing', async () => {
    await world.sql`delete from feed_epoch`
    let second: Promise<Noticed> = Promise.resolve('moved')
    await world.sql.begin(async (tx) => {
      await tx`insert into feed_epoch (epoch, cluster) values (app_epoch(), app_cluster())`
      second = noticeEpoch(world.sql)
      await expect
        .poll(
          () =>
            world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        .toHaveLength(1)
    })
    expect([await second, await wasRestored(world.sql)]).toEqual(['nothing', false])
  })

  test('asks again for a verification that never came', async () => {
    const bytes = await clip('question.webm')
    const said = announce(bytes)
    await sendWhole(world, guest(), { bytes, said })
    world.jobs.length = 0
    await sweepMedia(world.context)
    expect(world.jobs).toEqual([])
    await advanceClock(world.sql, HOUR_MS)
    await sweepMedia(world.context)
    expect(world.jobs).toEqual([{ queue: 'media.verify-question', data: {} }])
  })
})

describe('S2-4.10 a purge', () => {
  test('takes a claimed video away, its files with the next round', async () => {
    const mediaId = await claimed()
    await transact(world.context, (inside) => purgeMedia(inside, mediaId))
    await transact(world.context, (inside) => purgeMedia(inside, mediaId))
    expect(await findMedia(world.sql, mediaId)).toMatchObject({ state: 'purged', purgedAt: expect.any(Date) })
    await removeLeftovers(world.context)
    await removeLeftovers(world.context)
    expect([...(await files('uploads')), ...(await files('served'))]).toEqual([])
  })
})

test('a file that outlived its refusal goes with the next round', async () => {
  const bytes = await clip('question.webm')
  const said = announce(bytes, { sha256: 'a'.repeat(64) })
  world.faults.set('media.after-received', () => Promise.reject(new Error('killed')))
  await expect(sendWhole(world, guest(), { bytes, said })).rejects.toThrow('killed')
  expect(await files('uploads')).toEqual([said.mediaId])
  await sweepMedia(world.context)
  expect(await stateOf(said.mediaId)).toBe('refused')
  expect(await files('uploads')).toEqual([])
})
