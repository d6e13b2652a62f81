import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../sync/roles.ts'
import {
  announce,
  creation,
  guest,
  type MediaServer,
  type MediaWorld,
  mediaWorld,
  patch,
  sha256,
  tusRequest,
} from '../../testing/media/media-world.ts'
import { findMedia } from '../find-media.ts'
import type { BlobStore } from '../storage.ts'
import { createUploads } from '../tus.ts'
import { createLocker } from './lock.ts'

let world: MediaWorld
let other: MediaServer

beforeAll(async () => {
  world = await mediaWorld()
  other = world.secondServer()
})

afterAll(() => world.end())

const never = new AbortController().signal
const nobodyAsked = () => {
  throw new Error('nobody should ask')
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Streams bytes in small pieces, so that two senders have every chance to mix. */
function slowly(bytes: Uint8Array): ReadableStream {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      if (sent >= bytes.length) return controller.close()
      await pause(1)
      controller.enqueue(bytes.slice(sent, sent + 4_096))
      sent += 4_096
    },
  })
}

/** Returns the same server with a count of simultaneous writers. */
function watched(server: MediaServer, writers: { now: number; most: number }): MediaServer {
  const blobs: BlobStore = {
    ...server.context.blobs,
    uploads(lookup) {
      const store = server.context.blobs.uploads(lookup)
      const write = store.write.bind(store)
      store.write = async (...args) => {
        writers.now += 1
        writers.most = Math.max(writers.most, writers.now)
        return write(...args).finally(() => {
          writers.now -= 1
        })
      }
      return store
    },
  }
  const context = { ...server.context, blobs }
  return { ...server, context, uploads: createUploads(context) }
}

/** Sends as a client does: from the server's offset, again and again until all bytes are there. */
async function sendFrom(
  server: MediaServer,
  caller: Caller,
  { mediaId, bytes }: { mediaId: string; bytes: Uint8Array },
) {
  for (let tries = 0; tries < 50; tries++) {
    const head = await server.uploads.handle(tusRequest('HEAD', mediaId), caller)
    const offset = Number(head.headers.get('upload-offset'))
    if (offset === bytes.length) return
    await server.uploads.handle(patch(mediaId, offset, slowly(bytes.subarray(offset))), caller)
  }
  throw new Error('never finished')
}

describe('two servers on one folder and one database', () => {
  test('two senders of one upload never write at once, and the bytes are intact', async () => {
    const writers = { now: 0, most: 0 }
    const servers = [watched(world, writers), watched(other, writers), watched(world, writers)]
    for (let round = 0; round < 6; round++) {
      const bytes = new Uint8Array(randomBytes(200_000))
      const [fan, said] = [guest(), announce(bytes)]
      await world.uploads.handle(creation(bytes.length, said), fan)
      await Promise.all(servers.map((server) => sendFrom(server, fan, { mediaId: said.mediaId, bytes })))
      expect(sha256(await readFile(join(world.dir, 'uploads', said.mediaId)))).toBe(said.sha256)
      expect(await findMedia(world.sql, said.mediaId)).toMatchObject({ state: 'received' })
    }
    expect(writers).toEqual({ now: 0, most: 1 })
  })

  test('a stalled connection on one is let go when the device comes back through the other', async () => {
    const bytes = new Uint8Array(randomBytes(50_000))
    const [fan, said] = [guest(), announce(bytes)]
    await world.uploads.handle(creation(bytes.length, said), fan)
    const taken = Promise.withResolvers<void>()
    const first = [bytes.slice(0, 10_000)]
    const pull = async (controller: ReadableStreamDefaultController) => {
      const piece = first.pop()
      if (piece) return controller.enqueue(piece)
      taken.resolve()
      await new Promise(() => {})
    }
    const stalled = new ReadableStream({ pull }, { highWaterMark: 0 })
    const hanging = world.uploads.handle(patch(said.mediaId, 0, stalled), fan)
    await taken.promise
    // nothing else releases the lock: neither the device nor the server acts until another request wants it
    const head = await other.uploads.handle(tusRequest('HEAD', said.mediaId), fan)
    expect(head.headers.get('upload-offset')).toBe('10000')
    await hanging
    const rest = await other.uploads.handle(patch(said.mediaId, 10_000, bytes.slice(10_000)), fan)
    expect(rest.status).toBe(204)
  })
})

describe('the lock of an upload', () => {
  test('belongs to one server at a time, and is asked back from the other', async () => {
    const [here, there] = [createLocker(world.sql), createLocker(other.context.sql)]
    const mine = here.newLock('one')
    const asked = Promise.withResolvers<void>()
    await mine.lock(never, asked.resolve)
    const theirs = there.newLock('one')
    let isTheirs = false
    const taking = theirs.lock(never, nobodyAsked).then(() => {
      isTheirs = true
    })
    await asked.promise
    await pause(200)
    expect(isTheirs).toBe(false)
    await mine.unlock()
    await taking
    await theirs.unlock()
  })

  test('is not waited for once the request is gone', async () => {
    const [here, there] = [createLocker(world.sql), createLocker(other.context.sql)]
    const mine = here.newLock('two')
    await mine.lock(never, () => {})
    const gone = AbortSignal.timeout(150)
    await expect(there.newLock('two').lock(gone, () => {})).rejects.toMatchObject({ status_code: 423 })
    await expect(here.newLock('two').lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({
      status_code: 423,
    })
    await mine.unlock()
    const next = there.newLock('two')
    await next.lock(never, nobodyAsked)
    await next.unlock()
  })

  test('falls with its session: the holder is stopped, everybody else goes on', async () => {
    const [here, there] = [createLocker(world.sql), createLocker(other.context.sql)]
    const stopped = Promise.withResolvers<void>()
    const mine = here.newLock('three')
    await mine.lock(never, stopped.resolve)
    await world.sql`
      select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`
    await stopped.promise
    const theirs = there.newLock('three')
    await theirs.lock(never, nobodyAsked)
    await mine.unlock()
    await theirs.unlock()
    const again = here.newLock('three')
    await again.lock(never, nobodyAsked)
    await again.unlock()
  })

  test('leaves nothing behind in the database', async () => {
    const locker = createLocker(world.sql)
    const locks = ['a', 'b', 'c'].map((id) => locker.newLock(id))
    await Promise.all(locks.map((lock) => lock.lock(never, nobodyAsked)))
    const count = async () => {
      const [row] = await world.sql<{ count: number }[]>`
        select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database()`
      return row?.count
    }
    expect(await count()).toBe(3)
    await Promise.all(locks.map((lock) => lock.unlock()))
    expect(await count()).toBe(0)
  })

  test('outlives the limit on transactions', async () => {
    const quick = world.secondServer(1).context.sql
    await quick`set transaction_timeout = '300ms'`
    const lock = createLocker(quick).newLock('four')
    await lock.lock(never, nobodyAsked)
    await pause(600)
    await lock.unlock()
  })
})
