import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { expect, test } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { letHeadsGo } from './head.ts'

/** Makes an app with routes that hold a resource until their body is read or cancelled. */
function appOf() {
  const held = new Set<string>()
  const holding = (name: string) => {
    held.add(name)
    const first = new TextEncoder().encode('x'.repeat(2_000))
    return new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(first),
      cancel: () => void held.delete(name),
    })
  }
  const app = new Hono<AppEnv>()
  app.use(letHeadsGo())
  app.get('/plain', () => new Response(holding('plain'), { headers: { 'x-kept': 'yes' } }))
  app.get('/zipped', compress(), (c) => c.body(holding('zipped'), 200, { 'content-type': 'text/plain' }))
  app.get('/nothing', (c) => c.body(null, 204))
  return { app, held }
}

test('a HEAD is answered as the GET is, and holds nothing', async () => {
  const { app, held } = appOf()
  const answer = await app.request('/plain', { method: 'HEAD' })
  expect([answer.status, answer.headers.get('x-kept'), answer.body]).toEqual([200, 'yes', null])
  await app.request('/zipped', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  expect((await app.request('/nothing', { method: 'HEAD' })).status).toBe(204)
  await expect.poll(() => [...held]).toEqual([])
})

test('what a GET answers is left to its reader', async () => {
  const { app, held } = appOf()
  const answer = await app.request('/plain')
  expect([...held]).toEqual(['plain'])
  await answer.body?.cancel()
  expect([...held]).toEqual([])
})
