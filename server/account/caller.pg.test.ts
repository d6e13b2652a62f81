import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../sync/limits.ts'
import { VISITOR } from '../../sync/roles.ts'
import { databaseClock } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Env } from '../env.ts'
import { signValue } from '../http/signed-value.ts'
import { systemRandom } from '../random.ts'
import { advanceClock } from '../testing/clock.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { transact } from '../transact.ts'
import { createAuth } from './auth.ts'
import { ensureGuest, findCaller } from './caller.ts'
import { createAccount, type NewAccount } from './create-account.ts'
import { hashNewPassword } from './password.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { personById } from './person.ts'
import { sweepAccess } from './sweep.ts'

const secrets = { session: 's'.repeat(43), guestCookie: 'g'.repeat(43), csrf: 'c'.repeat(43) }
const password = 'fifteen characters and more'

let database: TestDatabase
let context: Context
let passwordHash: string

beforeAll(async () => {
  database = await testDatabase()
  const { sql } = database
  const env = { mode: 'test', port: 3000, publicUrl: null, breachedPasswords: null } as Env
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const passwords = createPasswordHasher({ passwordHasher: 'cheap' })
  const clock = databaseClock(sql)
  context = { sql, env, secrets, log, passwords, clock, random: systemRandom } as unknown as Context
  passwordHash = await passwords.hash(password)
})

afterAll(() => database.drop())

function newAccount(name: string, change: Partial<NewAccount> = {}): NewAccount {
  const person = {
    id: systemRandom.id(),
    firstName: name,
    lastName: 'Tester',
    email: `${name}@infield.test`,
    username: name,
    birthDate: '1990-01-31',
    city: 'Berlin',
    countryCode: 'DE',
  }
  return { person, role: 'basic', passwordHash, ...change }
}

const make = (account: NewAccount) => transact(context, (inside) => createAccount(inside, account))

async function cookieFor(email: string, given = password): Promise<string> {
  const request = new Request('http://localhost:3000/', { headers: { origin: 'http://localhost:3000' } })
  const signedIn = await createAuth(context).signIn(request, '203.0.113.1', { email, password: given })
  if (!signedIn.ok) throw new Error(signedIn.refusal.code)
  return signedIn.value[0]?.split(';')[0] ?? ''
}

const requestWith = (cookie: string) => new Request('http://localhost:3000/', { headers: { cookie } })
const find = (cookie: string) => findCaller(context, requestWith(cookie))

async function signedIn(name: string, change: Partial<NewAccount> = {}) {
  const { personId } = await make(newAccount(name, change))
  const cookie = await cookieFor(`${name}@infield.test`)
  const { caller } = await find(cookie)
  return { personId, cookie, sessionId: caller.sessionId ?? '' }
}

describe('the person of a session', () => {
  test('D38 has the role of the database; one that is changed ends the session at once, its streams too', async () => {
    const { personId, cookie, sessionId } = await signedIn('role')
    const told: string[] = []
    const { unlisten } = await database.sql.listen('session', (id) => void told.push(id))
    expect((await find(cookie)).caller).toMatchObject({ role: 'basic', personId, guestId: null })
    await database.sql`update person set role = 'creator' where id = ${personId}`
    expect(await find(cookie)).toMatchObject({ caller: VISITOR, sessionEnded: true })
    await expect.poll(() => told, { timeout: 10_000 }).toEqual([sessionId])
    await unlisten()
    expect((await find(await cookieFor('role@infield.test'))).caller.role).toBe('creator')
  })

  test('a revoked session is a visitor who is told so, and its streams hear of it', async () => {
    const { cookie, sessionId } = await signedIn('revoked')
    const told: string[] = []
    const { unlisten } = await database.sql.listen('session', (id) => void told.push(id))
    await database.sql`delete from auth.session where id = ${sessionId}`
    const found = await find(cookie)
    expect(found).toMatchObject({ caller: VISITOR, sessionEnded: true })
    expect(found.setCookies).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    await expect.poll(() => told, { timeout: 10_000 }).toEqual([sessionId])
    await unlisten()
  })

  test('a deleted account takes its sessions along', async () => {
    const { cookie, personId } = await signedIn('deleted')
    await database.sql`delete from auth."user" where id::text = (select auth_id from person where id = ${personId})`
    expect(await find(cookie)).toMatchObject({ caller: VISITOR, sessionEnded: true })
  })

  test.each([
    ['cut', (cookie: string) => cookie.slice(0, -4)],
    ['without a signature', (cookie: string) => cookie.split('.')[0] ?? ''],
    ['signed with another key', () => `session=${encodeURIComponent(signValue('x', 'token'))}`],
    ['empty', () => 'session='],
    ['not decodable', () => 'session=%E0%A4%A'],
    ['huge', () => `session=${'x'.repeat(100_000)}`],
  ])('a cookie that is %s is a visitor', async (name, forge) => {
    const { cookie } = await signedIn(`forged${name.length}`)
    expect((await find(forge(cookie))).caller).toEqual(VISITOR)
  })

  test('the token alone, as the database has it, opens nothing', async () => {
    await signedIn('raw')
    const [row] = await database.sql<{ token: string }[]>`select token from auth.session limit 1`
    expect((await find(`session=${row?.token}`)).caller).toEqual(VISITOR)
  })
})

