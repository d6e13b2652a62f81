import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createLog, HashingCrowded } from '../log.ts'
import type { Random } from '../random.ts'
import type { AppEnv } from './app-env.ts'
import { securityHeaders } from './headers.ts'
import { answerFailure, answerRefusal, loggablePath } from './refusal-response.ts'
import { requestId } from './request-id.ts'

const stripe = { secretKey: 'sk_live_x', publishableKey: 'pk_live_x', webhookSecret: 'whsec_x' }
const random: Random = { bytes: (count) => new Uint8Array(count), id: () => 'made-by-the-server' }

const logged: Record<string, unknown>[] = []
const log = createLog('error', { to: { write: (line) => void logged.push(JSON.parse(line)) } })

function appFor(env: Parameters<typeof securityHeaders>[0], inlined?: Parameters<typeof securityHeaders>[1]) {
  const app = new Hono<AppEnv>()
  app.use(requestId(random), securityHeaders(env, inlined))
  app.get('/player/1', (c) => c.html('', 200, { 'content-security-policy': "frame-ancestors 'self'" }))
  app.get('/rendered', (c) => {
    c.set('inlined', { styles: ['sha256-ghi='], scripts: ['sha256-def='] })
    return c.html('')
  })
  app.get('/broken/*', () => {
    throw Object.assign(new Error('password hunter2 leaked'), { code: '23505' })
  })
  app.get('/away', () => {
    throw Object.assign(new Error('connect'), { code: 'ENOENT', syscall: 'connect' })
  })
  app.get('/crowded', () => {
    throw new HashingCrowded('600 wait')
  })
  app.get('/missing', () => {
    throw Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' })
  })
  app.get('/busy', (c) => answerRefusal(c, { code: 'too-many-requests', detail: { retryAfterS: 7 } }))
  app.get('/down', (c) => answerRefusal(c, { code: 'payments-unreachable' }))
  app.get('/*', (c) => c.text('in'))
  app.onError(answerFailure(log))
  return app
}

const local = { stripe: null, mode: 'development' } as const

async function headersOf(
  path: string,
  env: Parameters<typeof securityHeaders>[0] = local,
  inlined?: Parameters<typeof securityHeaders>[1],
) {
  return (await appFor(env, inlined).request(path)).headers
}

