import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../sync/limits.ts'
import { HEADERS } from '../../../sync/paths.ts'
import { pause } from '../../pause.ts'
import type { Browser } from '../../testing/browser.ts'
import { browserAt } from '../../testing/browser-at.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'
import { createPasswordHasher, inLine } from '../password-hasher.ts'

const SIGN_IN = '/api/auth/sign-in/email'

/** The hashed passwords. Hashing runs one at a time, and can be slowed down by `ms`. */
const looked = { each: [] as string[], ms: 0 }
const hasher = createPasswordHasher({ passwordHasher: 'cheap' })
const slowly =
  <A extends [string, ...unknown[]], T>(run: (...args: A) => Promise<T>) =>
  async (...args: A) => {
    looked.each.push(args[0])
    if (looked.ms > 0) await pause(looked.ms)
    return run(...args)
  }
const passwords = inLine(
  { ...hasher, hash: slowly(hasher.hash), verify: slowly(hasher.verify) },
  { atOnce: 1 },
)

let world: World
beforeAll(async () => {
  world = await openWorld({ parts: { limitFactor: 1, passwords } })
})
afterAll(() => world.end())

const at = (address: string) => browserAt(world, address)
const somebody = () => world.makePerson({ role: 'basic' })

type Told = { status: number; code: string | undefined; waitS: number }

async function readTold(answer: Response): Promise<Told> {
  const { refusal } = (await answer.json()) as { refusal?: { code: string } }
  return { status: answer.status, code: refusal?.code, waitS: Number(answer.headers.get('retry-after')) }
}

/** Tries to sign in once, with a solved captcha if `proven`. */
async function tryAt(browser: Browser, email: string, more: { password?: string; proven?: boolean } = {}) {
  const { password = 'not the one', proven = false } = more
  const headers: Record<string, string> = proven ? { [HEADERS.captcha]: await browser.captcha() } : {}
  return readTold(await browser.request(SIGN_IN, { method: 'POST', body: { email, password }, headers }))
}

/** Tries wrong passwords from unrelated networks. */
async function attack(email: string, times: number): Promise<void> {
  for (let n = 1; n <= times; n += 1) await tryAt(at(`100.${n}.0.1`), email, { proven: true })
}

/** Makes a browser on which the account was signed in but no longer is. */
async function knownDevice(person: Person, address = '192.0.2.10'): Promise<Browser> {
  const browser = at(address)
  await browser.signIn(person)
  await browser.post('/api/auth/sign-out', {})
  return browser
}

async function mailsTo({ email }: Person): Promise<string[]> {
  await world.quiesce()
  return (await world.mails()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject)
}

const TRIED = 'Somebody is trying to sign in to your account'
const NEW_DEVICE = 'A new device signed in to your account'

