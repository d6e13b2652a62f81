import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MineAnswer } from '../../../sync/account/mine.ts'
import type { NewPasskey, PasskeyChallenge } from '../../../sync/account/passkey.ts'
import type { IntentName } from '../../../sync/intents.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { signedIn } from '../../testing/actors.ts'
import { type Authenticator, openAuthenticator } from '../../testing/authenticator.ts'
import type { Browser } from '../../testing/browser.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'
import { CALLS_ASKED_AGAIN, INTENTS_ASKED_AGAIN, MAILED_CALLS_ASKED_AGAIN } from './asked-again.ts'

let world: World
let person: Person
let browser: Browser
let device: Authenticator

beforeAll(async () => {
  world = await openWorld()
  person = await world.makePerson({ role: 'creator', username: 'careful' })
  browser = await signedIn(world, person)
  device = openAuthenticator()
  const asked = (await browser.post<NewPasskey>(CALLS.beginPasskey, { password: person.password })).body
  const made = { ...device.make(asked), name: 'Phone' }
  await browser.post(CALLS.addPasskey, made)
})
afterAll(() => world.end())

type Says = { refusal?: { code: string; detail?: object } }
const WANTED = { code: 'step-up-wanted', detail: { by: 'passkey' } }

const MINUTE_MS = HOUR_MS / 60
const isOver = () => world.advance(10 * MINUTE_MS + 1_000)

async function proof(): Promise<object> {
  const { body } = await world.browser().post<PasskeyChallenge>(CALLS.passkeyChallenge, {})
  return device.sign(body)
}
/** Makes an owner of the team with a passkey. */
async function anOwner() {
  const owner = await world.makePerson({ role: 'admin' })
  const by = await signedIn(world, owner)
  const its = openAuthenticator()
  const asked = (await by.post<NewPasskey>(CALLS.beginPasskey, { password: owner.password })).body
  await by.post(CALLS.addPasskey, { ...its.make(asked), name: 'Phone' })
  return [by, its] as const
}

const show = async (by: Browser, more: object = {}) =>
  (await by.post<Says>(CALLS.showFactor, { ...more, passkey: await proof() })).status

const refused = async (by: Browser, path: string, body: object) =>
  (await by.post<Says>(path, body)).body.refusal

/** The body of each call. The call may be refused for other reasons, but not because the factor is wanted. */
const BODIES: Record<string, () => object> = {
  [CALLS.openMine]: () => ({ password: person.password }),
  [CALLS.endSessions]: () => ({ ids: [randomUUID()] }),
  [CALLS.beginSecondFactor]: () => ({ password: person.password }),
  [CALLS.renewCodes]: () => ({}),
  [CALLS.beginPasskey]: () => ({}),
  [CALLS.addPasskey]: () => ({ id: 'a', name: 'a', clientDataJSON: 'a', attestationObject: 'a' }),
  [CALLS.removePasskey]: () => ({ id: 'a' }),
  [CALLS.changePassword]: () => {
    const { email, password: currentPassword } = person
    return { email, currentPassword, newPassword: 'short' }
  },
  [CALLS.changeEmail]: () => ({ email: 'other@fan.test', password: 'not the password' }),
  [CALLS.correctEmail]: () => ({ questionId: randomUUID(), email: 'other@fan.test' }),
  [CALLS.payoutHandle]: () => ({ handle: '@thief' }),
  [CALLS.createAccountLink]: () => ({ country_code: 'NO', email: person.email }),
}