describe('the headers of every answer', () => {
  test('only while the client is worked on, styles may be set by script and changes listened for', async () => {
    const policyFor = async (devClient: string | null) =>
      (await headersOf('/', { ...local, devClient })).get('content-security-policy')?.split('; ') ?? []
    const worked = await policyFor('http://localhost:3000/@client/')
    expect(worked).toEqual(
      expect.arrayContaining(["style-src 'self' 'unsafe-inline'", "connect-src 'self' ws:"]),
    )
    expect(worked).toContain("script-src 'self'")
    expect((await policyFor(null)).join()).not.toMatch(/unsafe|ws:/)
  })

  test('D109 nothing inline runs, nothing foreign is loaded but TikTok’s player as a frame, nobody frames us', async () => {
    const policy =
      (await headersOf('/', local, { styles: ['sha256-abc='], scripts: [] })).get(
        'content-security-policy',
      ) ?? ''
    const rules = policy.split('; ')
    expect(rules).toContain("default-src 'none'")
    expect(rules).toContain("script-src 'self'")
    expect(rules).toContain("style-src 'self' 'sha256-abc='")
    expect(rules).toContain("connect-src 'self'")
    expect(rules).toContain("frame-ancestors 'none'")
    // default-src does not speak for the first two
    expect(rules).toEqual(
      expect.arrayContaining(["base-uri 'none'", "form-action 'self'", "object-src 'none'"]),
    )
    const player = 'https://www.tiktok.com/player/v1/'
    expect(rules).toContain(`frame-src 'self' ${player}`)
    expect(policy.replace(player, '')).not.toMatch(/unsafe|http|\*|tiktok/)
  })

  test('a rendered page names what it carries itself, and nothing else', async () => {
    const policy = (await headersOf('/rendered')).get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self' 'sha256-def=';")
    expect(policy).toContain("style-src 'self' 'sha256-ghi=';")
  })

  test('with real payments Stripe is let in, and it alone', async () => {
    const policy = (await headersOf('/', { ...local, stripe })).get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;")
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;")
    // Stripe shows the card form and the bank's question in frames of its own
    expect(policy).toContain(
      "frame-src 'self' https://www.tiktok.com/player/v1/ https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
    )
    expect(policy).toContain("img-src 'self' blob: data: https://*.stripe.com;")
    expect(
      policy
        .match(/https:\/\/[^ ;]+/g)
        ?.every((host) => /\.stripe\.com$|^https:\/\/www\.tiktok\.com\/player\/v1\/$/.test(host)),
    ).toBe(true)
  })

  test('a route keeps the policy it set itself', async () => {
    expect((await headersOf('/player/1')).get('content-security-policy')).toBe("frame-ancestors 'self'")
  })

  test('sniffing, openers, cameras; HSTS in production only', async () => {
    const headers = await headersOf('/')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toBe(
      'camera=(self), microphone=(self), geolocation=(), payment=(self "https://js.stripe.com")',
    )
    expect(headers.get('strict-transport-security')).toBeNull()
    const live = await headersOf('/', { stripe, mode: 'production' })
    expect(live.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
  })

  test('S1-2.14 the private page tells nobody where it is', async () => {
    const headers = await headersOf('/view/abc')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await headersOf('/viewers')).get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })

  test('what the server answers about people is kept nowhere', async () => {
    expect((await headersOf('/api/session')).get('cache-control')).toBe('no-store')
    expect((await headersOf('/sync/pull')).get('cache-control')).toBe('no-store')
    expect((await headersOf('/player/1')).get('cache-control')).toBe('no-cache')
    expect((await headersOf('/athletes')).get('cache-control')).toBeNull()
  })
})

describe('S1-7.15 S2-7.1 the request id', () => {
  const idOf = async (given?: string) => {
    const headers: Record<string, string> = given ? { 'x-request-id': given } : {}
    return (await appFor(local).request('/', { headers })).headers.get('x-request-id')
  }

  test('a well-formed one is said back, any other replaced', async () => {
    expect(await idOf('0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('0f8fad5b-d9cb-469f-a165-70867728950e')
    for (const bad of ['short', 'x'.repeat(65), 'has space in it', '<script>alert(1)']) {
      expect(await idOf(bad)).toBe('made-by-the-server')
    }
    expect(await idOf()).toBe('made-by-the-server')
  })
})

describe('refusals and failures', () => {
  test('waiting is told where it helps', async () => {
    const app = appFor(local)
    const busy = await app.request('/busy')
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
    const down = await app.request('/down')
    expect([down.status, down.headers.get('retry-after')]).toEqual([503, '30'])
  })

  test('an unexpected error says its id and nothing else, headers and all', async () => {
    logged.length = 0
    const answer = await appFor(local).request('/broken/thing')
    expect(answer.status).toBe(500)
    expect(await answer.json()).toEqual({ error: 'server', requestId: 'made-by-the-server' })
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-request-id')).toBe('made-by-the-server')
    expect(logged).toMatchObject([
      { requestId: 'made-by-the-server', err: { code: '23505' }, path: '/broken/thing' },
    ])
    expect(JSON.stringify(logged)).not.toContain('hunter2')
    expect(JSON.stringify(logged)).toContain('headers.test.ts')
  })

  test('a database that is away is waited for, a file that is missing is a failure', async () => {
    const away = await appFor(local).request('/away')
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
    const crowded = await appFor(local).request('/crowded')
    expect([crowded.status, crowded.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await away.json()).toEqual({ error: 'server', requestId: 'made-by-the-server' })
    expect((await appFor(local).request('/missing')).status).toBe(500)
  })

  test('D41 the log does not know the private link', () => {
    expect(loggablePath('/view/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG')).toBe('/view/…')
    expect(loggablePath('/api/view')).toBe('/api/view')
  })
})
