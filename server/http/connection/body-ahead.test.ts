import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { bodyAhead } from './body-ahead.ts'

const servers: ReturnType<typeof serve>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server whose only route is `answer`, and records the bodies it reads. */
async function open(answer: (c: Context<AppEnv>, taken: Buffer[]) => Promise<Response>) {
  const taken: Buffer[] = []
  const app = new Hono<AppEnv>().use(bodyAhead).patch('/', (c) => answer(c, taken))
  // Other tests in this process keep the Response class they started with.
  const own = { overrideGlobalObjects: false, port: 0, hostname: '127.0.0.1' }
  const server = serve({ fetch: app.fetch, ...own })
  servers.push(server)
  await once(server, 'listening')
  return { app, taken, port: (server.address() as AddressInfo).port }
}

function send(port: number, length: number) {
  const call = request({ port, host: '127.0.0.1', method: 'PATCH', headers: { 'content-length': length } })
  call.on('error', () => {})
  return call
}

const bodyOf = (c: Context<AppEnv>) => c.var.body ?? c.req.raw.body ?? []

async function takeAll(c: Context<AppEnv>, taken: Buffer[]): Promise<Response> {
  for await (const piece of bodyOf(c)) taken.push(Buffer.from(piece))
  return c.text('taken')
}

test('a body comes through a connection byte for byte', async () => {
  const bytes = randomBytes(3_000_000)
  const { taken, port } = await open(takeAll)
  const call = send(port, bytes.length)
  call.end(bytes)
  const [answer] = await once(call, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(200)
  expect(Buffer.concat(taken).equals(bytes)).toBe(true)
})

test('BR-4 what came before a line ended is there, though nobody had asked for it by then', async () => {
  const bytes = randomBytes(900_000)
  const looked = Promise.withResolvers<void>()
  const [came, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { taken, port } = await open(async (c, into) => {
    came.resolve()
    await looked.promise
    const answer = await takeAll(c, into)
    over.resolve()
    return answer
  })
  const call = send(port, 2_000_000)
  await new Promise<void>((sent) => call.write(bytes, () => sent()))
  await came.promise
  const [server] = servers
  const openLines = () =>
    new Promise<number>((said) => server?.getConnections((_error, count) => said(count)))
  call.destroy()
  await expect.poll(openLines).toBe(0)
  looked.resolve()
  await over.promise
  expect(Buffer.concat(taken).equals(bytes)).toBe(true)
})

test('no more than a mebibyte waits for whoever does not ask', async () => {
  const asked = Promise.withResolvers<void>()
  const bytes = randomBytes(30_000_000)
  const { taken, port } = await open(async (c, into) => {
    await asked.promise
    return takeAll(c, into)
  })
  const call = send(port, bytes.length)
  let written = false
  call.write(bytes, () => {
    written = true
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(written).toBe(false)
  asked.resolve()
  call.end()
  await once(call, 'response')
  expect(Buffer.concat(taken).equals(bytes)).toBe(true)
})

test('a body that is let go of half read, or never asked for, is still answered', async () => {
  const half = await open(async (c, taken) => {
    for await (const piece of bodyOf(c)) {
      taken.push(Buffer.from(piece))
      break
    }
    return c.text('enough', 409)
  })
  const none = await open(async (c) => c.text('not yours', 404))
  for (const [port, status] of [
    [half.port, 409],
    [none.port, 404],
  ] as const) {
    const call = send(port, 5_000_000)
    call.end(Buffer.alloc(5_000_000))
    const [answer] = await once(call, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(status)
  }
})

test('a request that came by no connection has the body it was made with', async () => {
  const { app, taken } = await open(takeAll)
  await app.request('/', { method: 'PATCH', body: 'by hand' })
  expect(Buffer.concat(taken).toString()).toBe('by hand')
})
