import { readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  archiveInPicture,
  filmInPage,
  junkWebm,
  lookInto,
  PAGE,
  pageBehind,
  pageInFilm,
  playlist,
  slowedDown,
  withPlace,
  withWidth,
} from '../testing/media/hostile.ts'
import {
  type Announced,
  announce,
  clip,
  guest,
  type MediaWorld,
  mediaWorld,
  person,
  questionFor,
  sendWhole,
} from '../testing/media/media-world.ts'
import { portrait } from '../testing/media/pictures.ts'
import { transact } from '../transact.ts'
import { findMedia } from './find-media.ts'
import type { MediaRow } from './store.ts'
import { purgeMedia } from './sweep.ts'
import { verifyMedia } from './verify.ts'

let world: MediaWorld
let question: Uint8Array<ArrayBuffer>
let answer: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  world = await mediaWorld()
  question = await clip('question.webm')
  answer = await clip('answer.mp4')
})

beforeEach(() => world.faults.clear())

afterAll(() => world.end())

const place = '+48.2082+016.3738/'
const files = async (area: 'uploads' | 'served') => (await readdir(join(world.dir, area))).sort()
const settled = (mediaId: string) =>
  world.jobs.filter(
    ({ queue, data }) => queue === 'media.settled' && 'mediaId' in data && data.mediaId === mediaId,
  )

async function getMedia(mediaId: string): Promise<MediaRow> {
  const media = await findMedia(world.sql, mediaId)
  if (!media) throw new Error('no such video')
  return media
}

/** Sends a video that then waits for its verification. */
async function received(bytes: Uint8Array<ArrayBuffer>, more: Partial<Announced> = {}): Promise<string> {
  const said = announce(bytes, more)
  const sent = await sendWhole(world, guest(), { bytes, said })
  expect(sent.status).toBe(204)
  return said.mediaId
}

async function verified(bytes: Uint8Array<ArrayBuffer>, more: Partial<Announced> = {}): Promise<MediaRow> {
  const mediaId = await received(bytes, more)
  await verifyAmongOthers(mediaId)
  return getMedia(mediaId)
}

/** Verifies a video, and checks that other work is not blocked meanwhile. */
async function verifyAmongOthers(mediaId: string): Promise<void> {
  const turns = longestTurn()
  await verifyMedia(world.context, mediaId)
  expect(await turns.end(), 'ms of work in which nothing else was done').toBeLessThan(1_000)
}

/**
 * Measures the longest time this thread worked without a pause, in ms of its own processor time, so that other load
 * on the machine does not count.
 */
function longestTurn() {
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let [longest, last] = [0, worked()]
  const turn = () => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(turn, 10)
  return {
    async end() {
      // one more timer runs only after whatever was still blocking
      await new Promise((resolve) => setTimeout(resolve))
      clearInterval(timer)
      turn()
      return longest
    },
  }
}

const served = ({ servedKey }: MediaRow) => readFile(join(world.dir, 'served', servedKey ?? ''))

