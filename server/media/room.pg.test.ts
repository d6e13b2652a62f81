import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, LIMITS, SERVER_LIMITS } from '../../sync/limits.ts'
import { roomOf } from '../disk-room.ts'
import { createLog } from '../log.ts'
import {
  announce,
  clip,
  creation,
  guest,
  type MediaWorld,
  mediaWorld,
  outcome,
  patch,
  person,
  questionFor,
  tusRequest,
} from '../testing/media/media-world.ts'
import { openWorld, type World } from '../testing/world.ts'
import { findMedia } from './find-media.ts'
import { isLooseFull } from './loose-room.ts'
import { watchRoom } from './room.ts'
import { looseQuestionBytes } from './store.ts'

let world: World
let media: MediaWorld
let bytes: Uint8Array<ArrayBuffer>
const lines: string[] = []
beforeAll(async () => {
  media = await mediaWorld()
  bytes = await clip('question.webm')
  world = await openWorld({ log: createLog('info', { to: { write: (line) => void lines.push(line) } }) })
})
afterAll(async () => {
  await media.end()
  await world.end()
})

const mails = async () => {
  await world.quiesce()
  return (await world.mails()).filter(({ subject }) => subject.includes('storage')).length
}

test('the team and the log are told of a disk that is nearly full, once a day', async () => {
  const admins = [await world.makePerson({ role: 'admin' }), await world.makePerson({ role: 'admin' })]
  const { context } = world
  await watchRoom(context)
  expect(await mails()).toBe(0)
  context.blobs.room = async () => ({ freeBytes: 9, totalBytes: 100 })
  await watchRoom(context)
  await watchRoom(context)
  expect(await mails()).toBe(admins.length)
  expect(lines.filter((line) => line.includes('free space runs out'))).toHaveLength(1)
  await world.advance(DAY_MS + 1)
  await watchRoom(context)
  expect(await mails()).toBe(2 * admins.length)
})

test('the room of a folder is that of its disk', async () => {
  const { freeBytes, totalBytes } = await roomOf(world.dir)
  expect(totalBytes).toBeGreaterThan(0)
  expect(freeBytes).toBeLessThanOrEqual(totalBytes)
})

/** Yields a film in pieces, as a connection delivers it. */
function* piecesOf(film: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < film.length; from += 65_536) yield film.slice(from, from + 65_536)
}

