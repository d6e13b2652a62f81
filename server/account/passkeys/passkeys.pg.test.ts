import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AddPasskeyAnswer, NewPasskey, PasskeyChallenge } from '../../../sync/account/passkey.ts'
import type { NewSecondFactor, RecoveryCodes, SafetyAnswer } from '../../../sync/account/safety.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { createApp } from '../../app/app.ts'
import { signedIn } from '../../testing/actors.ts'
import { type Authenticator, openAuthenticator } from '../../testing/authenticator.ts'
import { type Browser, openBrowser } from '../../testing/browser.ts'
import { browserAt } from '../../testing/browser-at.ts'
import { fromBase32 } from '../../testing/fixtures/account-things.ts'
import { openWorld, PASSWORD, type Person, type World } from '../../testing/world.ts'
import { codeOf, stepAt } from '../second-factor/totp.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

type Says = { refusal?: { code: string; detail?: object } }
const says = ({ status, body }: { status: number; body: Says }) => body.refusal?.code ?? status

async function add(browser: Browser, device: Authenticator, name = 'Phone') {
  const asked = await browser.post<NewPasskey & Says>('/api/account/begin-passkey', { password: PASSWORD })
  if (asked.status !== 200) return { status: asked.status, body: { recoveryCodes: null, ...asked.body } }
  const made = { ...device.make(asked.body), name }
  return browser.post<AddPasskeyAnswer & Says>('/api/account/add-passkey', made)
}

async function challenge(browser: Browser): Promise<PasskeyChallenge> {
  return (await browser.post<PasskeyChallenge>('/api/account/passkey-challenge', {})).body
}

async function enter(device: Authenticator, browser = world.browser()) {
  const passkey = device.sign(await challenge(browser))
  const answer = await browser.post<Says>('/api/account/passkey-sign-in', { passkey })
  return { says: says(answer), person: (await browser.session()).person?.id ?? null }
}

async function byPassword({ email, password }: Person, more: object = {}) {
  const body = { email, password, ...more }
  return world.browser().post<Says>('/api/auth/sign-in/email', body)
}

async function holder(role: 'basic' | 'creator' | 'admin' = 'basic') {
  const person = await world.makePerson({ role })
  const [browser, device] = [await signedIn(world, person), openAuthenticator()]
  const added = await add(browser, device)
  expect(added.status).toBe(200)
  return { person, browser, device, codes: added.body.recoveryCodes ?? [] }
}

/** Turns on an app beside the passkey and returns its recovery codes. */
async function addApp({ password }: Person, browser: Browser): Promise<string[]> {
  const begun = await browser.post<NewSecondFactor>('/api/account/begin-second-factor', { password })
  const { sealed, key } = begun.body
  const step = stepAt(await world.context.clock.now())
  const confirm = { sealed, code: codeOf(fromBase32(key), step) }
  return (await browser.post<RecoveryCodes>('/api/account/confirm-second-factor', confirm)).body.recoveryCodes
}

/** Opens a browser at the same world in production, with what it changes of the context. */
function live(more: Partial<World['context']> = {}): Browser {
  const { context, hub } = world
  const env = { ...context.env, mode: 'production' as const, smtpUrl: 'smtp://localhost' }
  const app = createApp({ ...context, env, ...more }, { hub, site: null })
  return openBrowser((url, init) => app.request(url, init))
}

