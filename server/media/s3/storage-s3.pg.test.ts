import { randomUUID } from 'node:crypto'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCeph } from '../../../.ci/engines.ts'
import { everything } from '../../../.ci/sample.ts'
import { pause } from '../../pause.ts'
import type { Bucket } from '../../store-address.ts'
import { longFilm } from '../../testing/media/long-film.ts'
import {
  type Announced,
  announce,
  creation,
  guest,
  type MediaServer,
  type MediaWorld,
  mediaWorld,
  patch,
  tusRequest,
} from '../../testing/media/media-world.ts'
import { type FaultyGateway, startFaultyGateway } from '../../testing/programs/faulty-gateway.ts'
import { type Gateway, KEYS, startGateway } from '../../testing/programs/gateway.ts'
import { transact } from '../../transact.ts'
import { findMedia } from '../find-media.ts'
import { mintTicket, serveMedia } from '../play.ts'
import { recoverReceived } from '../receive.ts'
import type { BlobStore } from '../storage.ts'
import { purgeMedia, removeLeftovers, sweepMedia } from '../sweep.ts'
import { verifyMedia } from '../verify.ts'
import { openBucket } from './bucket.ts'
import { createS3Store } from './storage-s3.ts'

const MEBIBYTE = 1_048_576

describe.runIf(everything && findCeph())('with a bucket', () => {
  let gateway: Gateway
  let faulty: FaultyGateway
  let address: Bucket
  let world: MediaWorld
  let other: MediaServer
  let film: Uint8Array<ArrayBuffer>
  const fan = guest()

  beforeAll(async () => {
    gateway = await startGateway()
    faulty = await startFaultyGateway(gateway.endpoint)
    address = {
      kind: 's3',
      bucket: 'infield',
      prefix: 'here/',
      endpoint: faulty.endpoint,
      region: 'us-east-1',
      credentials: KEYS,
      pathStyle: true,
      signedRedirect: false,
      patienceMs: 5_000,
    }
    await openBucket(address).client.send(new CreateBucketCommand({ Bucket: address.bucket }))
    const stores = [await createS3Store(address), await createS3Store({ ...address, signedRedirect: true })]
    world = await mediaWorld(() => stores.shift() as BlobStore)
    other = world.secondServer()
    film = await longFilm()
  }, 120_000)

  afterAll(async () => {
    await world?.end()
    await faulty?.stop()
    await gateway?.stop()
  })

  beforeEach(() => {
    faulty.fault = () => null
  })

  const announced = (bytes = film) => announce(bytes, { filetype: 'video/mp4' })
  const create = async (said: Announced, at: MediaServer = world, bytes = film) =>
    expect((await at.uploads.handle(creation(bytes.length, said), fan)).status).toBe(201)
  const offsetAt = async ({ uploads }: MediaServer, { mediaId }: Announced) => {
    const head = await uploads.handle(tusRequest('HEAD', mediaId), fan)
    return [head.status, Number(head.headers.get('upload-offset'))]
  }
  const send = (
    { uploads }: MediaServer,
    { mediaId }: Announced,
    [from, to = film.length]: [number, number?],
  ) => uploads.handle(patch(mediaId, from, film.slice(from, to)), fan)
  const stateOf = async ({ mediaId }: Announced) => (await findMedia(world.sql, mediaId))?.state
  const play = ({ context }: MediaServer, { mediaId }: Announced, asked: Asked = {}) => {
    const { headers = {}, ticketOf = mediaId } = asked
    const ticket = mintTicket(context.secrets.ticket, { mediaId: ticketOf, expiresAt: Date.now() + 60_000 })
    const request = new Request(`http://localhost:3000/media/${mediaId}`, { headers })
    return serveMedia(context, request, { mediaId, ticket })
  }
  const keysOf = async (said: Announced) => {
    const keys: string[] = []
    for (const area of ['uploads', 'served'] as const)
      for await (const { key } of world.context.blobs.list(area))
        if (key.startsWith(said.mediaId)) keys.push(`${area}/${key}`)
    return keys
  }

  test('an upload that is cut within a part goes on at another server, is verified, played, and erased', async () => {
    const said = announced()
    await create(said)
    const cutAt = 11 * MEBIBYTE + 17
    const broken = await world.uploads.handle(patch(said.mediaId, 0, cutOff(film.slice(0, cutAt))), fan)
    expect(broken.ok).toBe(false)
    const [, kept = 0] = await offsetAt(other, said)
    // beyond the complete part, and the same on either server
    expect(kept).toBeGreaterThan(10 * MEBIBYTE)
    expect(await offsetAt(world, said)).toEqual([200, kept])
    // once more, so that the rest beside the parts is continued twice
    const more = film.slice(kept, kept + 2 * MEBIBYTE)
    await other.uploads.handle(patch(said.mediaId, kept, cutOff(more)), fan)
    const [, again = 0] = await offsetAt(world, said)
    expect(again).toBeGreaterThan(kept + MEBIBYTE)
    expect((await send(other, said, [again])).status).toBe(204)
    expect(await stateOf(said)).toBe('received')
    expect(await world.context.blobs.hash(said.mediaId)).toEqual({ sha256: said.sha256, bytes: film.length })

    await verifyMedia(world.context, said.mediaId)
    const media = await findMedia(world.sql, said.mediaId)
    expect(media?.state).toBe('stored')
    const part = await play(world, said, { headers: { range: 'bytes=10-1999' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-1999/${media?.servedBytes}`,
    ])
    const whole = new Uint8Array(await (await play(world, said)).arrayBuffer())
    expect(whole.length).toBe(media?.servedBytes)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(10, 2_000))
    expect((await play(world, said, { ticketOf: randomUUID() })).status).toBe(404)
    expect((await play(other, said, { headers: PLAYER, ticketOf: randomUUID() })).status).toBe(404)

    const redirect = await play(other, said, { headers: PLAYER })
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
    const location = redirect.headers.get('location') ?? ''
    expect(location).toContain(other.context.blobs.signed?.origin)
    const there = await fetch(location, { headers: { range: 'bytes=10-1999' } })
    expect([there.status, there.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect(there.headers.get('cache-control')).toBe('private, no-store')
    expect(new Uint8Array(await there.arrayBuffer())).toEqual(whole.slice(10, 2_000))
    expect((await fetch(location.split('?')[0] ?? '')).status).toBe(403)
    // a reader inside the app is not redirected
    expect((await play(other, said, { headers: IN_THE_APP })).status).toBe(200)

    expect((await keysOf(said)).length).toBe(2)
    await transact(world.context, (inside) => purgeMedia(inside, said.mediaId))
    expect((await play(other, said, { headers: PLAYER })).status).toBe(404)
    await removeLeftovers(world.context)
    expect(await keysOf(said)).toEqual([])
    expect((await fetch(location)).status).toBe(404)
  }, 120_000)

  test.each(['busy', 'reset', 'silence'] as const)(
    'a store that answers with %s at a part is an error that is tried again, and counts no byte behind it',
    async (fault) => {
      const said = announced()
      await create(said)
      faulty.fault = (asked) => (/partNumber=1\b/.test(asked) ? fault : null)
      expect((await send(world, said, [0])).status).toBe(500)
      faulty.fault = () => null
      // the second part was complete too, and must not be counted
      expect(await offsetAt(other, said)).toEqual([200, 0])
      expect((await send(other, said, [0])).status).toBe(204)
      expect(await stateOf(said)).toBe('received')
    },
    120_000,
  )

  test('an upload is not said to be here before the store has put it together', async () => {
    const said = announced()
    await create(said)
    faulty.fault = (asked) => (/^POST .*uploadId=/.test(asked) ? 'busy' : null)
    expect((await send(world, said, [0])).status).toBe(500)
    await expect(offsetAt(world, said)).rejects.toThrow('Reduce your rate')
    expect(await stateOf(said)).toBe('expected')
    faulty.fault = () => null
    // no device asks for it now, so the minute's sweep takes it in
    await recoverReceived(other.context)
    expect(await stateOf(said)).toBe('received')
    expect(await offsetAt(world, said)).toEqual([200, film.length])
  }, 120_000)

  test('a store that does not answer is an outage, and no upload that is gone', async () => {
    const said = announced()
    await create(said)
    await send(world, said, [0, 6 * MEBIBYTE])
    faulty.fault = () => 'busy'
    expect((await offsetAt(other, said))[0]).toBe(500)
    // What throws is answered with 500, as everything that is no refusal.
    const more = patch(said.mediaId, 6 * MEBIBYTE, film.slice(0, 9))
    await expect(other.uploads.handle(more, fan)).rejects.toThrow('UnknownError')
    faulty.fault = () => null
    expect(await offsetAt(other, said)).toEqual([200, 6 * MEBIBYTE])
  }, 120_000)

  test('bytes that are not the declared ones are refused, and gone', async () => {
    const said = { ...announced(), sha256: '0'.repeat(64) }
    await create(said)
    expect((await send(world, said, [0])).status).toBe(409)
    expect(await stateOf(said)).toBe('refused')
    expect(await keysOf(said)).toEqual([])
  }, 120_000)

  test('an upload that is given up leaves nothing, and one begun twice has one beginning', async () => {
    const said = announced()
    await create(said)
    await send(world, said, [0, 9 * MEBIBYTE])
    expect((await world.uploads.handle(tusRequest('DELETE', said.mediaId), fan)).status).toBe(204)
    expect(await keysOf(said)).toEqual([])
    await create(said, other)
    expect(await offsetAt(world, said)).toEqual([200, 0])
    // a rule of the bucket deleted its info object, so the upload is started again and the earlier one is aborted
    const objects = openBucket(address)
    await objects.remove(`here/uploads/${said.mediaId}.info`)
    expect((await offsetAt(world, said))[0]).toBe(410)
    await create(said)
    const begun = []
    for await (const each of objects.begun(`here/uploads/${said.mediaId}`)) begun.push(each)
    expect(begun).toHaveLength(1)
  }, 120_000)

  test('of two creations at once the late one leaves what the other has brought', async () => {
    const said = announced()
    await create(said)
    await send(world, said, [0, 6 * MEBIBYTE])
    // it had looked before anything was there
    const late = other.context.blobs.uploads(async () => ({ bytes: film.length, hasRoom: async () => true }))
    await late.create(new Upload({ id: said.mediaId, size: film.length, offset: 0 }))
    expect(await offsetAt(other, said)).toEqual([200, 6 * MEBIBYTE])
    expect((await send(other, said, [6 * MEBIBYTE])).status).toBe(204)
    await late.create(new Upload({ id: said.mediaId, size: film.length, offset: 0 }))
    expect((await world.context.blobs.stat('uploads', said.mediaId))?.bytes).toBe(film.length)
  }, 120_000)

  test('an upload that was put together wrongly is sent anew', async () => {
    const said = announced()
    await create(said)
    await openBucket(address).put(`here/uploads/${said.mediaId}`, film.slice(9))
    expect((await offsetAt(other, said))[0]).toBe(410)
    expect(await keysOf(said)).toEqual([])
    await create(said)
    expect((await send(world, said, [0])).status).toBe(204)
    expect(await stateOf(said)).toBe('received')
  }, 120_000)

  test('the sweep takes away what no row knows, also what was only begun', async () => {
    const objects = openBucket(address)
    const [stray, lost, known] = [announced(), announced(), announced()]
    for (const said of [stray, lost, known]) {
      await create(said)
      await send(world, said, [0, 6 * MEBIBYTE])
    }
    await objects.remove(`here/uploads/${lost.mediaId}.info`)
    await objects.remove(`here/uploads/${lost.mediaId}.part`)
    await world.sql`delete from media where id = any(${[stray.mediaId, lost.mediaId]})`
    await sweepMedia(world.context)
    expect((await keysOf(stray)).length + (await keysOf(lost)).length).toBeGreaterThan(1)
    const tomorrow = { ...world.context, clock: { now: async () => new Date(Date.now() + 25 * 3_600_000) } }
    await sweepMedia(tomorrow)
    expect([await keysOf(stray), await keysOf(lost)]).toEqual([[], []])
    expect(await offsetAt(world, known)).toEqual([200, 6 * MEBIBYTE])
  }, 120_000)

  test('a picture is served from there, and a reading that breaks off is an error', async () => {
    const { blobs } = world.context
    await blobs.put('pictures', 'one.webp', Buffer.from('a picture'))
    expect(await textOf(blobs.read('pictures', 'one.webp'))).toBe('a picture')
    await expect(textOf(blobs.read('pictures', 'two.webp'))).rejects.toThrow()
    await expect(blobs.piece('pictures', 'one.webp', { start: 0, end: 99 })).rejects.toThrow('too early')
    await expect(async () => blobs.read('pictures', '../served/one.webp')).rejects.toThrow('no blob')
    await blobs.remove('pictures', 'one.webp')
    expect(await blobs.stat('pictures', 'one.webp')).toBeNull()
  })
})

type Asked = { headers?: Record<string, string>; ticketOf?: string }

const PLAYER = { 'sec-fetch-dest': 'video', 'sec-fetch-site': 'cross-site' }
const IN_THE_APP = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }

/** Streams bytes as fast as they are read, and loses the connection after the last one. */
function cutOff(bytes: Uint8Array): ReadableStream {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(bytes.slice(sent, sent + PIECE_BYTES))
      sent += PIECE_BYTES
      if (sent < bytes.length) return
      await pause(300)
      controller.error(new Error('the network went away'))
    },
  })
}

const PIECE_BYTES = 65_536

async function textOf(from: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces = []
  for await (const piece of from) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
