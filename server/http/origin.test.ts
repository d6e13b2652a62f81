import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { HEADERS } from '../../sync/paths.ts'
import { type Caller, VISITOR } from '../../sync/roles.ts'
import type { AppEnv } from './app-env.ts'
import { csrfGuard, csrfToken } from './csrf.ts'
import { jsonOnly, loopbackOnly, originGuard } from './origin.ts'

const secrets = { csrf: 'a key of this test' }
const json = { 'content-type': 'application/json' }

function appFor(publicUrl: string | null, caller: Caller = VISITOR, sessionEnded = false) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set('requestId', 'request-1')
    c.set('found', { caller, setCookies: [], sessionEnded, sessionRenewed: false })
    await next()
  })
  app.use(originGuard({ env: { publicUrl }, except: ['/webhooks/'] }))
  app.use(jsonOnly(['/api/', '/sync/']))
  app.use(csrfGuard({ secrets, except: ['/webhooks/', '/files/'] }))
  app.on(['GET', 'POST', 'PATCH', 'DELETE'], '/*', (c) => c.text('in'))
  return app
}

async function status(headers: Record<string, string>, url = 'http://localhost:3000/api/view') {
  return (await appFor(null).request(url, { method: 'POST', headers: { ...json, ...headers } })).status
}