describe('a passkey signs in', () => {
  test('by itself, and says whose it is', async () => {
    const { person, device } = await holder()
    expect(await enter(device)).toEqual({ says: 200, person: person.id })
    expect(await enter(openAuthenticator())).toEqual({ says: 'wrong-passkey', person: null })
  })

  test('behind an address where others failed as often as they may', async () => {
    const { person, device } = await holder()
    const limited = { ...world, context: { ...world.context, limitFactor: 1 } }
    // an address of its own, because the sign-ins that fail in other tests count as well
    const open = () => browserAt(limited, '203.0.113.9')
    for (let n = 0; n < 30; n += 1)
      expect((await enter(openAuthenticator(), open())).says).toBe('wrong-passkey')
    expect((await enter(openAuthenticator(), open())).says).toBe('too-many-requests')
    expect(await enter(device, open())).toEqual({ says: 200, person: person.id })
  })

  test('a challenge is signed once, within five minutes, and only where it was made', async () => {
    const { device } = await holder()
    const browser = world.browser()
    const asked = await challenge(browser)
    const passkey = device.sign(asked)
    const use = async (proof: object) =>
      says(await world.browser().post<Says>('/api/account/passkey-sign-in', { passkey: proof }))
    expect(await use(passkey)).toBe(200)
    expect(await use(passkey), 'replayed').toBe('wrong-passkey')
    expect(await use(device.sign(asked)), 'the same challenge').toBe('wrong-passkey')
    const late = device.sign(await challenge(browser))
    await world.advance(HOUR_MS / 12 + 1_000)
    expect(await use(late)).toBe('wrong-passkey')
    const made = { challenge: Buffer.from('1.2.3').toString('base64url'), rpId: asked.rpId }
    expect(await use(device.sign(made)), 'a challenge of their own').toBe('wrong-passkey')
    const elsewhere = { ...(await challenge(browser)), rpId: 'infield.evil' }
    expect(await use(device.sign(elsewhere)), 'for another site').toBe('wrong-passkey')
  })

  test('not from another page, not without being unlocked, and not when a copy of it was used meanwhile', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const browser = await signedIn(world, person)
    expect(says(await add(browser, openAuthenticator({ origin: 'https://evil.example' })))).toBe(
      'wrong-passkey',
    )
    expect(says(await add(browser, openAuthenticator({ isUnlocked: false })))).toBe('wrong-passkey')
    const { device } = await holder()
    const older = device.sign(await challenge(world.browser()))
    const newer = device.sign(await challenge(world.browser()))
    const use = async (passkey: object) =>
      says(await world.browser().post<Says>('/api/account/passkey-sign-in', { passkey }))
    expect([await use(newer), await use(older)]).toEqual([200, 'wrong-passkey'])
  })
})

describe('a passkey is a second factor', () => {
  test('beside the password, which alone is no longer enough; a recovery code stands in for it once', async () => {
    const { person, browser, device, codes } = await holder()
    expect(codes).toHaveLength(10)
    const alone = await byPassword(person)
    expect(alone.body.refusal).toEqual({ code: 'second-factor-wanted', detail: { by: 'passkey' } })
    const passkey = device.sign(await challenge(browser))
    expect(says(await byPassword(person, { passkey }))).toBe(200)
    const code = codes[0] ?? ''
    expect([says(await byPassword(person, { code })), says(await byPassword(person, { code }))]).toEqual([
      200,
      'wrong-code',
    ])
    const another = (await holder()).device
    const foreign = another.sign(await challenge(browser))
    expect(says(await byPassword(person, { passkey: foreign }))).toBe('wrong-passkey')
  })

  test('the first one ends what began without it, the next ones end nothing; their owner is told of each', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const [here, there] = [await signedIn(world, person), await signedIn(world, person)]
    const [phone, desktop] = [openAuthenticator(), openAuthenticator()]
    await add(here, phone)
    expect((await there.session()).person).toBeNull()
    const other = world.browser()
    await enter(phone, other)
    const second = await add(here, desktop, 'Desk')
    expect(second.body).toEqual({ recoveryCodes: null })
    expect((await other.session()).person?.id).toBe(person.id)
    await world.quiesce()
    const mails = await world.database.sql`
      select subject from mailbox where recipient like ${`%${person.email}%`} and subject like '%passkey%' order by at`
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('A passkey was added to your account'))
  })

  test('it has a name, is called something else, and goes; with the last factor go its recovery codes', async () => {
    const { person, browser, device } = await holder()
    const list = async () => (await browser.get<SafetyAnswer>('/api/account/safety')).body.passkeys
    expect(await list()).toMatchObject([{ id: device.id, name: 'Phone', lastUsedAt: null }])
    expect(
      says(await browser.post('/api/account/rename-passkey', { id: device.id, name: 'Old phone' })),
    ).toBe(200)
    await enter(device)
    expect(await list()).toMatchObject([{ name: 'Old phone', lastUsedAt: expect.any(Number) }])
    const stranger = (await holder()).browser
    for (const call of ['rename', 'remove']) {
      const body = { id: device.id, ...(call === 'rename' && { name: 'Mine' }) }
      expect(says(await stranger.post(`/api/account/${call}-passkey`, body))).toBe('not-found')
    }
    expect(says(await browser.post('/api/account/remove-passkey', { id: device.id }))).toBe(200)
    expect(await list()).toEqual([])
    expect(says(await byPassword(person))).toBe(200)
    const [left] = await world.database.sql`
      select count(*)::int as codes from recovery_code r join person p on p.auth_id = r.user_id::text
      where p.id = ${person.id}`
    expect(left).toEqual({ codes: 0 })
  })

  test('a stolen session begins no first factor without the password, and needs none for the next', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const browser = await signedIn(world, person)
    const begin = async (body: object) => says(await browser.post<Says>('/api/account/begin-passkey', body))
    expect(await begin({})).toBe('wrong-current-password')
    expect(await begin({ password: 'another password' })).toBe('wrong-current-password')
    expect(await begin({ password: person.password })).toBe(200)
    expect((await add(browser, openAuthenticator())).status).toBe(200)
    expect(await begin({})).toBe(200)
  })

  test('a device adds no second one, and an account has ten at most', async () => {
    const { browser, device } = await holder()
    expect(says(await add(browser, device))).toBe('passkey-known')
    for (let more = 1; more < 10; more += 1) await add(browser, openAuthenticator(), `Key ${more}`)
    expect(says(await add(browser, openAuthenticator()))).toBe('passkeys-enough')
  })
})

