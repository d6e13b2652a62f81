import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../sync/roles.ts'
import type { AppEnv } from '../http/app-env.ts'
import { bodyAhead } from '../http/connection/body-ahead.ts'
import { rateLimits } from '../http/rate-limit.ts'
import {
  announce,
  clip,
  creation,
  guest,
  type MediaWorld,
  mediaWorld,
  patch,
  showCaptcha,
  tusRequest,
} from '../testing/media/media-world.ts'
import { inTurn } from './lock/request-queue.ts'
import { mediaRoutes } from './routes.ts'

let world: MediaWorld
let bytes: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  world = await mediaWorld()
  bytes = await clip('question.webm')
})
afterAll(() => world.end())

const countRows = async () => (await world.sql`select from media`).length

/**
 * Builds the routes as the app has them, for one caller; `counted` is called for each request that passes a limit,
 * unless the limits are given.
 */
function appFor(caller: Caller, counted = () => {}, limits?: ReturnType<typeof rateLimits>) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('clientAddress', '203.0.113.5')
    c.set('found', { caller, setCookies: [], sessionEnded: false, sessionRenewed: false })
    if (c.req.method === 'POST') await showCaptcha(world.context, c.req.raw.headers)
    await next()
  })
  const limit = () => async (_c: unknown, next: () => Promise<void>) => {
    counted()
    await next()
  }
  mediaRoutes({ app, context: world.context, limit: limits ?? limit })
  return app
}

test('an upload is made at one address, where the limits of caller and network count it', async () => {
  let counted = 0
  const app = appFor(guest(), () => {
    counted += 1
  })
  const before = await countRows()
  for (const path of ['/files/', '/files/anything', '/files/any/thing']) {
    const { headers } = creation(bytes.length, announce(bytes))
    expect((await app.request(path, { method: 'POST', headers })).status, path).toBe(404)
  }
  expect([counted, await countRows()]).toEqual([0, before])
  expect((await app.request(creation(bytes.length, announce(bytes)))).status).toBe(201)
  expect([counted, await countRows()]).toEqual([2, before + 1])
})

test('BR-4 the app hands a HEAD on, and no GET', async () => {
  const [fan, said] = [guest(), announce(bytes)]
  const app = appFor(fan)
  expect((await app.request(creation(bytes.length, said))).status).toBe(201)
  expect((await app.request(patch(said.mediaId, 0, bytes.slice(0, 7)))).status).toBe(204)
  const head = await app.request(tusRequest('HEAD', said.mediaId))
  expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '7'])
  expect((await app.request(tusRequest('GET', said.mediaId))).status).toBe(404)
})

test('an upload in pieces of a byte is slowed down, and goes on where it was', async () => {
  const [fan, said] = [guest(), announce(bytes)]
  const app = appFor(fan, undefined, rateLimits(world.context, 1))
  const sendByte = (offset: number) =>
    app.request(patch(said.mediaId, offset, bytes.slice(offset, offset + 1)))
  expect((await app.request(creation(bytes.length, said))).status).toBe(201)
  for (const bucket of [`upload piece guest:${fan.guestId}`, 'upload piece from 203.0.113.0/24']) {
    expect((await sendByte(0)).status, bucket).toBe(204)
    const most = bucket.includes('from') ? 8 * 1_200 : 240
    await world.sql`update rate_limit set hits = ${most} where bucket = ${bucket}`
    const refused = await sendByte(1)
    expect([refused.status, Number(refused.headers.get('retry-after'))], bucket).toEqual([
      429,
      expect.any(Number),
    ])
    expect(await refused.json()).toMatchObject({ refusal: { code: 'too-many-requests' } })
    expect((await app.request(tusRequest('HEAD', said.mediaId))).status, bucket).toBe(429)
    await world.sql`delete from rate_limit`
    const head = await app.request(tusRequest('HEAD', said.mediaId))
    expect(head.headers.get('upload-offset'), bucket).toBe('1')
    await app.request(tusRequest('DELETE', said.mediaId))
    await app.request(creation(bytes.length, said))
  }
})

test('BR-4 a device that is back at once hears of every byte its former line brought, however busy the server is', async () => {
  const film = new Uint8Array(randomBytes(700_000))
  const [fan, said] = [guest(), announce(film)]
  const known = Promise.withResolvers<void>()
  const app = new Hono<AppEnv>()
    .use(bodyAhead, inTurn())
    // the sender of the bytes is identified late, and the device that asks for the offset at once
    .use(async (c, next) => {
      if (c.req.method === 'PATCH') await known.promise
      await next()
    })
    .route('/', appFor(fan))
  await app.request(creation(film.length, said))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { method, headers } = patch(said.mediaId, 0, film)
    const length = { 'content-length': film.length }
    const options = {
      port,
      path: `/files/${said.mediaId}`,
      method,
      headers: { ...Object.fromEntries(headers), ...length },
    }
    const line = request(options).on('error', () => {})
    const came = once(server, 'request')
    await new Promise<void>((sent) => line.write(film.subarray(0, 600_000), () => sent()))
    await came
    line.destroy()
    const asking = fetch(`http://127.0.0.1:${port}/files/${said.mediaId}`, tusRequest('HEAD', said.mediaId))
    setTimeout(known.resolve, 200)
    expect((await asking).headers.get('upload-offset')).toBe('600000')
  } finally {
    server.close()
  }
})

test('BR-4 bytes do not come over the connection of what was asked before them: a browser would send them again by itself', async () => {
  const [fan, said] = [guest(), announce(bytes)]
  const server = serve({
    fetch: appFor(fan).fetch,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  })
  const agent = new Agent({ keepAlive: true })
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const send = async (given: Request, body?: Uint8Array) => {
      const [headers, { pathname }] = [Object.fromEntries(given.headers), new URL(given.url)]
      const call = request({ agent, port, path: pathname, method: given.method, headers })
      call.end(body)
      const [answer] = await once(call, 'response')
      await once(answer.resume(), 'end')
      return { status: answer.statusCode, hadOneBefore: call.reusedSocket }
    }
    const bytesFrom = (offset: number, end: number) =>
      send(patch(said.mediaId, offset, new Uint8Array()), bytes.subarray(offset, end))
    const fresh = { hadOneBefore: false }

    expect(await send(creation(bytes.length, said))).toMatchObject({ status: 201 })
    expect(await bytesFrom(0, 7)).toMatchObject({ status: 204, ...fresh })
    expect(await send(tusRequest('HEAD', said.mediaId))).toMatchObject({ status: 200 })
    expect(await bytesFrom(7, 20)).toMatchObject({ status: 204, ...fresh })
  } finally {
    agent.destroy()
    server.close()
  }
})
