import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../sync/limits.ts'
import { VISITOR } from '../../sync/roles.ts'
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
  sendWhole,
  sha256,
  tusRequest,
} from '../testing/media/media-world.ts'
import { findMedia } from './find-media.ts'
import { recoverReceived } from './receive.ts'

let world: MediaWorld
let bytes: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  world = await mediaWorld()
  bytes = await clip('question.webm')
})

beforeEach(() => {
  world.jobs.length = 0
  world.faults.clear()
})

afterAll(() => world.end())

const fileOf = (mediaId: string) => join(world.dir, 'uploads', mediaId)
const isThere = (mediaId: string) =>
  stat(fileOf(mediaId)).then(
    () => true,
    () => false,
  )
const countRows = async () => (await world.sql`select from media`).length

describe('an upload', () => {
  test('S1-7.6 arrives whole, is hashed and waits for verification', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    const created = await world.uploads.handle(creation(bytes.length, said), fan)
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/files/${said.mediaId}`)
    const sent = await world.uploads.handle(patch(said.mediaId, 0, bytes), fan)
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(bytes.length)])
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({
      state: 'received',
      principal: `guest:${fan.guestId}`,
      declaredType: 'video/webm',
      receivedAt: expect.any(Date),
    })
    expect(world.jobs).toEqual([{ queue: 'media.verify-question', data: {} }])
    expect(sha256(await readFile(fileOf(said.mediaId)))).toBe(said.sha256)
  })

  test('lies where only this user can read', async () => {
    const said = announce(bytes)
    await sendWhole(world, guest(), { bytes, said })
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    expect(await mode(join(world.dir, 'uploads'))).toBe(0o700)
    expect((await mode(fileOf(said.mediaId))) & 0o077).toBe(0)
    expect(await readdir(join(world.dir, 'uploads'))).not.toContain(`${said.mediaId}.json`)
  })

  test('BR-4 resumes at the last byte that arrived', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, said), fan)
    const cut = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.slice(0, 20_000)),
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        controller.error(new Error('the network went away'))
      },
    })
    const broken = await world.uploads.handle(patch(said.mediaId, 0, cut), fan)
    expect(broken.ok).toBe(false)
    const head = await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan)
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '20000'])
    expect(head.headers.get('upload-length')).toBe(String(bytes.length))
    const rest = await world.uploads.handle(patch(said.mediaId, 20_000, bytes.slice(20_000)), fan)
    expect(rest.status).toBe(204)
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'received' })
  })

  test('whose creation was answered into the void is handed out again with its bytes', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, said), fan)
    await world.uploads.handle(patch(said.mediaId, 0, bytes.slice(0, 1_000)), fan)
    const again = await world.uploads.handle(creation(bytes.length, said), fan)
    expect([again.status, again.headers.get('location')]).toEqual([201, `/files/${said.mediaId}`])
    const head = await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan)
    expect(head.headers.get('upload-offset')).toBe('1000')
  })

  test('that is complete says so to whoever begins it again', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    await sendWhole(world, fan, { bytes, said })
    expect((await world.uploads.handle(creation(bytes.length, said), fan)).status).toBe(201)
    const head = await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan)
    expect(head.headers.get('upload-offset')).toBe(String(bytes.length))
    const twice = await world.uploads.handle(patch(said.mediaId, bytes.length, new Uint8Array()), fan)
    expect(twice.status).toBe(204)
    expect(world.jobs).toHaveLength(1)
    await world.sql`update media set state = 'stored', stored_at = app_now() where id = ${said.mediaId}`
    await unlink(fileOf(said.mediaId))
    const later = await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan)
    expect([later.status, later.headers.get('upload-offset')]).toEqual([200, String(bytes.length)])
  })

  test('given up is gone, and may be begun again from its first byte', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, said), fan)
    await world.uploads.handle(patch(said.mediaId, 0, bytes.slice(0, 1_000)), fan)
    expect((await world.uploads.handle(tusRequest('DELETE', said.mediaId), fan)).status).toBe(204)
    expect(await isThere(said.mediaId)).toBe(false)
    expect((await sendWhole(world, fan, { bytes, said })).status).toBe(204)
    const late = await world.uploads.handle(tusRequest('DELETE', said.mediaId), fan)
    expect(await outcome(late)).toEqual({ status: 409, code: 'changed-meanwhile' })
    expect(await isThere(said.mediaId)).toBe(true)
  })

  test('begun as a guest is finished after signing in', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, said), fan)
    const signedIn = { ...person('basic'), guestId: fan.guestId }
    expect((await world.uploads.handle(creation(bytes.length, said), signedIn)).status).toBe(201)
    expect((await world.uploads.handle(patch(said.mediaId, 0, bytes), signedIn)).status).toBe(204)
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({
      principal: `person:${signedIn.personId}`,
    })
  })
})

describe('the last byte', () => {
  test.each(['media.after-bytes', 'media.after-hash'] as const)(
    'survives the end of the server at %s',
    async (point) => {
      const [fan, said] = [guest(), announce(bytes)]
      world.faults.set(point, () => Promise.reject(new Error('killed')))
      await expect(sendWhole(world, fan, { bytes, said })).rejects.toThrow('killed')
      expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'expected' })
      const head = await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan)
      expect(head.headers.get('upload-offset')).toBe(String(bytes.length))
      expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'received' })
      expect(world.jobs).toHaveLength(1)
    },
  )

  test('no longer needs a device', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    world.faults.set('media.after-bytes', () => Promise.reject(new Error('killed')))
    await expect(sendWhole(world, fan, { bytes, said })).rejects.toThrow('killed')
    const unfinished = announce(bytes)
    await world.uploads.handle(creation(bytes.length, unfinished), fan)
    await recoverReceived(world.context)
    await recoverReceived(world.context)
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'received' })
    expect(await findMedia(world.sql, unfinished.mediaId)).toMatchObject({ state: 'expected' })
    expect(world.jobs).toHaveLength(1)
  })

  test('no longer needs a device where it came since the backup that was restored', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, said), fan)
    await world.sql`update media set upload_id = null where id = ${said.mediaId}`
    await writeFile(fileOf(said.mediaId), bytes)
    await recoverReceived(world.context)
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'expected' })
    await world.sql`insert into feed_epoch (epoch, restored_at) values ('another', app_now())`
    await recoverReceived(world.context)
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'received' })
    await world.sql`delete from feed_epoch`
  })

  test('that cannot be taken in keeps nobody else from it', async () => {
    const [fan, broken, whole] = [guest(), announce(bytes), announce(bytes)]
    for (const said of [broken, whole]) {
      world.faults.set('media.after-bytes', () => Promise.reject(new Error('killed')))
      await expect(sendWhole(world, fan, { bytes, said })).rejects.toThrow('killed')
    }
    world.faults.set('media.after-bytes', () => Promise.reject(new Error('the disk is gone')))
    await recoverReceived(world.context)
    const states = [broken, whole].map(async ({ mediaId }) => (await findMedia(world.sql, mediaId))?.state)
    expect((await Promise.all(states)).sort()).toEqual(['expected', 'received'])
  })

  test('of other bytes than declared is refused, and the bytes are gone', async () => {
    const [fan, said] = [guest(), announce(bytes, { sha256: 'a'.repeat(64) })]
    const mismatch = { status: 409, code: 'video-mismatch' }
    expect(await outcome(await sendWhole(world, fan, { bytes, said }))).toEqual(mismatch)
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({
      state: 'refused',
      refusal: 'video-mismatch',
    })
    expect(world.jobs).toEqual([{ queue: 'media.settled', data: { mediaId: said.mediaId } }])
    expect(await isThere(said.mediaId)).toBe(false)
    expect(await outcome(await world.uploads.handle(creation(bytes.length, said), fan))).toEqual(mismatch)
    expect((await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan)).status).toBe(409)
  })
})

describe('refused, and nothing changed', () => {
  const large = String(LIMITS.videoBytes + 1)
  test.each<[string, Request, { status: number; code: string }]>([
    [
      'a text file',
      creation(100, announce(new Uint8Array(), { filetype: 'text/plain' })),
      { status: 415, code: 'video-type' },
    ],
    ['too many bytes', creation(large, announce(new Uint8Array())), { status: 413, code: 'video-size' }],
    ['no bytes', creation(0, announce(new Uint8Array())), { status: 422, code: 'video-unreadable' }],
    [
      'a length that is no number',
      creation('1e3', announce(new Uint8Array())),
      { status: 400, code: 'bad-shape' },
    ],
    [
      'a length told later',
      creation(100, announce(new Uint8Array()), { 'upload-defer-length': '1' }),
      { status: 400, code: 'bad-shape' },
    ],
    [
      'a part to be joined',
      creation(100, announce(new Uint8Array()), { 'upload-concat': 'partial' }),
      { status: 400, code: 'bad-shape' },
    ],
    [
      'a path for an id',
      creation(100, announce(new Uint8Array(), { mediaId: '../../etc' })),
      { status: 400, code: 'bad-shape' },
    ],
    ['no facts', creation(100, {}), { status: 400, code: 'bad-shape' }],
    [
      'S1-5.9 a question of 301 s',
      creation(100, announce(new Uint8Array(), { source: 'file', durationMs: '301000' })),
      { status: 422, code: 'video-too-long' },
    ],
    [
      'an answer by a fan',
      creation(100, announce(new Uint8Array(), { purpose: 'answer' })),
      { status: 403, code: 'not-allowed' },
    ],
  ])('%s', async (_name, request, expected) => {
    const before = await countRows()
    expect(await outcome(await world.uploads.handle(request, guest()))).toEqual(expected)
    expect(await countRows()).toBe(before)
  })

  test('a visitor, another version of the protocol, a GET', async () => {
    const said = announce(bytes)
    const visitor = await world.uploads.handle(creation(bytes.length, said), VISITOR)
    expect(await outcome(visitor)).toEqual({ status: 401, code: 'sign-in-first' })
    const old = await world.uploads.handle(creation(5, said, { 'tus-resumable': '0.2.2' }), guest())
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0'])
    const fan = guest()
    await sendWhole(world, fan, { bytes, said })
    const read = await world.uploads.handle(tusRequest('GET', said.mediaId), fan)
    expect(await outcome(read)).toEqual({ status: 404, code: 'not-found' })
  })

  test("anybody else's upload, on every verb and as if it were not there", async () => {
    const [fan, stranger, said] = [guest(), guest(), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, said), fan)
    const foreign = { status: 404, code: 'upload-not-expected' }
    for (const request of [
      tusRequest('HEAD', said.mediaId),
      tusRequest('DELETE', said.mediaId),
      patch(said.mediaId, 0, bytes),
      tusRequest('PATCH', `${said.mediaId}?x=/${said.mediaId}`),
    ]) {
      expect(await outcome(await world.uploads.handle(request, stranger))).toEqual(foreign)
    }
    const taken = await world.uploads.handle(creation(bytes.length, said), stranger)
    expect(await outcome(taken)).toEqual({ status: 404, code: 'not-found' })
    expect((await stat(fileOf(said.mediaId))).size).toBe(0)
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ principal: `guest:${fan.guestId}` })
  })

  test('an address that names another upload behind a question mark', async () => {
    const [fan, stranger] = [guest(), guest()]
    const [own, foreign] = [announce(bytes), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, own), stranger)
    await world.uploads.handle(creation(bytes.length, foreign), fan)
    await world.uploads.handle(patch(`${own.mediaId}?x=/${foreign.mediaId}`, 0, bytes.slice(0, 10)), stranger)
    expect((await stat(fileOf(foreign.mediaId))).size).toBe(0)
    expect((await stat(fileOf(own.mediaId))).size).toBe(10)
  })

  test('more bytes than declared, or at another place than the next', async () => {
    const [fan, said] = [guest(), announce(bytes)]
    await world.uploads.handle(creation(100, said), fan)
    expect(await outcome(await world.uploads.handle(patch(said.mediaId, 0, bytes), fan))).toEqual({
      status: 413,
      code: 'video-size',
    })
    expect(
      await outcome(await world.uploads.handle(patch(said.mediaId, 50, bytes.slice(0, 10)), fan)),
    ).toEqual({
      status: 409,
      code: 'changed-meanwhile',
    })
    expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'expected' })
    const other = creation(101, said)
    expect(await outcome(await world.uploads.handle(other, fan))).toEqual({
      status: 409,
      code: 'video-mismatch',
    })
  })

  test('the thirty-first loose video of a guest', async () => {
    const fan = guest()
    for (let count = 0; count < 30; count++) {
      expect((await world.uploads.handle(creation(100, announce(bytes)), fan)).status).toBe(201)
    }
    expect(await outcome(await world.uploads.handle(creation(100, announce(bytes)), fan))).toEqual({
      status: 429,
      code: 'too-many-requests',
    })
  })
})

describe('an answer', () => {
  const answer = (questionId?: string) => announce(bytes, { purpose: 'answer', questionId })

  test('S2-4.13 is uploaded by the athlete it was put to, while it is approved', async () => {
    const athlete = person('creator')
    const questionId = await questionFor(world.sql, athlete.personId ?? '')
    expect((await sendWhole(world, athlete, { bytes, said: answer(questionId) })).status).toBe(204)
    const waiting = await questionFor(world.sql, athlete.personId ?? '', { status: 'new' })
    const ended = await questionFor(world.sql, athlete.personId ?? '', { status: 'rejected' })
    const tries = [
      [athlete, waiting, { status: 404, code: 'not-found' }],
      [athlete, ended, { status: 409, code: 'not-approved' }],
      [athlete, undefined, { status: 400, code: 'bad-shape' }],
      [person('creator'), questionId, { status: 404, code: 'not-found' }],
      [person('basic'), questionId, { status: 403, code: 'not-allowed' }],
    ] as const
    for (const [caller, asked, expected] of tries) {
      const refused = await world.uploads.handle(creation(bytes.length, answer(asked)), caller)
      expect(await outcome(refused)).toEqual(expected)
    }
  })

  test('is limited to twenty takes lying about for each open question', async () => {
    const athlete = person('creator')
    const questionId = await questionFor(world.sql, athlete.personId ?? '')
    const tryOne = () => world.uploads.handle(creation(100, answer(questionId)), athlete)
    for (let count = 0; count < 20; count++) expect((await tryOne()).status).toBe(201)
    expect((await tryOne()).status).toBe(429)
    await questionFor(world.sql, athlete.personId ?? '')
    expect((await tryOne()).status).toBe(201)
  })
})

test('D8 says what it can do, and nothing to other origins', async () => {
  const asked = await world.uploads.handle(
    new Request('http://localhost:3000/files', { method: 'OPTIONS' }),
    VISITOR,
  )
  expect(asked.headers.get('tus-max-size')).toBe('104857600')
  expect(asked.headers.get('tus-extension')).toBe('creation,termination')
  const [fan, said] = [guest(), announce(bytes)]
  const replies = [asked, await sendWhole(world, fan, { bytes, said })]
  replies.push(await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan))
  replies.push(await world.uploads.handle(patch(said.mediaId, 5, bytes), fan))
  for (const { headers } of replies) {
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('a file that vanished is begun again', async () => {
  const [fan, said] = [guest(), announce(bytes)]
  await world.uploads.handle(creation(bytes.length, said), fan)
  await unlink(fileOf(said.mediaId))
  expect((await world.uploads.handle(tusRequest('HEAD', said.mediaId), fan)).status).toBe(410)
  expect((await sendWhole(world, fan, { bytes, said })).status).toBe(204)
})
