import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sample, sampledNames } from '../../../.ci/sample.ts'
import { DAY_MS, HOUR_MS } from '../../../sync/limits.ts'
import { advanceClock } from '../../testing/clock.ts'
import { lookInto } from '../../testing/media/hostile.ts'
import {
  announce,
  clip,
  guest,
  type MediaServer,
  type MediaWorld,
  mediaWorld,
  sendWhole,
} from '../../testing/media/media-world.ts'
import { transact } from '../../transact.ts'
import { claimMedia } from '../claim.ts'
import { findMedia } from '../find-media.ts'
import { purgeMedia, removeLeftovers, sweepMedia } from '../sweep.ts'
import { verifyMedia } from '../verify.ts'
import { type Converted, type Converter, CutShort, createConverter } from './converter.ts'
import { makeNext } from './make-next.ts'
import { isConverting, RENDITION_LINES, type RenditionLine, sweepRenditions } from './order.ts'

let world: MediaWorld

beforeEach(async () => {
  world = await mediaWorld()
  world.context.converter = real
})
afterEach(() => world.end())

const real = createConverter(null)
const MADE = { bytes: 1, width: 160, height: 120, durationMs: 2_000 }
/** Returns a converter that gives this answer for every file. */
const answering = (answer: () => Promise<Converted>): Converter => ({ tool: 'program', convert: answer })
const filming: Converter = {
  tool: 'program',
  async convert({ draft }) {
    await writeFile(draft, 'film')
    return { made: MADE }
  },
}

const files = async () => (await readdir(join(world.dir, 'served'))).sort()
const media = (id: string) => findMedia(world.sql, id)
const states = async (id: string) =>
  Object.fromEntries(
    (
      await world.sql<{ kind: string; state: string }[]>`
        select kind, state from rendition where media_id = ${id} order by kind`
    ).map(({ kind, state }) => [kind, state]),
  )
const settled = (id: string) =>
  world.jobs.filter(
    ({ queue, data }) => queue === 'media.settled' && 'mediaId' in data && data.mediaId === id,
  )

