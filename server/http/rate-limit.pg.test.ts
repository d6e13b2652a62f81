import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, VISITOR } from '../../sync/roles.ts'
import type { Env } from '../env.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import type { AppEnv } from './app-env.ts'
import { countHit, rateLimits } from './rate-limit.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

const guest: Caller = { ...VISITOR, role: 'guest', guestId: 'one' }

function appFor(factor?: number) {
  const env = { mode: 'test' } as Env
  const limit = rateLimits({ sql: database.sql, env }, factor)
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    const guestId = c.req.header('x-guest')
    c.set('requestId', 'request-1')
    c.set('clientAddress', c.req.header('x-address') ?? 'test')
    c.set('found', {
      caller: guestId ? { ...guest, guestId } : VISITOR,
      setCookies: [],
      sessionEnded: false,
      sessionRenewed: false,
    })
    await next()
  })
  app.get('/address', limit('by-address', { per: 'address', max: 2, windowS: 60 }), (c) => c.text('in'))
  const often = { per: 'address', max: 10, windowS: 60, afterwards: true } as const
  app.get('/often', limit('often', often), async (c) => {
    await database.sql`select pg_sleep(0.05)`
    return c.text('in')
  })
  app.get('/network', limit('by-network', { per: 'network', max: 2, windowS: 60 }), (c) => c.text('in'))
  app.get('/caller', limit('by-caller', { per: 'caller', max: 2, windowS: 60 }), (c) => c.text('in'))
  return async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
}

async function statuses(get: ReturnType<typeof appFor>, path: string, headers: Record<string, string>[]) {
  const found: number[] = []
  for (const each of headers) found.push((await get(path, each)).status)
  return found
}

async function hitsOf(bucket: string): Promise<number | undefined> {
  const [row] = await database.sql<{ hits: number }[]>`select hits from rate_limit where bucket = ${bucket}`
  return row?.hits
}

describe('rate limits', () => {
  test('so many in a window, then 429 with the time to wait', async () => {
    const get = appFor(1)
    expect(await statuses(get, '/address', [{}, {}, {}])).toEqual([200, 200, 429])
    const stopped = await get('/address')
    expect(await stopped.json()).toMatchObject({
      refusal: { code: 'too-many-requests' },
      requestId: 'request-1',
    })
    const wait = Number(stopped.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
    expect(await statuses(get, '/address', [{ 'x-address': '203.0.113.1' }])).toEqual([200])
    await advanceClock(database.sql, 61_000)
    expect(await statuses(get, '/address', [{}, {}, {}])).toEqual([200, 200, 429])
  })

  test('D116 per network counts a /24, a /56 and a /48 as well, and not what was refused to an address', async () => {
    const get = appFor(1)
    const from = (address: string) => statuses(get, '/network', [{ 'x-address': address }])
    const all = (addresses: string[]) => Promise.all(addresses.map(from)).then((found) => found.flat())
    const within = Array.from({ length: 8 }, (_, n) => `198.51.100.${n}`)
    expect(new Set(await all([...within, ...within]))).toEqual(new Set([200]))
    for (let n = 0; n < 5; n += 1) expect(await from('198.51.100.1')).toEqual([429])
    expect(await hitsOf('by-network 198.51.100.0/24')).toBe(16)
    expect([await from('198.51.100.9'), await from('198.51.101.9')]).toEqual([[429], [200]])
    const home = Array.from({ length: 4 }, (_, n) => `2001:db8:5:a0${n}::/64`)
    expect(await all(home)).toEqual([200, 200, 200, 200])
    expect(await from('2001:db8:5:a09::/64')).toEqual([429])
    for (const subnet of ['b00', 'b01', 'c00', 'c01'])
      expect(await from(`2001:db8:5:${subnet}::/64`)).toEqual([200])
    expect(await from('2001:db8:5:d00::/64')).toEqual([429])
    expect(await from('2001:db8:6:d00::/64')).toEqual([200])
  })

  test('per caller counts guests apart and visitors by their address', async () => {
    const get = appFor(1)
    const one = { 'x-guest': 'one' }
    expect(await statuses(get, '/caller', [one, one, one, { 'x-guest': 'two' }, {}])).toEqual([
      200, 200, 429, 200, 200,
    ])
  })

  test('where the count comes afterwards every hit is counted, and nobody is let in beyond the limit', async () => {
    const get = appFor(1)
    const crowd = Array.from({ length: 15 }, async () => (await get('/often')).status)
    expect((await Promise.all(crowd)).filter((status) => status === 200)).toHaveLength(10)
    await expect.poll(() => hitsOf('often test')).toBe(15)

    await advanceClock(database.sql, 61_000)
    const one = { 'x-address': '203.0.113.7' }
    expect(await statuses(get, '/often', Array(12).fill(one))).toEqual([...Array(10).fill(200), 429, 429])
    await expect.poll(() => hitsOf('often 203.0.113.7')).toBe(12)
  })

  test('a server that does not know a caller yet waits for the count, and so does one that heard of many', async () => {
    const rule = { max: 10, windowS: 60 }
    const address = { 'x-address': '203.0.113.8' }
    for (let hit = 0; hit < 10; hit += 1) await countHit(database.sql, 'often 203.0.113.8', rule)
    expect(await statuses(appFor(1), '/often', [address])).toEqual([429])
  })

  test('two servers count together, and no hit is lost', async () => {
    const rule = { max: 10, windowS: 60 }
    const counted = await Promise.all(Array.from({ length: 25 }, () => countHit(database.sql, 'crowd', rule)))
    expect(counted.filter(({ ok }) => ok)).toHaveLength(10)
  })

  test('under test they are wide, unless a test wants them', async () => {
    const get = appFor()
    await advanceClock(database.sql, 61_000)
    expect(new Set(await statuses(get, '/address', Array(20).fill({})))).toEqual(new Set([200]))
  })
})