describe('S1-7.15 S2-7.1 a write comes from our own pages', () => {
  test('the loopback name the request came by is ours while no public address is set', async () => {
    expect(await status({ origin: 'http://localhost:3000' })).toBe(200)
    expect(await status({ origin: 'http://127.0.0.1:3000' }, 'http://127.0.0.1:3000/api/view')).toBe(200)
    expect(await status({ origin: 'http://[::1]:3000' }, 'http://[::1]:3000/api/view')).toBe(200)
  })

  test.each([
    'https://evil.example',
    'null',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'http://evil.example@localhost:3000',
    '',
  ])('the origin %j is refused', async (origin) => {
    expect(await status({ origin })).toBe(403)
  })

  test('a name that only resolves to loopback is not ours', async () => {
    expect(
      await status({ origin: 'http://rebound.example:3000' }, 'http://rebound.example:3000/api/view'),
    ).toBe(403)
  })

  test.each(['cross-site', 'same-site', 'none', 'SAME-ORIGIN', ''])(
    'Sec-Fetch-Site %j is refused',
    async (site) => {
      expect(await status({ 'sec-fetch-site': site })).toBe(403)
    },
  )

  test('no origin is enough without a cookie, and not with one', async () => {
    expect(await status({})).toBe(200)
    expect(await status({ cookie: 'session=x' })).toBe(403)
    expect(await status({ cookie: 'session=x', 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  test('with a public address only that one is ours, whatever the Host says', async () => {
    const app = appFor('https://infield.example')
    const post = async (origin: string) =>
      (await app.request('http://localhost:3000/api/view', { method: 'POST', headers: { ...json, origin } }))
        .status
    expect(await post('https://infield.example')).toBe(200)
    expect(await post('http://localhost:3000')).toBe(403)
    expect(await post('https://www.infield.example')).toBe(403)
  })

  test('reading is free, webhooks have a proof of their own, a lookalike path has not', async () => {
    const app = appFor(null)
    const headers = { origin: 'https://evil.example', ...json }
    expect((await app.request('/api/session', { headers })).status).toBe(200)
    expect((await app.request('/webhooks/stripe', { method: 'POST', headers })).status).toBe(200)
    expect((await app.request('/webhooks-too', { method: 'POST', headers })).status).toBe(403)
    expect((await app.request('/files/1', { method: 'PATCH', headers })).status).toBe(403)
  })

  test('the answer is a refusal of the catalogue with the request id', async () => {
    const answer = await appFor(null).request('/api/view', {
      method: 'POST',
      headers: { origin: 'null', ...json },
    })
    expect(await answer.json()).toEqual({ refusal: { code: 'bad-origin' }, requestId: 'request-1' })
  })
})

describe('S1-7.7 calls are POST JSON', () => {
  const post = async (path: string, headers: Record<string, string>) =>
    (await appFor(null).request(path, { method: 'POST', headers, body: 'x' })).status

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    '%s is taken',
    async (type) => {
      expect(await post('/api/view', { 'content-type': type })).toBe(200)
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json, text/plain',
    'application/jsonp',
    '',
  ])('%j is 415', async (type) => {
    expect(await post('/api/view', { 'content-type': type })).toBe(415)
    expect(await post('/sync/push', { 'content-type': type })).toBe(415)
  })

  test('compressed JSON is 415; the uploads have types of their own', async () => {
    expect(await post('/api/view', { ...json, 'content-encoding': 'gzip' })).toBe(415)
    expect(await post('/files/1', { 'content-type': 'application/offset+octet-stream' })).toBe(200)
  })
})

describe('D46 a write that a cookie answers for carries the token', () => {
  const person: Caller = { role: 'basic', personId: 'p', guestId: 'g', sessionId: 's' }
  const guest: Caller = { role: 'guest', personId: null, guestId: 'g', sessionId: null }
  const post = async (caller: Caller, token?: string, path = '/api/view') => {
    const headers = { ...json, ...(token !== undefined && { [HEADERS.csrf]: token }) }
    return (await appFor(null, caller).request(path, { method: 'POST', headers })).status
  }

  test.each([person, guest])('%o: its own token and no other', async (caller) => {
    const token = csrfToken(secrets, caller) ?? ''
    expect(await post(caller, token)).toBe(200)
    expect(await post(caller)).toBe(403)
    expect(await post(caller, '')).toBe(403)
    expect(await post(caller, `${token}x`)).toBe(403)
    expect(await post(caller, csrfToken({ csrf: 'another key' }, caller) ?? '')).toBe(403)
  })

  test('a token is bound to its session, and a session token is not the guest token', () => {
    const tokens = [person, { ...person, sessionId: 's2' }, guest, { ...guest, guestId: 's' }].map((caller) =>
      csrfToken(secrets, caller),
    )
    expect(new Set(tokens).size).toBe(4)
  })

  test('S2-7.1 a guest whose session ended is told to sign in, not that the token is bad', async () => {
    const answer = await appFor(null, guest, true).request('/api/view', { method: 'POST', headers: json })
    expect(await answer.json()).toMatchObject({ refusal: { code: 'sign-in-first' } })
    expect(answer.status).toBe(401)
  })

  test('a visitor has no token and needs none; uploads and webhooks have proofs of their own', async () => {
    expect(csrfToken(secrets, VISITOR)).toBeNull()
    expect(await post(VISITOR)).toBe(200)
    expect(await post(person, undefined, '/files/1')).toBe(200)
    expect(await post(person, undefined, '/webhooks/stripe')).toBe(200)
  })
})

describe('outside production a request comes from this machine', () => {
  const ask = async (
    mode: 'development' | 'test' | 'production',
    url: string,
    { env = {}, ...headers }: { env?: object; [header: string]: unknown } = {},
  ) => {
    const app = new Hono<AppEnv>()
    app.use(loopbackOnly({ mode }))
    app.get('/dev/mail', (c) => c.text('the mails'))
    return (await app.request(url, { headers: headers as Record<string, string> }, env)).status
  }

  test.each([
    'http://infield.example/dev/mail',
    'http://192.168.1.5:3000/dev/mail',
    'http://127.evil.example/dev/mail',
  ])('%s is refused, and served in production', async (url) => {
    for (const mode of ['development', 'test'] as const) expect(await ask(mode, url)).toBe(403)
    // In production there is nothing that this check would have to protect.
    expect(await ask('production', url)).toBe(200)
  })

  test.each([
    'http://localhost:3000/dev/mail',
    'http://127.0.0.1:3000/dev/mail',
    'http://[::1]:3000/dev/mail',
  ])('%s is served', async (url) => expect(await ask('development', url)).toBe(200))

  test.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'])(
    'what a proxy hands on is refused, by its %s',
    async (name) => {
      expect(await ask('development', 'http://127.0.0.1:3000/dev/mail', { [name]: '203.0.113.9' })).toBe(403)
    },
  )

  test('so is what the plainest of proxies asks in an old version of HTTP', async () => {
    const asked = (httpVersion: string) =>
      ask('development', 'http://127.0.0.1:3000/dev/mail', { env: { incoming: { httpVersion } } })
    expect([await asked('1.0'), await asked('1.1')]).toEqual([403, 200])
  })
})