describe('guests', () => {
  const guestOf = async (cookie: string) => (await find(cookie)).caller

  test('a visitor becomes one at the first write, and is one from then on', async () => {
    expect(await find('')).toEqual({
      caller: VISITOR,
      setCookies: [],
      sessionEnded: false,
      sessionRenewed: false,
    })
    const made = await transact(context, (inside) => ensureGuest(inside, VISITOR))
    expect(made.caller).toMatchObject({ role: 'guest', personId: null })
    expect(made.setCookie).toMatch(/^guest=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookie = made.setCookie?.split(';')[0] ?? ''
    expect(await guestOf(cookie)).toEqual(made.caller)
    const again = await transact(context, (inside) => ensureGuest(inside, made.caller))
    expect(again).toEqual({ caller: made.caller, setCookie: null })
  })

  test('a guest whose row is gone gets it back under the same id', async () => {
    const { caller } = await transact(context, (inside) => ensureGuest(inside, VISITOR))
    await database.sql`delete from guest where id = ${caller.guestId}`
    await transact(context, (inside) => ensureGuest(inside, caller))
    expect(await database.sql`select 1 from guest where id = ${caller.guestId}`).toHaveLength(1)
  })

  test('nobody makes a guest of their own, or takes another', async () => {
    const { caller } = await transact(context, (inside) => ensureGuest(inside, VISITOR))
    const id = caller.guestId ?? ''
    const signature = signValue(secrets.guestCookie, id).split('.')[1]
    const forged = [
      id,
      `${id}.`,
      `.${signature}`,
      `${systemRandom.id()}.${signature}`,
      signValue(secrets.session, id),
      signValue('', id),
      `${signValue(secrets.guestCookie, id)}x`,
    ]
    for (const value of forged) expect(await guestOf(`guest=${encodeURIComponent(value)}`)).toEqual(VISITOR)
  })

  test('a person keeps the guest id of work begun before, and is never made a guest', async () => {
    const { cookie, personId } = await signedIn('both')
    const { caller: guest, setCookie } = await transact(context, (inside) => ensureGuest(inside, VISITOR))
    const caller = await guestOf(`${cookie}; ${setCookie?.split(';')[0]}`)
    expect(caller).toMatchObject({ role: 'basic', personId, guestId: guest.guestId })
    expect(await transact(context, (inside) => ensureGuest(inside, caller))).toEqual({
      caller,
      setCookie: null,
    })
  })
})

describe('accounts somebody vouches for', () => {
  test('made once; a second call leaves them as they are', async () => {
    const first = await make(newAccount('once'))
    expect(first.created).toBe(true)
    const other = { ...newAccount('once'), role: 'admin' as const, passwordHash: 'another one' }
    expect(await make(other)).toEqual({ personId: first.personId, created: false })
    expect(await personById(database.sql, first.personId)).toMatchObject({
      role: 'basic',
      email: 'once@infield.test',
    })
    expect(await cookieFor('once@infield.test')).toContain('session=')
  })

  test('two at the same time make one', async () => {
    const made = await Promise.all([1, 2, 3].map(() => make({ ...newAccount('twins') })))
    expect(made.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(made.map(({ personId }) => personId)).size).toBe(1)
  })

  test('a placeholder is adopted under the id it had', async () => {
    const id = systemRandom.id()
    await database.sql`insert into person (id, role, first_name, last_name, email)
      values (${id}, 'basic', 'Asked', 'Before', 'asked@infield.test')`
    expect(await make(newAccount('asked', { role: 'creator' }))).toEqual({ personId: id, created: true })
    expect(await personById(database.sql, id)).toMatchObject({ role: 'creator', firstName: 'Asked' })
  })

  test.each([
    ['basic', '1234567', false],
    ['basic', 'wq7 pzxk', true],
    ['basic', '12345678', false],
    ['basic', 'PassWord1', false],
    ['basic', '🏃'.repeat(128), true],
    ['basic', 'x'.repeat(129), false],
    ['admin', 'fourteen chars', false],
    ['admin', 'fifteen letters', true],
  ] as const)('D48 the password of a %s account: %j', async (role, given, isGood) => {
    const account = newAccount(`d48x${given.length}`, { role })
    const hashed = await hashNewPassword(context, given, { ...account.person, role })
    expect(hashed.ok).toBe(isGood)
    if (!hashed.ok) return
    expect((await make({ ...account, passwordHash: hashed.value })).created).toBe(true)
    expect(await cookieFor(account.person.email, given)).toContain('session=')
  })

  test('a password is kept as a salted hash', async () => {
    const { hash, verify } = createPasswordHasher({ passwordHasher: 'strong' })
    const [a, b] = await Promise.all([hash(password), hash(password)])
    expect(a).not.toBe(b)
    expect(a).not.toContain(password)
    expect(await verify(password, a)).toBe(true)
    expect(await verify(`${password}r`, a)).toBe(false)
    expect(await verify(password, null)).toBe(false)
  })
})

// This block comes last, because the clock only goes forward.
describe('the life of a session, by the app’s clock', () => {
  test('S2-9.24 used daily it is made longer in good time, to thirty days in all; unused it ends after fourteen', async () => {
    const { cookie } = await signedIn('daily')
    const idle = await signedIn('idle')
    for (let day = 2; day <= 28; day += 2) {
      await advanceClock(database.sql, 2 * DAY_MS)
      const { caller, setCookies } = await find(cookie)
      expect(caller.role, `day ${day}`).toBe('basic')
      expect(setCookies[0]).toBe(`${cookie}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`)
      expect((await find(cookie)).setCookies).toEqual([])
      const [left] = await database.sql<{ ticks: number }[]>`
        select extract(epoch from max("expiresAt") - app_now()) / 30 as ticks from auth.session s
        join person p on p.auth_id = s."userId"::text where p.username = 'daily'`
      expect(Number(left?.ticks), 'never within three ticks of its end').toBeGreaterThan(3)
      if (day === 12) expect((await find(idle.cookie)).caller.role).toBe('basic')
    }
    await advanceClock(database.sql, 3 * DAY_MS)
    expect(await find(cookie)).toMatchObject({ caller: VISITOR, sessionEnded: true })
  })

  test('a session left alone for fourteen days has ended, is swept, and a new one can begin', async () => {
    const { cookie, sessionId } = await signedIn('alone')
    await advanceClock(database.sql, 15 * DAY_MS)
    expect(await find(cookie)).toMatchObject({ caller: VISITOR, sessionEnded: true })
    const told: string[] = []
    const { unlisten } = await database.sql.listen('session', (id) => void told.push(id))
    await transact(context, sweepAccess)
    await expect.poll(() => told, { timeout: 10_000 }).toContain(sessionId)
    await unlisten()
    expect((await find(await cookieFor('alone@infield.test'))).caller.role).toBe('basic')
  })

  test('tries and trials are forgotten after days, a device nobody comes with after a year', async () => {
    const { sql } = database
    const left = async () => {
      await transact(context, sweepAccess)
      const [row] = await sql`
        select (select count(*)::int from password_try) as tries, (select count(*)::int from card_trial) as trials,
          (select count(*)::int from known_device) as devices`
      return row
    }
    await sql`insert into known_device (user_id, device_hash) select id, 'a device' from auth."user" limit 1`
    await sql`insert into password_try (bucket, failures, last_at) values ('somebody', 3, app_now())`
    await sql`insert into card_trial (payment_id, buckets) values (${systemRandom.id()}, ${['somebody']})`
    expect(await left()).toEqual({ tries: 1, trials: 1, devices: 1 })
    await advanceClock(sql, 2 * DAY_MS + 1)
    expect(await left()).toEqual({ tries: 0, trials: 0, devices: 1 })
    await advanceClock(sql, 364 * DAY_MS)
    expect(await left()).toEqual({ tries: 0, trials: 0, devices: 0 })
  })
})
