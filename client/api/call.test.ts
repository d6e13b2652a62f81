import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HEADERS } from '../../sync/paths.ts'
import { call, endPendingSession, isSignOutPending, markSignOut, onSignInWanted, setCsrf } from './call.ts'
import { isOnline } from './connection.ts'

/** Stubs the parts of a browser that a call needs: storage, a window, and a `fetch` that leads to the router. */
function enterBrowser(app: Hono) {
  const kept = new Map<string, string>()
  const seen: string[] = []
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const network = { up: true }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!network.up) throw new TypeError('Failed to fetch')
    seen.push(`${init.method ?? 'GET'} ${url}`)
    return app.request(url, init)
  })
  return { network, seen }
}

function startServer() {
  const state = { token: 'first' as string | null }
  const app = new Hono()
  app.get('/api/session', (c) => c.json({ csrf: state.token }))
  app.post('/api/auth/sign-out', (c) => c.json({ ok: true }))
  app.post('/api/echo', async (c) => {
    if (state.token !== null && c.req.header(HEADERS.csrf) !== state.token) {
      return c.json({ refusal: { code: 'bad-csrf' } }, 403)
    }
    return c.json({ body: await c.req.json(), id: c.req.header(HEADERS.requestId) })
  })
  app.get('/api/portal', (c) => c.html('<h1>Welcome to the airport</h1>'))
  app.get('/api/sign-in', (c) => c.json({ refusal: { code: 'sign-in-first' } }, 401))
  app.get('/api/busy', (c) =>
    c.json({ refusal: { code: 'too-many-requests', detail: { retryAfterS: 9 } } }, 429),
  )
  app.get('/api/limited', (c) => c.text('Slow down', 429, { 'retry-after': '7' }))
  app.get('/api/broken', (c) => c.json({ error: 'server' }, 500, { 'retry-after': '4' }))
  app.get('/api/half', (c) => {
    const half = new ReadableStream({
      start(answer) {
        answer.enqueue(new TextEncoder().encode('{"documents":[{"id":"1"}'))
      },
      pull: (answer) => answer.error(new TypeError('network error')),
    })
    return c.body(half, 200, { 'content-type': 'application/json' })
  })
  app.get('/api/strange', (c) => c.json({ refusal: { code: 'made-up' } }, 418))
  return { app, state }
}

let server = startServer()
let browser = enterBrowser(server.app)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server = startServer()
  browser = enterBrowser(server.app)
  setCsrf(null)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a call', () => {
  test('carries a request id and the token, which it asks for once when it is stale (S1-7.15, S2-7.1)', async () => {
    setCsrf('stale')
    const answer = await call<{ body: unknown; id: string }>('/api/echo', { a: 1 })
    expect(answer).toMatchObject({ ok: true, value: { body: { a: 1 } } })
    expect(answer.ok && answer.value.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(browser.seen).toEqual(['POST /api/echo', 'GET /api/session', 'POST /api/echo'])
  })

  test('does not ask again for ever', async () => {
    server.state.token = 'never told'
    server.app.get('/api/session', (c) => c.json({ csrf: null }))
    setCsrf(null)
    server.state.token = 'other'
    await call('/api/echo', {})
    expect(browser.seen.length).toBeLessThanOrEqual(3)
  })

  test('tells refusals from not being reached', async () => {
    expect(await call('/api/busy')).toEqual({
      ok: false,
      refusal: { code: 'too-many-requests', detail: { retryAfterS: 9 } },
    })
    expect(await call('/api/limited')).toEqual({
      ok: false,
      refusal: { code: 'too-many-requests', detail: { retryAfterS: 7 } },
    })
    expect(isOnline()).toBe(true)
    expect(await call('/api/broken')).toMatchObject({
      offline: true,
      reason: 'server',
      status: 500,
      retryAfterMs: 4_000,
    })
    expect(await call('/api/strange')).toMatchObject({ offline: true, reason: 'foreign' })
  })

  test('a captive portal is offline, and the first real answer is online again', async () => {
    expect(await call('/api/portal')).toMatchObject({ ok: false, offline: true, reason: 'foreign' })
    expect(isOnline()).toBe(false)
    await call('/api/session')
    expect(isOnline()).toBe(true)
  })

  test('a dead network is offline; an error of the server is not', async () => {
    browser.network.up = false
    expect(await call('/api/echo', {})).toMatchObject({ offline: true, reason: 'network' })
    expect(isOnline()).toBe(false)
    browser.network.up = true
    await call('/api/broken')
    expect(isOnline()).toBe(true)
  })

  test('an answer that breaks off half way is a dead network, and gives nothing of what it said', async () => {
    expect(await call('/api/half')).toEqual({
      ok: false,
      offline: true,
      reason: 'network',
      status: null,
      retryAfterMs: null,
    })
  })

  test('being asked to sign in is told to whoever listens, and nothing is wiped', async () => {
    const asked = vi.fn()
    const stop = onSignInWanted(asked)
    expect(await call('/api/sign-in')).toEqual({ ok: false, refusal: { code: 'sign-in-first' } })
    stop()
    expect(asked).toHaveBeenCalledTimes(1)
  })
})

describe('a sign-out made offline', () => {
  test('ends the session with the first request that gets through, before anything else is asked', async () => {
    browser.network.up = false
    markSignOut()
    expect(await endPendingSession()).toBe(false)
    expect(await call('/api/echo', {})).toMatchObject({ offline: true })
    expect(isSignOutPending()).toBe(true)
    browser.network.up = true
    server.state.token = null
    expect(await call('/api/echo', {})).toMatchObject({ ok: true })
    expect(browser.seen).toEqual(['GET /api/session', 'POST /api/auth/sign-out', 'POST /api/echo'])
    expect(isSignOutPending()).toBe(false)
  })
})