describe('ASVS 7.5.1 a session alone is not enough', () => {
  test.each(CALLS_ASKED_AGAIN)(
    '%s asks for the second factor, which counts for ten minutes',
    async (path) => {
      const body = BODIES[path]
      if (!body) return expect.fail(`${path} is asked again, and no test sends it: add it to BODIES.`)
      await isOver()
      expect(await refused(browser, path, body())).toEqual(WANTED)
      expect(await show(browser)).toBe(200)
      await world.advance(8 * MINUTE_MS)
      expect((await refused(browser, path, body()))?.code).not.toBe(WANTED.code)
      await world.advance(2 * MINUTE_MS + 1_000)
      expect(await refused(browser, path, body())).toEqual(WANTED)
    },
  )

  test.each(Object.keys(INTENTS_ASKED_AGAIN) as IntentName[])(
    '%s asks as well, and decides nothing without it',
    async (name) => {
      const { id: colleague } = await world.makePerson({ role: 'admin' })
      const args: object | undefined = {
        'profile.save': {
          personId: person.id,
          before: { payoutHandle: null },
          after: { payoutHandle: '@thief' },
        },
        'team.invite': { inviteId: randomUUID(), email: 'invited@team.test', deskRole: 'owner' },
        'team.set-role': { personId: colleague, deskRole: 'support' },
        'team.remove': { personId: colleague },
      }[name as string]
      if (!args) return expect.fail(`${name} is asked again, and no test sends it.`)
      const [by, its] = name.startsWith('team.') ? await anOwner() : [browser, device]
      await isOver()
      expect(await by.push(name, args as never)).toMatchObject({ state: 'refused', refusal: WANTED })
      const { body } = await world.browser().post<PasskeyChallenge>(CALLS.passkeyChallenge, {})
      await by.post(CALLS.showFactor, { passkey: its.sign(body) })
      expect(await by.push(name, args as never)).toMatchObject({ state: 'settled' })
    },
  )

  test('what is changed of a profile besides asks nothing', async () => {
    await isOver()
    const args = { personId: person.id, before: { city: 'Oslo' }, after: { city: 'Bergen' } }
    expect(await browser.push('profile.save', args)).toMatchObject({ state: 'settled' })
  })

  test('a wrong passkey shows nothing, a recovery code shows it once, and whoever has no factor is asked nothing', async () => {
    await show(browser)
    const { recoveryCodes } = (await browser.post<{ recoveryCodes: string[] }>(CALLS.renewCodes, {})).body
    await isOver()
    const stranger = openAuthenticator()
    const { body } = await browser.post<PasskeyChallenge>(CALLS.passkeyChallenge, {})
    const tried = await browser.post<Says>(CALLS.showFactor, { passkey: stranger.sign(body) })
    expect(tried.body.refusal?.code).toBe('wrong-passkey')
    expect(await refused(browser, CALLS.endSessions, { ids: [randomUUID()] })).toEqual(WANTED)
    const code = recoveryCodes[0]
    expect((await browser.post(CALLS.showFactor, { code })).status).toBe(200)
    expect((await browser.post(CALLS.showFactor, { code })).status).toBe(401)
    const plain = await signedIn(world, await world.makePerson({ role: 'basic' }))
    expect(await refused(plain, CALLS.endSessions, { ids: [randomUUID()] })).toEqual({
      code: 'wrong-current-password',
    })
  })

  test('the password alone does not change the password', async () => {
    const { email, password: currentPassword } = person
    const change = { email, currentPassword, newPassword: 'of a thief who knows it' }
    const plain = await signedIn(world, await world.makePerson({ role: 'basic' }))
    for (const thief of [world.browser(), plain])
      expect(await refused(thief, CALLS.changePassword, change)).toEqual({ code: 'sign-in-first' })
    const wrong = { ...change, currentPassword: 'not the password' }
    expect(await refused(world.browser(), CALLS.changePassword, wrong)).toEqual({
      code: 'password-not-changed',
    })
  })

  test('it counts in the session it was shown in, and signing in with it is showing it', async () => {
    await isOver()
    const other = world.browser()
    const { email, password } = person
    await other.post('/api/auth/sign-in/email', { email, password, passkey: await proof() })
    expect(await refused(other, CALLS.endSessions, { ids: [randomUUID()] })).toEqual({ code: 'not-found' })
    expect(await refused(browser, CALLS.endSessions, { ids: [randomUUID()] })).toEqual(WANTED)
  })
})

describe('ASVS 6.3.4 the mailbox alone opens nothing of an account with a second factor', () => {
  async function mailedLink(email = person.email): Promise<string> {
    await world.browser().post(CALLS.mineLink, { email })
    const [mail] = await world.database.sql<{ id: string }[]>`
      select id from mail where kind = 'mine-link' order by created_at desc limit 1`
    return mailedToken(world.context.secrets.mailedLink, mail?.id ?? '')
  }

  test.each(MAILED_CALLS_ASKED_AGAIN)('%s behind a mailed link', async (path) => {
    const [thief, token] = [world.browser(), await mailedLink()]
    expect(await refused(thief, path, { token })).toEqual(WANTED)
    const { sql } = world.database
    expect(await sql`select from leaving`).toHaveLength(0)
    expect(await show(thief, { token })).toBe(200)
    const opened = await thief.post<MineAnswer>(CALLS.mine, { token })
    expect((await thief.request(opened.body.exportUrl)).status).toBe(200)
    await isOver()
    expect(await refused(thief, path, { token })).toEqual(WANTED)
  })

  test('a link without the password, or from before a new password, opens nothing; the others open as before', async () => {
    await show(browser)
    const opened = await browser.post<{ token: string }>(CALLS.openMine, { password: person.password })
    const { token } = opened.body
    expect((await browser.post(CALLS.mine, { token })).status).toBe(200)
    const plain = await world.makePerson({ role: 'basic' })
    const [mailed, own] = [await mailedLink(plain.email), await signedIn(world, plain)]
    expect((await world.browser().post(CALLS.mine, { token: mailed })).status).toBe(200)
    const by = await own.post<{ token: string }>(CALLS.openMine, { password: plain.password })
    const copy = (await own.post<MineAnswer>(CALLS.mine, { token: by.body.token })).body.exportUrl
    const change = {
      email: plain.email,
      currentPassword: plain.password,
      newPassword: 'a longer one than before',
    }
    expect((await own.post(CALLS.changePassword, change)).status).toBe(200)
    for (const link of [mailed, by.body.token])
      expect(await refused(own, CALLS.mine, { token: link })).toEqual({ code: 'link-spent' })
    expect((await own.request(copy)).status).toBe(404)
  })
})