describe('wrong passwords of strangers', () => {
  test('cost a captcha after three of one network, then twice the time with each', async () => {
    const { email, password } = await somebody()
    const guess = (more: object = {}) => tryAt(at('203.0.113.1'), email, more)
    for (let n = 1; n <= 3; n += 1) expect((await guess()).code).toBe('wrong-sign-in')
    expect((await guess()).code).toBe('captcha-missing')
    expect((await guess({ password })).code).toBe('captcha-missing')
    for (let n = 4; n <= 6; n += 1) expect((await guess({ proven: true })).code).toBe('wrong-sign-in')
    expect(await guess({ proven: true })).toMatchObject({ code: 'too-many-requests', waitS: 1 })
    await world.advance(1_000)
    expect((await guess({ proven: true })).code).toBe('wrong-sign-in')
    expect(await guess({ proven: true })).toMatchObject({ code: 'too-many-requests', waitS: 2 })
    // Tries are counted per network, and another network has not guessed yet.
    expect((await tryAt(at('198.51.100.1'), email, { password, proven: true })).status).toBe(200)
  })

  test('cost a captcha after five of any networks, and an address without an account is treated alike', async () => {
    for (const email of [(await somebody()).email, 'nobody@t.test']) {
      for (let n = 1; n <= 5; n += 1)
        expect((await tryAt(at(`101.${n}.0.1`), email)).code, `${n}`).toBe('wrong-sign-in')
      expect((await tryAt(at('101.6.0.1'), email)).code).toBe('captcha-missing')
      expect((await tryAt(at('101.6.0.1'), email, { proven: true })).code).toBe('wrong-sign-in')
    }
  })

  test('many at once are no way around it', async () => {
    const { email } = await somebody()
    const all = await Promise.all(Array.from({ length: 12 }, () => tryAt(at('203.0.113.20'), email)))
    expect(all.filter(({ code }) => code === 'wrong-sign-in')).toHaveLength(3)
  })

  test('from six /64 of one /56 as many are looked at as the /56 has room for', async () => {
    let looked = 0
    for (let n = 0; n < 90; n += 1) {
      const { code } = await tryAt(at(`2001:db8:0:${100 + (n % 6)}::1`), `one${n}@t.test`)
      if (code === 'wrong-sign-in') looked += 1
    }
    expect(looked).toBe(60)
  })

  test('of a quiet day nothing is left', async () => {
    const { email } = await somebody()
    for (let n = 1; n <= 3; n += 1) await tryAt(at('203.0.113.30'), email)
    await world.advance(DAY_MS)
    expect((await tryAt(at('203.0.113.30'), email)).code).toBe('wrong-sign-in')
  })
})