describe('an upload', () => {
  const full = (freeShare: number) => {
    const server = media.secondServer()
    server.context.blobs.room = async () => ({
      freeBytes: freeShare * 1_000_000_000,
      totalBytes: 1_000_000_000,
    })
    return server
  }

  test('a question is refused on a disk that is nearly full, with when to come again, and waits for room', async () => {
    const [server, fan, said] = [full(0.09), guest(), announce(bytes)]
    const refused = await server.uploads.handle(creation(bytes.length, said), fan)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(await outcome(refused)).toMatchObject({ code: 'storage-full' })
    expect(await findMedia(media.sql, said.mediaId)).toBeNull()
    // an upload that was begun before waits too, and continues where it was
    expect((await media.uploads.handle(creation(bytes.length, said), fan)).status).toBe(201)
    expect((await server.uploads.handle(patch(said.mediaId, 0, bytes), fan)).status).toBe(503)
    expect((await media.uploads.handle(patch(said.mediaId, 0, bytes), fan)).status).toBe(204)
  })

  test('a disk that runs full under one stops it where it is, with the word, and it goes on from there', async () => {
    const [server, fan] = [full(1), guest()]
    const film = new Uint8Array(20 * 1_024 * 1_024)
    const said = announce(film)
    expect((await server.uploads.handle(creation(film.length, said), fan)).status).toBe(201)
    let looks = 0
    server.context.blobs.room = async () => {
      looks += 1
      return { freeBytes: looks > 1 ? 90_000_000 : 900_000_000, totalBytes: 1_000_000_000 }
    }
    const body = ReadableStream.from(piecesOf(film))
    const stopped = await server.uploads.handle(patch(said.mediaId, 0, film), fan, { body })
    expect(await outcome(stopped)).toMatchObject({ code: 'storage-full' })
    const kept = (await media.context.blobs.stat('uploads', said.mediaId))?.bytes ?? 0
    expect(kept).toBeGreaterThanOrEqual(8 * 1_024 * 1_024)
    expect(kept).toBeLessThan(10 * 1_024 * 1_024)
    const rest = await media.uploads.handle(patch(said.mediaId, kept, film.subarray(kept)), fan)
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(film.length)])
  })

  test('an answer, which is owed, has room for longer', async () => {
    const athlete = person('creator')
    const questionId = await questionFor(media.sql, athlete.personId ?? '')
    const said = announce(bytes, { purpose: 'answer', questionId })
    expect((await full(0.02).uploads.handle(creation(bytes.length, said), athlete)).status).toBe(503)
    expect((await full(0.09).uploads.handle(creation(bytes.length, said), athlete)).status).toBe(201)
  })

  test('what a guest has under way is bounded by its bytes', async () => {
    const fan = guest()
    const most = Math.floor(SERVER_LIMITS.looseGuestBytes / LIMITS.videoBytes)
    for (let n = 0; n < most; n += 1) {
      const { status } = await media.uploads.handle(creation(LIMITS.videoBytes, announce(bytes)), fan)
      expect(status).toBe(201)
    }
    expect((await media.uploads.handle(creation(LIMITS.videoBytes, announce(bytes)), fan)).status).toBe(429)
  })

  /** Returns a server with a disk of whose part for unclaimed question videos so much is left. */
  async function withLeft(left: number) {
    const server = media.secondServer()
    const quarter = (await looseQuestionBytes(media.sql)) + left
    server.context.blobs.room = async () => ({ freeBytes: quarter * 4, totalBytes: quarter * 4 })
    return server
  }

  test('announcements without bytes keep no other fan’s video out, bytes that arrived do', async () => {
    const film = new Uint8Array(9 * 1_024 * 1_024)
    const server = await withLeft(film.length + bytes.length)
    for (let n = 0; n < 20; n += 1) {
      const { status } = await server.uploads.handle(creation(film.length, announce(film)), guest())
      expect(status).toBe(201)
    }
    const [thief, fan, late] = [guest(), guest(), guest()]
    const [theirs, said, begun] = [announce(film), announce(bytes), announce(bytes)]
    for (const [who, what, size] of [
      [thief, theirs, film.length],
      [fan, said, bytes.length],
      [late, begun, bytes.length],
    ] as const)
      expect((await server.uploads.handle(creation(size, what), who)).status).toBe(201)
    expect((await server.uploads.handle(patch(said.mediaId, 0, bytes), fan)).status).toBe(204)
    expect(await isLooseFull(media.sql, await server.context.blobs.room())).toBe(false)
    expect(await isLooseFull(media.sql, { freeBytes: 5, totalBytes: 100 }), 'full of something else').toBe(
      false,
    )
    // a part of an upload counts as well, and a cancelled one no longer
    const part = film.subarray(0, -1)
    expect((await server.uploads.handle(patch(theirs.mediaId, 0, part), thief)).status).toBe(204)
    const refused = await server.uploads.handle(creation(bytes.length, announce(bytes)), guest())
    expect(await outcome(refused)).toMatchObject({ code: 'storage-full' })
    const full = await withLeft(-1)
    expect(await isLooseFull(media.sql, await full.context.blobs.room())).toBe(true)
    expect(await outcome(await full.uploads.handle(patch(begun.mediaId, 0, bytes), late))).toMatchObject({
      code: 'storage-full',
    })
    const cancelled = await server.uploads.handle(tusRequest('DELETE', theirs.mediaId), thief)
    expect(cancelled.status).toBe(204)
    expect((await server.uploads.handle(patch(begun.mediaId, 0, bytes), late)).status).toBe(204)
  })

  test('of two uploads that began with room for one, the first comes whole and the second waits', async () => {
    const film = new Uint8Array(6 * 1_024 * 1_024)
    const server = await withLeft(film.length * 1.25)
    const [fan, late] = [guest(), guest()]
    const [said, second] = [announce(film), announce(film)]
    expect((await server.uploads.handle(creation(film.length, said), fan)).status).toBe(201)
    expect((await server.uploads.handle(creation(film.length, second), late)).status).toBe(201)
    const [half, most] = [film.subarray(0, film.length / 2), film.length - 1]
    expect((await server.uploads.handle(patch(said.mediaId, 0, half), fan)).status).toBe(204)
    expect((await server.uploads.handle(patch(second.mediaId, 0, film.subarray(0, most)), late)).status).toBe(
      204,
    )
    // both together take more than their part now
    const more = await server.uploads.handle(patch(second.mediaId, most, film.subarray(most)), late)
    expect(await outcome(more)).toMatchObject({ code: 'storage-full' })
    const rest = await server.uploads.handle(
      patch(said.mediaId, half.length, film.subarray(half.length)),
      fan,
    )
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(film.length)])
  })

  test('an upload is stopped while it comes once all of them together take their part', async () => {
    const film = new Uint8Array(20 * 1_024 * 1_024)
    const [server, fan, said] = [await withLeft(9 * 1_024 * 1_024), guest(), announce(film)]
    expect((await media.uploads.handle(creation(film.length, said), fan)).status).toBe(201)
    const body = ReadableStream.from(piecesOf(film))
    const stopped = await server.uploads.handle(patch(said.mediaId, 0, film), fan, { body })
    expect(await outcome(stopped)).toMatchObject({ code: 'storage-full' })
    const kept = (await media.context.blobs.stat('uploads', said.mediaId))?.bytes ?? 0
    expect(kept).toBeLessThan(20 * 1_024 * 1_024)
    const rest = await media.uploads.handle(patch(said.mediaId, kept, film.subarray(kept)), fan)
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(film.length)])
  })
})