describe('a video', () => {
  test('S1-5.7 as WebM is stored with its true length, size and codecs', async () => {
    const media = await verified(question, { durationMs: '1000' })
    expect(media).toMatchObject({
      state: 'stored',
      servedType: 'video/webm',
      width: 320,
      height: 240,
      videoCodec: 'vp8',
      audioCodec: 'opus',
      storedAt: expect.any(Date),
    })
    expect(media.durationMs).toBeGreaterThan(2_800)
    expect(media.durationMs).toBeLessThan(3_100)
    const [found, before] = [await lookInto(await served(media)), await lookInto(question)]
    expect(found).toMatchObject({ format: 'WebM', codecs: ['opus', 'vp8'] })
    expect(Math.abs(found.seconds - before.seconds)).toBeLessThan(0.1)
    expect(media.servedBytes).toBe((await served(media)).length)
    expect(settled(media.id)).toHaveLength(1)
  })

  test.each(['video/mp4', 'video/quicktime'])('as MP4 declared %s keeps its tracks', async (filetype) => {
    const media = await verified(answer, { filetype, durationMs: '4000' })
    expect(media).toMatchObject({ state: 'stored', servedType: 'video/mp4', videoCodec: 'avc' })
    const [found, before] = [await lookInto(await served(media)), await lookInto(answer)]
    expect(found).toMatchObject({ format: 'MP4', codecs: ['avc', 'opus'] })
    expect(Math.abs(found.seconds - before.seconds)).toBeLessThan(0.1)
  })

  test.each(['mp4', 'webm'] as const)('leaves without the place it was filmed at (%s)', async (kind) => {
    const source = kind === 'mp4' ? answer : await clip('answer.webm')
    const tagged = await withPlace(source, kind, place)
    expect(Buffer.from(tagged).includes(place)).toBe(true)
    const media = await verified(tagged, { filetype: `video/${kind}` })
    const bytes = await served(media)
    expect(bytes.includes('48.2082')).toBe(false)
    expect(bytes.includes('at home')).toBe(false)
    expect((await lookInto(bytes)).tags).toEqual({})
  })

  test.each([
    ['a page inside', 'mp4', pageInFilm, 0.1],
    ['a page inside', 'webm', pageInFilm, 0.1],
    ['a page behind', 'mp4', pageBehind, 0.1],
    // a recorder does not store the duration of its last second, so bytes behind it spoil that second
    ['a page behind', 'webm', pageBehind, 1],
  ] as const)(
    'with %s (%s) is played as the video it is, and nothing else is left',
    async (...[, kind, made, within]) => {
      const source = kind === 'mp4' ? answer : question
      const both = made(source, kind)
      expect(Buffer.from(both).includes(PAGE)).toBe(true)
      const media = await verified(both, { filetype: `video/${kind}` })
      expect(media).toMatchObject({ state: 'stored', servedType: `video/${kind}` })
      const bytes = await served(media)
      expect(bytes.includes('<script')).toBe(false)
      const [found, before] = [await lookInto(bytes), await lookInto(source)]
      expect(found.codecs).toEqual(before.codecs)
      expect(Math.abs(found.seconds - before.seconds)).toBeLessThan(within)
    },
  )

  test('cut short while it was recorded is taken as far as it goes', async () => {
    const media = await verified(question.slice(0, 30_000))
    expect(media.state).toBe('stored')
    expect(media.durationMs).toBeLessThan(2_500)
  })

  test.each([
    ['two-sounds.mp4', 'video/mp4', { servedType: 'video/mp4', codecs: ['avc', 'opus'] }],
    ['h264.mkv', 'video/webm', { servedType: 'video/mp4', codecs: ['avc', 'opus'] }],
    ['vp9.mkv', 'video/webm', { servedType: 'video/webm', codecs: ['opus', 'vp9'] }],
    ['late.webm', 'video/webm', { servedType: 'video/webm', codecs: ['opus', 'vp9'] }],
  ] as const)('as other recorders write it (%s) is taken whole', async (name, filetype, kept) => {
    const media = await verified(await clip(name), { filetype, durationMs: '4000' })
    expect(media).toMatchObject({ state: 'stored', servedType: kept.servedType })
    expect(Math.abs((media.durationMs ?? 0) - 3_980)).toBeLessThan(100)
    const found = await lookInto(await served(media))
    expect(found.codecs).toEqual(kept.codecs)
    expect(found.format).toBe(kept.servedType === 'video/mp4' ? 'MP4' : 'WebM')
  })

  test('verified twice is told once', async () => {
    const media = await verified(question)
    await verifyMedia(world.context, media.id)
    expect(settled(media.id)).toHaveLength(1)
    expect(await getMedia(media.id)).toEqual(media)
  })
})

