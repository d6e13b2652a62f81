import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewPasskey, PasskeyChallenge } from '../../../sync/account/passkey.ts'
import type { NewSecondFactor } from '../../../sync/account/safety.ts'
import type { SessionAnswer } from '../../../sync/calls.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { appCode } from '../../testing/app-code.ts'
import { openAuthenticator } from '../../testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'
import { identify } from '../identify.ts'
import { CALLS_THAT_RENEW } from './renew-session.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const sessionCookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('session='))
    ?.split(';')[0] ?? null

/** Opens a browser with a session, and returns the cookie that a thief has copied from it. */
async function openSession({ email, password }: Person): Promise<{ browser: Browser; stolen: string }> {
  const browser = world.browser()
  const signedIn = await browser.request('/api/auth/sign-in/email', {
    method: 'POST',
    body: { email, password },
  })
  const stolen = sessionCookieOf(signedIn)
  if (!stolen) throw new Error('no session began')
  await browser.session()
  return { browser, stolen }
}

async function csrfOf(cookie: string): Promise<string> {
  const answer = await world.browser().request('/api/session', { headers: { cookie } })
  return ((await answer.json()) as SessionAnswer).csrf ?? ''
}

const show = (browser: Browser, path: string, body: object) => browser.request(path, { method: 'POST', body })

/** Returns whether a cookie is signed in, and how the answer treats the cookie. */
async function askAs(cookie: string) {
  const answer = await world.browser().request('/api/session', { headers: { cookie } })
  const { person } = (await answer.json()) as { person?: object | null }
  return { status: answer.status, isIn: Boolean(person), takesCookie: sessionCookieOf(answer) === 'session=' }
}
const IN = { status: 200, isIn: true, takesCookie: false }
const LATER = { status: 503, isIn: false, takesCookie: false }
const OUT = { status: 200, isIn: false, takesCookie: true }

describe('ASVS 7.2.4 a session has another token once its owner was proven again', () => {
  const device = openAuthenticator()
  let person: Person
  let password: string
  let shownKey: NewSecondFactor
  beforeAll(async () => {
    person = await world.makePerson({ role: 'basic' })
    password = person.password
  })
  const now = async () => (await world.context.clock.now()).getTime()
  const code = async () => appCode(shownKey.key, await now())
  const begunPasskey = async (browser: Browser) =>
    (await browser.post<NewPasskey>(CALLS.beginPasskey, { password })).body
  const challenge = async () =>
    (await world.browser().post<PasskeyChallenge>(CALLS.passkeyChallenge, {})).body

  /** The body of each call, in an order in which every call succeeds. */
  const BODIES: [path: string, body: (browser: Browser) => Promise<object>][] = [
    [CALLS.openMine, async () => ({ password })],
    [CALLS.changeEmail, async () => ({ email: 'renewed@fan.test', password })],
    [
      CALLS.changePassword,
      async () => {
        const currentPassword = password
        password = 'another one than before'
        return { email: person.email, currentPassword, newPassword: password }
      },
    ],
    [CALLS.beginSecondFactor, async () => ({ password })],
    [CALLS.confirmSecondFactor, async () => ({ sealed: shownKey.sealed, code: await code() })],
    [CALLS.beginPasskey, async () => ({ password })],
    [CALLS.addPasskey, async (browser) => ({ ...device.make(await begunPasskey(browser)), name: 'Phone' })],
    [CALLS.showFactor, async () => ({ passkey: device.sign(await challenge()) })],
    [
      CALLS.endSecondFactor,
      async () => {
        await world.advance(31_000)
        return { password, code: await code() }
      },
    ],
  ]

  test('every call that renews is tried', () => {
    expect(BODIES.map(([path]) => path).sort()).toEqual([...CALLS_THAT_RENEW].sort())
  })

  test('by each of these calls: the new one is the same session, the old one opens nothing', async () => {
    const { browser, stolen } = await openSession(person)
    const { csrf } = await browser.session()
    let before = stolen
    for (const [path, bodyOf] of BODIES) {
      const body = await bodyOf(browser)
      // Adding a passkey first requests its challenge, which also renews the session.
      const held = path === CALLS.addPasskey ? null : before
      const answer = await show(browser, path, body)
      expect([path, answer.status]).toEqual([path, 200])
      if (path === CALLS.beginSecondFactor) shownKey = (await answer.json()) as NewSecondFactor
      const renewed = sessionCookieOf(answer)
      expect(renewed, path).not.toBeNull()
      expect(renewed, path).not.toBe(before)
      expect((await browser.session()).csrf, path).toBe(csrf)
      if (held) expect([path, await askAs(held)]).toEqual([path, LATER])
      before = renewed ?? ''
    }
    await world.advance(61_000)
    expect(await askAs(stolen)).toEqual(OUT)
    expect(await askAs(before)).toEqual(IN)
  })

  test('a wrong password renews nothing', async () => {
    const { browser, stolen } = await openSession(await world.makePerson({ role: 'basic' }))
    const answer = await show(browser, CALLS.openMine, { password: 'not the password' })
    expect([answer.status, sessionCookieOf(answer)]).toEqual([422, null])
    expect(await askAs(stolen)).toEqual(IN)
  })
})