test('an app beside a passkey has fresh recovery codes, and each goes without the other', async () => {
  const { person, browser, device, codes } = await holder()
  const [fresh = '', another = ''] = await addApp(person, browser)
  expect((await byPassword(person)).body.refusal?.detail).toEqual({ by: 'app passkey' })
  expect(says(await byPassword(person, { code: codes[0] }))).toBe('wrong-code')
  expect(says(await byPassword(person, { code: fresh }))).toBe(200)
  const off = { password: person.password, code: another }
  expect(says(await browser.post('/api/account/end-second-factor', off))).toBe(200)
  expect((await byPassword(person)).body.refusal?.detail).toEqual({ by: 'passkey' })
  expect(await enter(device)).toMatchObject({ says: 200 })
  await world.quiesce()
  const mail = (await world.mails()).find(
    ({ recipient, subject }) => recipient === person.email && subject.endsWith('was turned off'),
  )
  expect(mail?.subject).toBe('Your authenticator app was turned off')
  expect(mail?.text).toContain('your passkey still does')
  expect(mail?.text).not.toContain('password alone')
})

test('the statements of the runbook let in an owner who holds none of the factors', async () => {
  const { person, browser, device } = await holder()
  await addApp(person, browser)
  expect(says(await byPassword(person))).toBe('second-factor-wanted')
  const page = await readFile(new URL('../../../docs/runbooks/lost-key.md', import.meta.url), 'utf8')
  const statements = [...page.matchAll(/^```sql\n(.*?)^```/gms)].map(([, text = '']) => text).join('')
  const other = await holder()
  await world.database.sql.unsafe(statements.replaceAll('them@example.com', person.email))
  expect((await browser.session()).person).toBeNull()
  expect(says(await byPassword(person))).toBe(200)
  expect((await enter(device)).says).toBe('wrong-passkey')
  expect(says(await byPassword(other.person)), 'somebody else').toBe('second-factor-wanted')
})

describe('S2-6.9 the team, in production', () => {
  test('an admin comes in with a passkey and no app, and keeps the last one', async () => {
    const { person, device } = await holder('admin')
    const browser = live()
    expect(await enter(device, browser)).toEqual({ says: 200, person: person.id })
    expect(says(await browser.post('/api/account/remove-passkey', { id: device.id }))).toBe(
      'second-factor-needed',
    )
    expect((await browser.get<SafetyAnswer>('/api/account/safety')).body.passkeys).toHaveLength(1)
  })

  test('an admin who removes the passkey while the app is being turned off keeps the app', async () => {
    const { person, browser: here, device } = await holder('admin')
    const [code = ''] = await addApp(person, here)
    const { passwords } = world.context
    const removed: (string | number)[] = []
    const verify: typeof passwords.verify = async (...given) => {
      removed.push(says(await there.post('/api/account/remove-passkey', { id: device.id })))
      return passwords.verify(...given)
    }
    const [browser, there] = [live({ passwords: { ...passwords, verify } }), live()]
    await enter(device, browser)
    await enter(device, there)
    const off = { password: person.password, code }
    expect(says(await browser.post('/api/account/end-second-factor', off))).toBe('second-factor-needed')
    expect(removed).toEqual([200])
    expect((await byPassword(person)).body.refusal?.detail).toEqual({ by: 'app' })
  })
})
