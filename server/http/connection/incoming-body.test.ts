import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { incomingBody } from './incoming-body.ts'

const servers: ReturnType<typeof serve>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server whose one route takes a body in, and what it took. */
async function open(app: (taken: Buffer[]) => Hono) {
  const taken: Buffer[] = []
  // other tests of this process have the Response they began with
  const own = { overrideGlobalObjects: false, port: 0, hostname: '127.0.0.1' }
  const server = serve({ fetch: app(taken).fetch, ...own })
  servers.push(server)
  await once(server, 'listening')
  return { taken, port: (server.address() as AddressInfo).port }
}

const put = (port: number, length: number) =>
  request({ port, host: '127.0.0.1', method: 'PUT', headers: { 'content-length': length } })

const taking = (taken: Buffer[], ended: (error: unknown) => void = () => {}) =>
  new Hono().put('/', async (c) => {
    try {
      for await (const piece of incomingBody(c) ?? []) taken.push(Buffer.from(piece))
    } catch (error) {
      ended(error)
    }
    return c.text('taken')
  })

test('a body comes through a connection byte for byte', async () => {
  const bytes = randomBytes(3_000_000)
  const { taken, port } = await open(taking)
  const call = put(port, bytes.length)
  call.end(bytes)
  const [answer] = await once(call, 'response')
  answer.resume()
  expect(answer.statusCode).toBe(200)
  expect(Buffer.concat(taken).equals(bytes)).toBe(true)
})

test('what came before a line broke is read, and then the body fails', async () => {
  const bytes = randomBytes(200_000)
  let ended = (_error: unknown) => {}
  const broken = new Promise((resolve) => {
    ended = resolve
  })
  const { taken, port } = await open((into) => taking(into, (error) => ended(error)))
  const call = put(port, 1_000_000)
  call.on('error', () => {})
  call.write(bytes)
  await expect.poll(() => Buffer.concat(taken).length).toBe(bytes.length)
  call.destroy()
  expect(await broken).toBeInstanceOf(Error)
  expect(Buffer.concat(taken).equals(bytes)).toBe(true)
})

test('a body that is let go of half read is still answered', async () => {
  const { port } = await open((taken) =>
    new Hono().put('/', async (c) => {
      for await (const piece of incomingBody(c) ?? []) {
        taken.push(Buffer.from(piece))
        break
      }
      return c.text('enough', 409)
    }),
  )
  const call = put(port, 5_000_000)
  call.on('error', () => {})
  call.end(Buffer.alloc(5_000_000))
  const [answer] = await once(call, 'response')
  expect(answer.statusCode).toBe(409)
})

test('a request that came by no connection has the body it was made with', async () => {
  const taken: Buffer[] = []
  await taking(taken).request('/', { method: 'PUT', body: 'by hand' })
  expect(Buffer.concat(taken).toString()).toBe('by hand')
})