describe('whoever owns the account', () => {
  test('gets in on a device it knows, whatever others did, from the same network too', async () => {
    const person = await somebody()
    const own = await knownDevice(person, '203.0.113.40')
    await attack(person.email, 12)
    for (let n = 1; n <= 40; n += 1) await tryAt(at('203.0.113.40'), `other${n}@t.test`)
    for (let n = 1; n <= 30; n += 1) await tryAt(at('203.0.113.40'), `else${n}@t.test`, { proven: true })
    expect((await tryAt(at('203.0.113.40'), person.email, { proven: true })).code).toBe('too-many-requests')
    expect((await tryAt(own, person.email, { password: person.password })).status).toBe(200)
  })

  test('waits behind nobody’s guesses on a device it knows', async () => {
    const person = await somebody()
    const own = await knownDevice(person, '192.0.2.80')
    Object.assign(looked, { each: [], ms: 100 })
    const guesses = Array.from({ length: 20 }, (_, n) => tryAt(at(`101.${n}.0.1`), `crowd${n}@t.test`))
    await expect.poll(() => looked.each.length).toBeGreaterThan(1)
    expect((await tryAt(own, person.email, { password: person.password })).status).toBe(200)
    expect(looked.each.length).toBeLessThan(12)
    looked.ms = 0
    await Promise.all(guesses)
  })

  test('waits elsewhere behind a few guesses alone: of many at once each shows a captcha, at any address', async () => {
    const person = await somebody()
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = Array.from({ length: 20 }, () => passwords.countTry(() => promise))
    const elsewhere = at('198.51.100.60')
    const right = { password: person.password }
    expect((await tryAt(elsewhere, person.email, right)).code).toBe('captcha-missing')
    expect((await tryAt(elsewhere, person.email, { ...right, proven: true })).status).toBe(200)
    resolve()
    await Promise.all(held)
    expect((await tryAt(at('198.51.100.61'), person.email, right)).status).toBe(200)
    // A request that arrives at the same instant counts too.
    const crowd = Array.from({ length: 60 }, (_, n) => tryAt(at(`103.${n}.0.1`), `more${n}@t.test`))
    const codes = (await Promise.all(crowd)).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['captcha-missing', 'wrong-sign-in']))
  })

  test('gets in elsewhere with the right password and a captcha, while others guess', async () => {
    const person = await somebody()
    await attack(person.email, 20)
    const elsewhere = at('198.51.100.50')
    const right = { password: person.password }
    expect((await tryAt(elsewhere, person.email, right)).code).toBe('captcha-missing')
    expect((await tryAt(elsewhere, person.email, { ...right, proven: true })).status).toBe(200)
  })

  test('may mistype ten times on a known device; whoever holds it then is a stranger', async () => {
    const person = await somebody()
    const own = await knownDevice(person, '192.0.2.60')
    for (let n = 1; n <= 9; n += 1) expect((await tryAt(own, person.email)).code).toBe('wrong-sign-in')
    expect((await tryAt(own, person.email, { password: person.password })).status).toBe(200)
    await own.session()
    await own.post('/api/auth/sign-out', {})
    for (let n = 1; n <= 13; n += 1) await tryAt(own, person.email)
    expect((await tryAt(own, person.email)).code).toBe('captcha-missing')
  })

  test('tries the right password on a known device thirty times in a quarter of an hour, then as a stranger', async () => {
    const person = await somebody()
    const own = await knownDevice(person, '192.0.2.65')
    await attack(person.email, 6)
    const right = { password: person.password }
    const enter = async (more = right) => {
      const told = await tryAt(own, person.email, more)
      await own.session()
      await own.post('/api/auth/sign-out', {})
      return told
    }
    for (let n = 1; n <= 30; n += 1) expect((await enter()).status, `${n}`).toBe(200)
    expect((await enter()).code).toBe('captcha-missing')
    const proven = { ...right, proven: true }
    expect((await enter(proven)).status).toBe(200)
    await world.advance(15 * 60_000)
    expect((await enter()).status).toBe(200)
  })

  test('tries sixty passwords on all known devices in a quarter of an hour, then as a stranger', async () => {
    const person = await somebody()
    const devices: Browser[] = []
    for (let n = 1; n <= 7; n += 1) devices.push(await knownDevice(person, `192.0.${n}.66`))
    const [late, ...others] = devices
    await attack(person.email, 6)
    for (const device of others)
      for (let n = 1; n <= 10; n += 1)
        expect((await tryAt(device, person.email)).code, `${n}`).toBe('wrong-sign-in')
    const right = { password: person.password }
    const enter = () => tryAt(late ?? at('192.0.1.66'), person.email, right)
    expect((await enter()).code).toBe('captcha-missing')
    // another account's devices have a count of their own
    const other = await somebody()
    const own = await knownDevice(other, '192.0.2.67')
    await attack(other.email, 6)
    expect((await tryAt(own, other.email, { password: other.password })).status).toBe(200)
    await world.advance(15 * 60_000)
    expect((await enter()).status).toBe(200)
  })

  test('is known no more on the devices of before, once the password was set anew', async () => {
    const person = await somebody()
    const thief = await knownDevice(person, '192.0.2.70')
    await at('192.0.2.71').post('/api/account/forgot-password', { email: person.email })
    await world.quiesce()
    const letter = (await world.mails()).filter(({ recipient }) => recipient === person.email).at(-1)
    const token = /#token=([\w-]{43})\b/.exec(letter?.text ?? '')?.[1]
    const reset = { token, password: 'an altogether new one' }
    expect((await at('192.0.2.71').post('/api/account/reset-password', reset)).status).toBe(200)
    await attack(person.email, 6)
    expect((await tryAt(thief, person.email)).code).toBe('captcha-missing')
  })

  test('changes the password in their own session, however often strangers tried to', async () => {
    const person = await somebody()
    const own = at('192.0.2.80')
    await own.signIn(person)
    const change = { email: person.email, currentPassword: 'not the one', newPassword: 'an entirely new one' }
    for (let n = 1; n <= 12; n += 1) await at(`102.${n}.0.1`).post('/api/account/change-password', change)
    const stranger = await at('102.13.0.1').request('/api/account/change-password', {
      method: 'POST',
      body: change,
    })
    expect((await readTold(stranger)).code).toBe('captcha-missing')
    const right = { ...change, currentPassword: person.password }
    expect((await own.post('/api/account/change-password', right)).status).toBe(200)
    // This device is still known to the account.
    await own.post('/api/auth/sign-out', {})
    expect((await tryAt(own, person.email, { password: right.newPassword })).status).toBe(200)
  })

  test('is told of wrong passwords once a day, and of a device that was never signed in on', async () => {
    const person = await somebody()
    await knownDevice(person)
    expect(await mailsTo(person)).toEqual([])
    await attack(person.email, 10)
    expect(await mailsTo(person)).toEqual([])
    await attack(person.email, 5)
    expect(await mailsTo(person)).toEqual([TRIED])
    const elsewhere = at('198.51.100.90')
    await elsewhere.signIn(person)
    expect(await mailsTo(person)).toEqual([TRIED, NEW_DEVICE])
    const letter = (await world.mails()).find(
      ({ recipient, subject }) => recipient === person.email && subject === NEW_DEVICE,
    )
    expect(letter?.text).toMatch(/Device.*A browser/s)
    await elsewhere.post('/api/auth/sign-out', {})
    await elsewhere.signIn(person)
    await attack(person.email, 3)
    expect(await mailsTo(person)).toEqual([TRIED, NEW_DEVICE])
    const kept = await world.database.sql<{ bucket: string }[]>`
      select bucket from password_try union all select device_hash from known_device`
    expect(kept.filter(({ bucket }) => bucket.includes('@'))).toEqual([])
  })

  test('has no session begun of which they could not be told', async () => {
    const person = await somebody()
    await knownDevice(person)
    const { sql } = world.database
    await sql`create function no_room() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`
    await sql`create trigger no_room before insert on known_device for each row execute function no_room()`
    const body = { email: person.email, password: person.password }
    const answer = await at('192.0.2.97').request(SIGN_IN, { method: 'POST', body })
    await sql`drop trigger no_room on known_device`
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
  })

  test('is told of a new device whichever way it came', async () => {
    const person = await somebody()
    await knownDevice(person)
    await at('192.0.2.95').post('/api/account/send-link', { email: person.email })
    await world.quiesce()
    const letter = (await world.mails()).filter(({ recipient }) => recipient === person.email).at(-1)
    const token = /#token=([\w-]{43})\b/.exec(letter?.text ?? '')?.[1]
    expect((await at('192.0.2.96').post('/api/account/use-link', { token })).status).toBe(200)
    expect(await mailsTo(person)).toContain(NEW_DEVICE)
  })
})

