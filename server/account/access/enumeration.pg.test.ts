import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rotateSignupCode } from '../../athlete/join/signup-code.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { work } from '../../work.ts'

const counted = vi.hoisted(() => ({ hashes: 0 }))
// the real ones, counted
vi.mock('better-auth/crypto', async (load) => {
  const real = await load<typeof import('better-auth/crypto')>()
  const count =
    <A extends unknown[], R>(run: (...args: A) => R) =>
    (...args: A): R => {
      counted.hashes += 1
      return run(...args)
    }
  return { ...real, hashPassword: count(real.hashPassword), verifyPassword: count(real.verifyPassword) }
})

const ROUNDS = 5
const password = 'a long enough password'

let world: World
let code = ''
beforeAll(async () => {
  world = await openWorld()
  code = (await work(world.context, (inside) => rotateSignupCode(inside, null))).code
})
afterAll(() => world.end())

const person = (email: string) => ({
  firstName: 'Robin',
  lastName: 'Reed',
  birthDate: '1998-04-02',
  countryCode: 'CA',
  city: 'Banff',
  email,
})

const profile = {
  sport: 'Rowing',
  position: null,
  bio: 'I row.',
  achievements: ['One'],
  interests: ['Two'],
  instagram: null,
  tiktok: null,
  x: null,
  noGoTopics: null,
}

/** Every call that takes an address from anybody, and how many passwords it may hash. */
const CALLS: Record<string, { hashes: number; body: (email: string, round: number) => object }> = {
  '/api/account/join-fan': {
    hashes: 1,
    body: (email, round) => ({ person: person(email), username: `join${round}${email.length}`, password }),
  },
  '/api/account/join-athlete': {
    hashes: 1,
    body: (email, round) => ({
      code,
      person: { ...person(email), countryCode: 'NO' },
      username: `row${round}${email.length}`,
      password,
      profile,
      covers: 0,
    }),
  },
  '/api/account/forgot-password': { hashes: 0, body: (email) => ({ email }) },
  '/api/account/send-link': { hashes: 0, body: (email) => ({ email }) },
  '/api/account/mine-link': { hashes: 0, body: (email) => ({ email }) },
  '/api/account/change-password': {
    hashes: 1,
    body: (email) => ({ email, currentPassword: 'not the one', newPassword: password }),
  },
  '/api/auth/sign-in/email': { hashes: 1, body: (email) => ({ email, password: 'not the one' }) },
}

type Heard = { status: number; headers: string[]; body: unknown }

async function ask(path: string, body: object): Promise<{ heard: Heard; ms: number; hashes: number }> {
  const browser = world.browser()
  counted.hashes = 0
  const began = performance.now()
  const answer = await browser.request(path, { method: 'POST', body })
  const text = await answer.text()
  const ms = performance.now() - began
  const {
    requestId: _requestId,
    uploadToken: _uploadToken,
    ...said
  } = JSON.parse(text) as Record<string, unknown>
  const headers = [...answer.headers.keys()].sort()
  return { heard: { status: answer.status, headers, body: said }, ms, hashes: counted.hashes }
}

/** How often a pair of times has the slower one on the known side: a half means that nothing can be told. */
function slowerShare(known: number[], unknown: number[]): number {
  const pairs = known.flatMap((a) => unknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return pairs.reduce((sum: number, each) => sum + each, 0) / pairs.length
}

const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

test('D112 S2-8.41 S2-8.43 S2-8.44 a known and an unknown address get the same answer for the same work', async () => {
  const known = await world.makePerson({ role: 'basic', username: 'known' })
  const unknown = 'unknown@t.test'
  const table: string[] = []
  for (const [path, { hashes, body }] of Object.entries(CALLS)) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      // the first of a pair changes, so that whatever else the machine does meets both
      const order = round % 2 ? [known.email, unknown] : [unknown, known.email]
      const [first, second] = [
        await ask(path, body(order[0] ?? '', round)),
        await ask(path, body(order[1] ?? '', round)),
      ]
      expect(first.heard, path).toEqual(second.heard)
      expect(first.hashes, path).toBe(second.hashes)
      // the sign-in library hashes by itself, for an unknown address too
      if (!path.includes('/auth/')) expect(first.hashes, path).toBe(hashes)
      const [ofKnown, ofUnknown] = round % 2 ? [first, second] : [second, first]
      times.known.push(ofKnown.ms)
      times.unknown.push(ofUnknown.ms)
    }
    table.push(
      `  ${path.padEnd(32)} known ${middle(times.known).toFixed(1)} ms, unknown ${middle(times.unknown).toFixed(1)} ms, ` +
        `slower when known ${(100 * slowerShare(times.known, times.unknown)).toFixed(0)} %`,
    )
  }
  process.stdout.write(`enumeration, medians of ${ROUNDS}:\n${table.join('\n')}\n`)
}, 600_000)