/** Makes a video that has arrived, was claimed and is verified. */
async function claimed(name: 'hevc.mp4' | 'mjpeg.mov' | 'answer.mp4' | 'question.webm'): Promise<string> {
  const bytes = await clip(name)
  const filetype = { mp4: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm' }[name.split('.')[1] ?? '']
  const said = announce(bytes, { filetype, durationMs: '2000', source: 'file' })
  await sendWhole(world, guest(), { bytes, said })
  const { principal = '' } = (await media(said.mediaId)) ?? {}
  const claim = { mediaId: said.mediaId, principal, by: randomUUID(), key: 'conversations/a/1_b' }
  await transact(world.context, (inside) => claimMedia(inside, { ...claim, states: ['received'] }))
  await verifyMedia(world.context, said.mediaId)
  return said.mediaId
}

/** Makes every due rendition, as the jobs would. */
async function makeAll(server: MediaServer = world): Promise<void> {
  for (let n = 0; n < 3; n++)
    for (const line of Object.keys(RENDITION_LINES) as RenditionLine[]) {
      await makeNext(server.context, line)
      await makeNext(server.context, line)
    }
}

/** Each of these tests converts a real video. */
const isTaken = sampledNames('conversions', ['wanted', 'required', 'erased', 'swept'], 2)

describe('a stored video', () => {
  test.runIf(isTaken('wanted'))(
    'that not every browser plays gets a film that plays, a small one and pictures',
    async () => {
      const id = await claimed('hevc.mp4')
      expect(await media(id)).toMatchObject({ state: 'stored', conversion: 'wanted', videoCodec: 'hevc' })
      expect(await isConverting(world.sql, id)).toBe(true)
      await makeAll()
      expect(await states(id)).toEqual({ plays: 'made', poster: 'made', small: 'made', strip: 'made' })
      expect(await media(id)).toMatchObject({ servedKey: `${id}-plays.mp4`, videoCodec: 'avc', width: 180 })
      expect(await files()).toEqual(
        ['-plays.mp4', '-poster.jpg', '-small.mp4', '-strip.jpg', '.mp4'].map((name) => id + name),
      )
      const film = await lookInto(await readFile(join(world.dir, 'served', `${id}-plays.mp4`)))
      expect(film).toMatchObject({ codecs: ['aac', 'avc'], tags: {} })
      expect(await isConverting(world.sql, id)).toBe(false)
      expect(settled(id).length).toBeGreaterThan(1)
      // the sent file is kept unchanged
      expect(await readFile(join(world.dir, 'uploads', id))).toEqual(Buffer.from(await clip('hevc.mp4')))
    },
  )

  test('keeps its replaced copy for a day, because a backup under way may name it', async () => {
    const id = await claimed('hevc.mp4')
    world.context.converter = filming
    await makeNext(world.context, 'rendition.film')
    await sweepMedia(world.context)
    expect(await files()).toEqual([`${id}-plays.mp4`, `${id}.mp4`])
    await advanceClock(world.sql, DAY_MS + HOUR_MS)
    await sweepMedia(world.context)
    expect(await files()).toEqual([`${id}-plays.mp4`])
  })

  test('that plays everywhere gets no second film', async () => {
    const id = await claimed('question.webm')
    expect(await states(id)).toEqual({ poster: 'waiting', small: 'waiting', strip: 'waiting' })
    expect(await isConverting(world.sql, id)).toBe(false)
  })

  test('that nobody claimed gets none yet, and then does; one from before is found by the sweep', async () => {
    const bytes = await clip('question.webm')
    const said = announce(bytes)
    await sendWhole(world, guest(), { bytes, said })
    await verifyMedia(world.context, said.mediaId)
    expect(await states(said.mediaId)).toEqual({})
    await sweepRenditions(world.context)
    expect(await states(said.mediaId)).toEqual({})
    await world.sql`update media set claimed_by = ${randomUUID()} where id = ${said.mediaId}`
    await sweepRenditions(world.context)
    expect(Object.keys(await states(said.mediaId))).toEqual(['poster', 'small', 'strip'])
  })

  test('gets none where nothing converts, and is served as before', async () => {
    world.context.converter = null
    const id = await claimed('hevc.mp4')
    await sweepRenditions(world.context)
    expect(await states(id)).toEqual({})
    expect(await isConverting(world.sql, id)).toBe(false)
  })
})

describe('a video that no browser plays', () => {
  test.runIf(isTaken('required'))('has arrived, and is what was made of it', async () => {
    const id = await claimed('mjpeg.mov')
    expect(await media(id)).toMatchObject({ state: 'received', conversion: 'required' })
    expect(settled(id)).toHaveLength(0)
    await makeAll()
    expect(await media(id)).toMatchObject({
      state: 'stored',
      servedKey: `${id}-plays.mp4`,
      servedType: 'video/mp4',
      videoCodec: 'avc',
      audioCodec: 'aac',
      width: 160,
      height: 120,
    })
    expect(settled(id).length).toBeGreaterThan(0)
    const bytes = await readFile(join(world.dir, 'served', `${id}-plays.mp4`))
    expect(bytes.includes('48.2082')).toBe(false)
    expect(await states(id)).toMatchObject({ plays: 'made', poster: 'made', strip: 'made' })
  })

  test('is turned down, and told so, where nothing can be made of it', async () => {
    const id = await claimed('mjpeg.mov')
    world.context.converter = answering(async () => ({ made: null, why: 'nothing in it' }))
    await makeNext(world.context, 'rendition.film')
    expect(await media(id)).toMatchObject({ state: 'refused', refusal: 'video-unreadable' })
    expect(settled(id)).toHaveLength(1)
  })
})

describe('a conversion that does not come to its end', () => {
  test('because of the file: the copy is shown, and the team hears of it', async () => {
    const id = await claimed('hevc.mp4')
    world.context.converter = answering(async () => ({ made: null, why: 'nothing in it' }))
    await makeNext(world.context, 'rendition.film')
    expect(await states(id)).toMatchObject({ plays: 'failed' })
    expect(await isConverting(world.sql, id)).toBe(false)
    expect(settled(id)).toHaveLength(2)
    expect(world.jobs).toContainEqual({ queue: 'conversion.failed', data: { mediaId: id } })
  })

  test('because it was cut short: it is tried again later, and in the end given up', async () => {
    const id = await claimed('hevc.mp4')
    let tries = 0
    world.context.converter = answering(async () => {
      tries += 1
      throw new CutShort('too slow')
    })
    for (let n = 1; n <= 4; n++) {
      await expect(makeNext(world.context, 'rendition.film')).rejects.toThrow('too slow')
      await makeNext(world.context, 'rendition.film').catch(() => {})
      expect(tries).toBe(n + (n === 4 ? 1 : 0))
      await advanceClock(world.sql, 120_000)
    }
    expect(await states(id)).toMatchObject({ plays: 'failed' })
  })

  test.each(['the store', 'the disk'])('because %s is away: it is tried until that is back', async (what) => {
    const id = await claimed('mjpeg.mov')
    const { blobs } = world.context
    const away = async () => {
      throw new Error('away')
    }
    world.context.converter = answering(away)
    if (what === 'the store') world.context.blobs = { ...blobs, local: away }
    for (let n = 0; n < 5; n++) {
      await expect(makeNext(world.context, 'rendition.film')).rejects.toThrow('away')
      await advanceClock(world.sql, HOUR_MS)
    }
    expect(await media(id)).toMatchObject({ state: 'received', conversion: 'required' })
    world.context.converter = answering(async () => ({ made: MADE }))
    world.context.blobs = { ...blobs, keep: async () => {} }
    await makeNext(world.context, 'rendition.film')
    expect(await media(id)).toMatchObject({ state: 'stored', servedKey: `${id}-plays.mp4` })
  })

  test('is waited for no longer than two hours', async () => {
    const id = await claimed('hevc.mp4')
    await advanceClock(world.sql, 2 * HOUR_MS - 60_000)
    expect(await isConverting(world.sql, id)).toBe(true)
    await advanceClock(world.sql, 120_000)
    expect(await isConverting(world.sql, id)).toBe(false)
  })

  const stops = ['media.after-converted', 'media.after-rendition'] as const

  test.each(sample('stops of a conversion', stops, 1))(
    'stopped at %s it is done again by another server, and there is one file',
    async (point) => {
      const id = await claimed('hevc.mp4')
      world.faults.set(point, async () => {
        throw new Error('the server ends')
      })
      await makeNext(world.context, 'rendition.picture').catch(() => {})
      const other = world.secondServer()
      other.context.converter = real
      await advanceClock(world.sql, DAY_MS / 2)
      await makeNext(other.context, 'rendition.picture')
      expect((await states(id)).poster).toBe('made')
      expect(await files()).toEqual([`${id}-poster.jpg`, `${id}.mp4`])
    },
  )

  test('because its server ended is taken by another within two minutes', async () => {
    const id = await claimed('hevc.mp4')
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    world.faults.set('media.after-converted', () => {
      begun.resolve()
      return ended.promise
    })
    const other = world.secondServer()
    for (const { context } of [world, other]) context.converter = filming
    const first = makeNext(world.context, 'rendition.film')
    await begun.promise
    await advanceClock(world.sql, 120_000)
    await makeNext(other.context, 'rendition.film')
    expect((await states(id)).plays).toBe('made')
    ended.resolve()
    await first
    expect(await files()).toEqual([`${id}-plays.mp4`, `${id}.mp4`])
  })

  test('is left to its server for as long as that works on it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const id = await claimed('hevc.mp4')
    const looked = Promise.withResolvers<Converted>()
    const convert = vi.fn(() => looked.promise)
    const other = world.secondServer()
    for (const { context } of [world, other]) context.converter = answering(convert)
    const leftS = async () => {
      const [row] = await world.sql`
        select extract(epoch from take_after - app_now())::float8 as s from rendition where media_id = ${id} and kind = 'plays'`
      return row?.s
    }
    const first = makeNext(world.context, 'rendition.film')
    await expect.poll(() => convert.mock.calls).toHaveLength(1)
    for (let minute = 0; minute < 3; minute += 1) {
      await advanceClock(world.sql, 60_000)
      vi.advanceTimersByTime(60_000)
      await expect.poll(leftS).toBeGreaterThan(80)
      await makeNext(other.context, 'rendition.film')
    }
    looked.resolve({ made: null, why: 'slow' })
    await first
    expect(convert).toHaveBeenCalledTimes(1)
  })

  test('is made by one of two servers at once', async () => {
    await claimed('hevc.mp4')
    const taken: string[] = []
    const [twice, isLooked] = [Promise.withResolvers<void>(), Promise.withResolvers<Converted>()]
    const slow = answering(() => {
      if (taken.push('film') > 1) twice.resolve()
      return isLooked.promise
    })
    const other = world.secondServer()
    world.context.converter = slow
    other.context.converter = slow
    const both = [world, other].map(({ context }) => makeNext(context, 'rendition.film'))
    // one of them finds nothing to do, however long that takes
    await Promise.race([...both, twice.promise])
    isLooked.resolve({ made: null, why: 'slow' })
    await Promise.all(both)
    expect(taken).toHaveLength(1)
  })
})