describe('a mailed link behind an address that used up its tries', () => {
  const address = '198.51.100.40'
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    (await at(address).request(path, { method: 'POST', body, headers })).status
  const never = 'x'.repeat(43)

  test('a good link opens behind an address that used up its tries', async () => {
    const person = await somebody()
    for (let n = 0; n < 30; n += 1)
      for (const path of ['look-link', 'use-link']) await post(`/api/account/${path}`, { token: never })
    expect(await post('/api/account/use-link', { token: never })).toBe(429)

    for (let n = 0; n < 31; n += 1)
      expect(await post('/api/account/send-link', { email: person.email })).toBe(400)
    for (let n = 0; n < 121; n += 1) await at(address).get('/api/captcha')
    const headers = { [HEADERS.captcha]: await at(address).captcha() }
    expect(await post('/api/account/send-link', { email: person.email }, headers)).toBe(200)
    await world.quiesce()
    const mail = (await world.mails()).find(({ recipient }) => recipient === person.email)
    const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    expect(await post('/api/account/look-link', { token })).toBe(200)
    expect(await post('/api/account/use-link', { token })).toBe(200)
  })

  test('a right password with a captcha signs in there, too', async () => {
    const person = await somebody()
    for (let n = 0; n < 31; n += 1) await tryAt(at(address), `invented${n % 11}@t.test`)
    const { password } = person
    expect((await tryAt(at(address), person.email, { password })).code).toBe('captcha-missing')
    expect((await tryAt(at(address), person.email, { password, proven: true })).status).toBe(200)
  })
})
