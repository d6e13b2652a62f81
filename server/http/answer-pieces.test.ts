import type { AddressInfo } from 'node:net'
import type { UnderlyingSource } from 'node:stream/web'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { answerPieces } from './answer-pieces.ts'
import type { AppEnv } from './app-env.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Starts a server whose only answer is what `write` writes. */
async function served(write: UnderlyingSource<string>) {
  const lines: string[] = []
  const log = createLog('info', { to: { write: (line) => void lines.push(line) } })
  const app = new Hono<AppEnv>()
  app.get('/', compress(), (c) => answerPieces(c, new ReadableStream(write), log))
  app.onError((_, c) => c.json({ error: 'server' }, 500))
  // The product's own way to listen replaces the platform's classes, but other tests share this process.
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  ends.push(() => server.close())
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  const get = (encoding = 'identity') =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': encoding } })
  return { get, lines }
}

type Controller = ReadableStreamDefaultController<string>

const says = (...pieces: string[]) => ({
  start(written: Controller) {
    for (const piece of pieces) written.enqueue(piece)
    written.close()
  },
})
const long = JSON.stringify('ž'.repeat(40_000))

test('one piece is an answer with its length, several are one as they come, and both can be compressed', async () => {
  const short = await (await served(says('{"ž":1}'))).get()
  expect(short.headers.get('content-length')).toBe('8')
  expect(short.headers.get('content-type')).toBe('application/json')
  expect(await short.json()).toEqual({ ž: 1 })
  const { get } = await served(says('[', long, ',', long, ']'))
  for (const encoding of ['identity', 'gzip']) {
    const answer = await get(encoding)
    expect(answer.headers.get('vary')?.toLowerCase()).toBe('accept-encoding')
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
    expect(await answer.json()).toEqual([JSON.parse(long), JSON.parse(long)])
  }
})

test.each(['identity', 'gzip'])('a failure before the second piece is an answer (%s)', async (encoding) => {
  const { get, lines } = await served({
    start: (pieces) => pieces.enqueue('[1'),
    pull: () => Promise.reject(new Error('private words')),
  })
  const answer = await get(encoding)
  expect([answer.status, await answer.json()]).toEqual([500, { error: 'server' }])
  expect(lines).toEqual([])
})

test.each(['identity', 'gzip'])(
  'a later one breaks the line off, and only the log says why (%s)',
  async (encoding) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    ends.push(() => printed.mockRestore())
    let given = 0
    const { get, lines } = await served({
      async pull(pieces) {
        given += 1
        await new Promise((later) => setTimeout(later, 20))
        if (given > 6) throw new Error('private words')
        pieces.enqueue(long)
      },
    })
    const answer = await get(encoding)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['an answer broke off'])
    expect(lines.join('') + JSON.stringify(printed.mock.calls)).not.toContain('private words')
  },
)

test('who goes away meanwhile is no longer written for', async () => {
  let left = false
  const { get } = await served({
    start: (pieces) => {
      pieces.enqueue(long)
      pieces.enqueue(long)
    },
    cancel: () => {
      left = true
    },
  })
  const answer = await get()
  await answer.body?.cancel()
  await vi.waitFor(() => expect(left).toBe(true))
})
