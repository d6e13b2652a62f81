import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, LIMITS } from '../../sync/limits.ts'
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
} from '../testing/media/media-world.ts'
import { openWorld, type World } from '../testing/world.ts'
import { roomOf, watchRoom } from './room.ts'
import { findMedia } from './store.ts'

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
    // one that was begun before waits too, and goes on where it was
    expect((await media.uploads.handle(creation(bytes.length, said), fan)).status).toBe(201)
    expect((await server.uploads.handle(patch(said.mediaId, 0, bytes), fan)).status).toBe(503)
    expect((await media.uploads.handle(patch(said.mediaId, 0, bytes), fan)).status).toBe(204)
  })

  test('an answer, which is owed, has room for longer', async () => {
    const athlete = person('creator')
    const questionId = await questionFor(media.sql, athlete.personId ?? '')
    const said = announce(bytes, { purpose: 'answer', questionId })
    expect((await full(0.02).uploads.handle(creation(bytes.length, said), athlete)).status).toBe(503)
    expect((await full(0.09).uploads.handle(creation(bytes.length, said), athlete)).status).toBe(201)
  })

  test('what a guest has under way is bounded by its bytes, and what all of them have together', async () => {
    const fan = guest()
    const most = Math.floor(LIMITS.looseGuestBytes / LIMITS.videoBytes)
    for (let n = 0; n < most; n += 1) {
      const { status } = await media.uploads.handle(creation(LIMITS.videoBytes, announce(bytes)), fan)
      expect(status).toBe(201)
    }
    expect((await media.uploads.handle(creation(LIMITS.videoBytes, announce(bytes)), fan)).status).toBe(429)
    // a disk of which theirs would be more than a quarter
    const small = media.secondServer()
    small.context.blobs.room = async () => ({
      freeBytes: LIMITS.looseGuestBytes * 3,
      totalBytes: LIMITS.looseGuestBytes * 3,
    })
    const other = await small.uploads.handle(creation(bytes.length, announce(bytes)), guest())
    expect(await outcome(other)).toMatchObject({ code: 'storage-full' })
  })
})