describe('what the browser has under way when its session is renewed', () => {
  const opened = async () => {
    const person = await world.makePerson({ role: 'basic' })
    return { person, ...(await openSession(person)) }
  }

  test('an answer that is lost signs nobody out: the old token is good until the new one is used', async () => {
    const { person, stolen: old } = await opened()
    const by = world.browser()
    const csrf = await csrfOf(old)
    const headers = { cookie: old, 'x-csrf-token': csrf }
    const body = { password: person.password }
    const [lost, again] = await Promise.all(
      [1, 2].map(() => by.request(CALLS.openMine, { method: 'POST', body, headers })),
    )
    expect(await askAs(old)).toEqual(IN)
    // Both answers carry the session's token, so it does not matter which arrives last.
    const renewed = [lost, again].map((answer) => answer && sessionCookieOf(answer))
    expect(renewed[0]).toBe(renewed[1])
    expect(await askAs(renewed[0] ?? '')).toEqual(IN)
    expect(await askAs(old)).toEqual(LATER)
  })

  test('the stream that another tab has open goes on, and a write of its own is taken', async () => {
    const person = await world.makePerson({ role: 'creator' })
    const { browser } = await openSession(person)
    const stream = (await browser.request('/sync/stream?protocol=1')).body?.getReader()
    const read = async () => new TextDecoder().decode((await stream?.read())?.value)
    expect(await read()).toContain('retry')
    expect((await show(browser, CALLS.openMine, { password: person.password })).status).toBe(200)
    const args = { personId: person.id, before: { city: 'Oslo' }, after: { city: 'Bergen' } }
    expect(await browser.push('profile.save', args)).toMatchObject({ state: 'settled' })
    let heard = ''
    while (!heard.includes('event: changed')) heard += await read()
    expect(heard).not.toContain('bye')
    await stream?.cancel()
  })

  test('signing out with the token of before ends the session as well', async () => {
    const { person, browser, stolen: old } = await opened()
    const renewed = sessionCookieOf(await show(browser, CALLS.openMine, { password: person.password }))
    const csrf = await csrfOf(old)
    const headers = { cookie: old, 'x-csrf-token': csrf }
    await world.browser().request('/api/auth/sign-out', { method: 'POST', body: {}, headers })
    expect(await askAs(renewed ?? '')).toEqual(OUT)
  })

  test('a token that is over does not even sign its owner out', async () => {
    const { person, browser, stolen: old } = await opened()
    const renewed = sessionCookieOf(await show(browser, CALLS.openMine, { password: person.password }))
    expect(await askAs(renewed ?? '')).toEqual(IN)
    await world.advance(61_000)
    await world
      .browser()
      .request('/api/auth/sign-out', { method: 'POST', body: {}, headers: { cookie: old } })
    expect(await askAs(renewed ?? '')).toEqual(IN)
  })

  test('an upload that began before it does not bring the old token back', async () => {
    const { person, browser, stolen: old } = await opened()
    // The first use after a day extends the session, and its answer sets the cookie.
    await world.advance(DAY_MS)
    let isRenewed = false
    const app = new Hono<AppEnv>()
      .use(identify(world.context))
      .get('/at-once', (c) => c.text('sent'))
      .get('/upload', async (c) => {
        isRenewed = (await show(browser, CALLS.openMine, { password: person.password })).ok
        return c.text('sent')
      })
    const headers = { cookie: old }
    const upload = await app.request('/upload', { headers })
    expect([isRenewed, sessionCookieOf(upload)]).toEqual([true, null])
    const other = await opened()
    await world.advance(DAY_MS)
    const atOnce = await app.request('/at-once', { headers: { cookie: other.stolen } })
    expect(sessionCookieOf(atOnce)).toBe(other.stolen)
  })
})
