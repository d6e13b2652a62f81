import { afterAll, beforeAll, expect, test } from 'vitest'
import { HEADERS } from '../../../sync/paths.ts'
import { rotateSignupCode } from '../../athlete/join/signup-code.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { createPasswordHasher, type PasswordLine } from '../password-hasher.ts'

/** The number of hashes stands for the time that an answer takes, because hashing dominates these calls. */
const counted = { hashes: 0 }
const hasher = createPasswordHasher({ passwordHasher: 'cheap' })
const passwords: PasswordLine = {
  ...hasher,
  hash(password) {
    counted.hashes += 1
    return hasher.hash(password)
  },
  verify(password, hash) {
    counted.hashes += 1
    return hasher.verify(password, hash)
  },
}

const ROUNDS = 2
const password = 'a long enough password'

let world: World
let code = ''
beforeAll(async () => {
  world = await openWorld({ parts: { passwords } })
  code = (await transact(world.context, (inside) => rotateSignupCode(inside, null))).code
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

/** Every call that takes an address from anybody, with the number of passwords it may hash. */
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

async function ask(path: string, body: object): Promise<{ heard: Heard; hashes: number }> {
  const browser = world.browser()
  const headers = { [HEADERS.captcha]: await browser.captcha() }
  counted.hashes = 0
  const answer = await browser.request(path, { method: 'POST', body, headers })
  const text = await answer.text()
  const {
    requestId: _requestId,
    uploadToken: _uploadToken,
    ...said
  } = JSON.parse(text) as Record<string, unknown>
  const names = [...answer.headers.keys()].sort()
  return { heard: { status: answer.status, headers: names, body: said }, hashes: counted.hashes }
}

test.each(Object.entries(CALLS))(
  'D112 S2-8.41 S2-8.43 S2-8.44 %s gives a known and an unknown address the same answer for the same work',
  async (path, { hashes, body }) => {
    const known = await world.makePerson({ role: 'basic' })
    const unknown = `u${crypto.randomUUID().slice(0, 8)}@t.test`
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 ? [known.email, unknown] : [unknown, known.email]
      const first = await ask(path, body(order[0] ?? '', round))
      const second = await ask(path, body(order[1] ?? '', round))
      expect(first.heard).toEqual(second.heard)
      expect([first.hashes, second.hashes]).toEqual([hashes, hashes])
    }
  },
)