describe('a video that goes', () => {
  test.runIf(isTaken('erased'))(
    'takes its renditions with it, and those that come after it too',
    async () => {
      const id = await claimed('hevc.mp4')
      await makeNext(world.context, 'rendition.picture')
      expect(await files()).toEqual([`${id}-poster.jpg`, `${id}.mp4`])
      // the video is erased while its film is being made
      world.faults.set('media.after-converted', async () => {
        await transact(world.context, (inside) => purgeMedia(inside, id))
        await removeLeftovers(world.context)
      })
      await makeNext(world.context, 'rendition.film')
      expect(await files()).toEqual([])
      expect(await states(id)).toEqual({})
      await makeAll()
      expect(await files()).toEqual([])
    },
  )

  test.runIf(isTaken('swept'))(
    'while it is there, no sweep takes its renditions; a file nobody knows goes after a day',
    async () => {
      const id = await claimed('hevc.mp4')
      await makeNext(world.context, 'rendition.picture')
      await advanceClock(world.sql, 400 * DAY_MS)
      await sweepMedia(world.context)
      expect(await files()).toEqual([`${id}-poster.jpg`, `${id}.mp4`])
      await world.sql`delete from rendition`
      await sweepMedia(world.context)
      expect(await files()).toEqual([`${id}.mp4`])
    },
  )
})