describe('no video', () => {
  test('a playlist, a file of another family, a text', async () => {
    const tries = [
      [playlist(), 'video/mp4'],
      [question, 'video/mp4'],
      [answer, 'video/webm'],
      [new Uint8Array(Buffer.from('a')), 'video/webm'],
      [new Uint8Array(Buffer.from(PAGE)), 'video/mp4'],
      [new Uint8Array(archiveInPicture(portrait())), 'video/mp4'],
    ] as const
    for (const [bytes, filetype] of tries) {
      const media = await verified(bytes, { filetype })
      expect(media).toMatchObject({ state: 'refused', refusal: 'video-type', servedKey: null })
      expect(settled(media.id)).toHaveLength(1)
      expect(await files('uploads')).not.toContain(media.id)
    }
  })

  test('a truncated film, sound alone, a header alone, a header and noise', async () => {
    const tries = [
      [answer.slice(0, 20_000), 'video/mp4'],
      [await clip('voice.webm'), 'video/webm'],
      [question.slice(0, 300), 'video/webm'],
      [filmInPage(answer), 'video/mp4'],
      [junkWebm(), 'video/webm'],
    ] as const
    for (const [bytes, filetype] of tries) {
      const media = await verified(bytes, { filetype })
      expect(media).toMatchObject({ state: 'refused', refusal: 'video-unreadable' })
    }
  })

  test('a picture as wide as a wall, and a sound or a picture that no browser plays, each with its reason', async () => {
    const called = (from: string, to: string) =>
      new Uint8Array(Buffer.from(Buffer.from(answer).toString('latin1').replaceAll(from, to), 'latin1'))
    const tries = [
      [withWidth(question, 8_192), 'video/webm', 'video-dimensions'],
      [called('Opus', 'alac'), 'video/mp4', 'video-sound'],
      [called('avc1', 'mjp2'), 'video/mp4', 'video-codec'],
    ] as const
    for (const [bytes, filetype, refusal] of tries)
      expect(await verified(bytes, { filetype })).toMatchObject({ state: 'refused', refusal })
  })

  test('D6 a recorded question of 29 s, whatever was declared; the same as a file is taken', async () => {
    const long = await slowedDown(question, 10)
    expect(await verified(long)).toMatchObject({ state: 'refused', refusal: 'video-too-long' })
    const file = await verified(long, { source: 'file' })
    expect(file.state).toBe('stored')
    expect(file.durationMs).toBeGreaterThan(28_000)
  })

  test('D7 an answer of 62 s', async () => {
    const athlete = person('creator')
    const questionId = await questionFor(world.sql, athlete.personId ?? '')
    for (const [times, state] of [
      [20, 'stored'],
      [21.5, 'refused'],
    ] as const) {
      const bytes = await slowedDown(question, times)
      const said = announce(bytes, { purpose: 'answer', questionId })
      await sendWhole(world, athlete, { bytes, said })
      await verifyAmongOthers(said.mediaId)
      expect((await getMedia(said.mediaId)).state).toBe(state)
    }
  })
})

describe('the end of the server', () => {
  test('between the copy and its row changes nothing; the next try finishes', async () => {
    const mediaId = await received(question)
    world.faults.set('media.after-remux', () => Promise.reject(new Error('killed')))
    await expect(verifyMedia(world.context, mediaId)).rejects.toThrow('killed')
    expect(await getMedia(mediaId)).toMatchObject({ state: 'received', servedKey: null })
    await verifyMedia(world.context, mediaId)
    expect(await getMedia(mediaId)).toMatchObject({ state: 'stored' })
    expect((await files('served')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('after the row is stored loses nothing', async () => {
    const mediaId = await received(question)
    world.faults.set('media.after-stored', () => Promise.reject(new Error('killed')))
    await expect(verifyMedia(world.context, mediaId)).rejects.toThrow('killed')
    expect(await getMedia(mediaId)).toMatchObject({ state: 'stored' })
    expect(settled(mediaId)).toHaveLength(1)
  })

  test("a disk that fails is not the video's fault", async () => {
    const mediaId = await received(question)
    await unlink(join(world.dir, 'uploads', mediaId))
    await expect(verifyMedia(world.context, mediaId)).rejects.toThrow('ENOENT')
    expect(await getMedia(mediaId)).toMatchObject({ state: 'received' })
  })

  test('a purge meanwhile wins', async () => {
    const mediaId = await received(question)
    world.faults.set('media.after-remux', () =>
      transact(world.context, (inside) => purgeMedia(inside, mediaId)),
    )
    await verifyMedia(world.context, mediaId)
    expect(await getMedia(mediaId)).toMatchObject({ state: 'purged' })
    expect(await files('served')).not.toContain(`${mediaId}.webm`)
    expect(settled(mediaId)).toHaveLength(0)
  })

  test('two servers verify the same video and one stores it', async () => {
    const mediaId = await received(question)
    const other = world.secondServer()
    await Promise.all([verifyMedia(world.context, mediaId), verifyMedia(other.context, mediaId)])
    const media = await getMedia(mediaId)
    expect(media.state).toBe('stored')
    expect((await lookInto(await served(media))).codecs).toEqual(['opus', 'vp8'])
    expect(settled(mediaId).length + other.jobs.length).toBe(1)
  })
})
