import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewSecondFactor, RecoveryCodes, SafetyAnswer } from '../../../sync/account/safety.ts'
import { DAY_MS, HOUR_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import { createApp } from '../../app/app.ts'
import type { Context } from '../../context.ts'
import { signedIn } from '../../testing/actors.ts'
import { appCode } from '../../testing/app-code.ts'
import { type Browser, openBrowser } from '../../testing/browser.ts'
import { tableNames } from '../../testing/rights/hash.ts'
import { openTaps } from '../../testing/rights/taps.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { sweepAccess } from '../sweep.ts'
import { checkCode } from './check.ts'
import { offerFirstAdmin } from './first-admin.ts'
import { recoveryHash } from './recovery.ts'

const taps = openTaps()
let world: World
/** The same world with production settings: real limits, and only admins with a second factor. */
let production: Context
/** Secrets that must not be found anywhere: keys, codes and recovery codes. */
const told: string[] = []

beforeAll(async () => {
  world = await openWorld(taps)
  const { context } = world
  production = { ...context, env: { ...context.env, mode: 'production', smtpUrl: 'smtp://localhost' } }
})
afterAll(() => world.end())

const live = () => {
  const app = createApp(production, { hub: world.hub, site: null })
  return openBrowser((url, init) => app.request(url, init))
}

async function codeFor(key: string, offMs = 0): Promise<string> {
  const code = appCode(key, (await world.context.clock.now()).getTime() + offMs)
  told.push(code)
  return code
}

async function turnOn(
  browser: Browser,
  { password }: Person,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const shown = await browser.post<NewSecondFactor>('/api/account/begin-second-factor', { password })
  const { key, sealed, link } = shown.body
  told.push(key, link, sealed)
  const confirm = { sealed, code: await codeFor(key) }
  const on = await browser.post<RecoveryCodes>('/api/account/confirm-second-factor', confirm)
  expect([shown.status, on.status]).toEqual([200, 200])
  told.push(...on.body.recoveryCodes)
  return { key, recoveryCodes: on.body.recoveryCodes }
}

/** Returns the kinds of mails the account's owner got, the latest last, without notices about new devices. */
async function toldByMail({ email }: Person): Promise<string[]> {
  await world.quiesce()
  const mails = await world.database.sql<{ kind: string }[]>`
    select kind from mail m join person p on p.id = m.person_id where p.email = ${email} and sent_at is not null and kind <> 'new-device'
    order by m.created_at`
  return mails.map(({ kind }) => kind)
}

/** Advances the clock by one step, so that the app shows another code. */
const nextStep = () => world.advance(31_000)

const SIGN_IN = '/api/auth/sign-in/email'
async function trySignIn({ email, password }: Person, code?: string, browser = world.browser()) {
  const body = { email, password, ...(code !== undefined && { code }) }
  const answer = await browser.post<{ refusal?: { code: string } }>(SIGN_IN, body)
  return { says: answer.body.refusal?.code ?? 'in', isIn: (await browser.session()).person !== null }
}
const out = (says: string) => ({ says, isIn: false })
const IN = { says: 'in', isIn: true }

describe('S2-2.1 S2-8.37 signing in with a second factor', () => {
  let person: Person
  let factor: Awaited<ReturnType<typeof turnOn>>
  beforeAll(async () => {
    person = await world.makePerson({ role: 'creator' })
    const [here, other] = [await signedIn(world, person), await signedIn(world, person)]
    factor = await turnOn(here, person)
    // Sessions that began without the factor have ended.
    expect((await other.session()).person).toBeNull()
    expect((await here.get<SafetyAnswer>('/api/account/safety')).body.secondFactor).toEqual({
      isOn: true,
      recoveryCodesLeft: 10,
      isNeeded: false,
    })
    expect(await toldByMail(person)).toEqual(['second-factor-on'])
  })

  test('the password alone begins no session, and only the right one learns that a code is wanted', async () => {
    const { sql } = world.database
    const sessions = () => sql`select id from auth.session order by id`
    const before = await sessions()
    expect(await trySignIn(person)).toEqual(out('second-factor-wanted'))
    const wrong = { ...person, password: 'not the password' }
    expect(await trySignIn(wrong)).toEqual(out('wrong-sign-in'))
    expect(await trySignIn(wrong, await codeFor(factor.key))).toEqual(out('wrong-sign-in'))
    expect(await trySignIn(person, '000000')).toEqual(out('wrong-code'))
    expect(await sessions()).toEqual(before)
  })

  test('a code counts once, also in a race, within half a minute of its time', async () => {
    await nextStep()
    const code = await codeFor(factor.key)
    const race = await Promise.all(Array.from({ length: 5 }, () => trySignIn(person, code)))
    expect(race.filter(({ isIn }) => isIn)).toEqual([IN])
    expect(race.filter(({ isIn }) => !isIn)).toEqual(Array(4).fill(out('wrong-code')))
    await world.advance(4 * 31_000)
    expect(await trySignIn(person, await codeFor(factor.key, -65_000))).toEqual(out('wrong-code'))
    expect(await trySignIn(person, await codeFor(factor.key, 65_000))).toEqual(out('wrong-code'))
    const early = await codeFor(factor.key, 30_000)
    expect(await trySignIn(person, `${early.slice(0, 3)} ${early.slice(3)}`)).toEqual(IN)
    // A later code was used, so an earlier one no longer counts.
    expect(await trySignIn(person, await codeFor(factor.key))).toEqual(out('wrong-code'))
  })

  test('a recovery code counts once, however it is typed', async () => {
    const [first = '', second = ''] = factor.recoveryCodes
    expect(await trySignIn(person, first.toLowerCase().replace('-', ' '))).toEqual(IN)
    expect(await trySignIn(person, first)).toEqual(out('wrong-code'))
    const browser = world.browser()
    expect(await trySignIn(person, second, browser)).toEqual(IN)
    const { secondFactor } = (await browser.get<SafetyAnswer>('/api/account/safety')).body
    expect(secondFactor.recoveryCodesLeft).toBe(8)
  })

  test('ASVS 6.5.1 whoever shows the factor gets fresh recovery codes; those of before are good for nothing', async () => {
    const browser = world.browser()
    expect(await trySignIn(person, factor.recoveryCodes[2], browser)).toEqual(IN)
    const renewed = await browser.post<RecoveryCodes>(CALLS.renewCodes, {})
    const { recoveryCodes } = renewed.body
    told.push(...recoveryCodes)
    expect([renewed.status, new Set(recoveryCodes).size]).toEqual([200, 10])
    expect(await trySignIn(person, factor.recoveryCodes[3])).toEqual(out('wrong-code'))
    expect(await trySignIn(person, recoveryCodes[0])).toEqual(IN)
    expect((await toldByMail(person)).at(-1)).toBe('recovery-codes-renewed')
    const plain = await signedIn(world, await world.makePerson({ role: 'basic' }))
    expect((await plain.post(CALLS.renewCodes, {})).body).toMatchObject({
      refusal: { code: 'changed-meanwhile' },
    })
  })

  test('ASVS 6.5.2 a shorter recovery code of before is good until it is used', async () => {
    const { sql } = world.database
    const [row] = await sql<
      { userId: string }[]
    >`select auth_id as "userId" from person where id = ${person.id}`
    const userId = row?.userId ?? ''
    const hash = recoveryHash(world.context, userId, 'ABCDE-FGHIJ')
    await sql`insert into recovery_code (user_id, hash) values (${userId}, ${hash})`
    expect(await trySignIn(person, 'abcde fghij')).toEqual(IN)
    expect(await trySignIn(person, 'ABCDE-FGHIJ')).toEqual(out('wrong-code'))
  })

  test('D102 a mailed link asks for it as well, and is not spent by a wrong code', async () => {
    await world.advance(2 * 31_000)
    await world.browser().post('/api/account/send-link', { email: person.email })
    await world.quiesce()
    const mail = taps.exits.findLast(({ text }) => text.includes('#token='))?.text ?? ''
    const [, token] = /#token=([\w-]{43})/.exec(mail) ?? []
    const browser = world.browser()
    const use = async (more: object) =>
      (await browser.post<{ refusal?: { code: string } }>('/api/account/use-link', { token, ...more })).body
        .refusal?.code ?? 'in'
    expect(await use({})).toBe('second-factor-wanted')
    expect(await use({ code: '000000' })).toBe('wrong-code')
    expect((await browser.session()).person).toBeNull()
    expect(await use({ code: await codeFor(factor.key) })).toBe('in')
    expect((await browser.session()).person?.id).toBe(person.id)
  })

  test('so few tries are allowed that none is likely to be right by chance, and they are counted per account', async () => {
    await world.advance(HOUR_MS)
    const tries: string[] = []
    for (let n = 0; n < 6; n += 1) tries.push((await trySignIn(person, '000000', live())).says)
    expect(tries).toEqual([...Array(5).fill('wrong-code'), 'too-many-requests'])
    expect(await trySignIn(person, await codeFor(factor.key), live())).toEqual(out('too-many-requests'))
    await world.advance(HOUR_MS)
    expect(await trySignIn(person, await codeFor(factor.key), live())).toEqual(IN)
  })

  test('a stranger who has the password uses up no try of the device that the account knows', async () => {
    await world.advance(HOUR_MS)
    const own = live()
    expect(await trySignIn(person, await codeFor(factor.key), own)).toEqual(IN)
    await own.post('/api/auth/sign-out', {})
    for (let n = 0; n < 5; n += 1) await trySignIn(person, '000000', live())
    await nextStep()
    expect(await trySignIn(person, await codeFor(factor.key), live())).toEqual(out('too-many-requests'))
    expect(await trySignIn(person, await codeFor(factor.key), own)).toEqual(IN)
  })

  test('thirty tries a day are the most, however slowly they come', async () => {
    const other = await world.makePerson({ role: 'creator' })
    const [row] = await world.database.sql<{ user: string }[]>`
      select auth_id as user from person where id = ${other.id}`
    const tryCode = async () => {
      const checked = await checkCode(production, { userId: row?.user ?? '', device: null }, '000000')
      return checked.ok ? 'in' : checked.refusal.code
    }
    const tries: string[] = []
    // five in each quarter of an hour
    for (let round = 0; round < 6; round += 1, await world.advance(16 * 60_000))
      for (let n = 0; n < 5; n += 1) tries.push(await tryCode())
    expect(tries).toEqual(Array(30).fill('wrong-code'))
    expect(await tryCode()).toBe('too-many-requests')
    await world.advance(DAY_MS)
    expect(await tryCode()).toBe('wrong-code')
  })

  test('it is turned off by both factors together, and not by one', async () => {
    await nextStep()
    const browser = world.browser()
    await trySignIn(person, await codeFor(factor.key), browser)
    const turnOff = async (password: string, code: string) =>
      (await browser.post('/api/account/end-second-factor', { password, code })).status
    await nextStep()
    expect(await turnOff('not the password', await codeFor(factor.key))).toBe(422)
    expect(await turnOff(person.password, '000000')).toBe(401)
    expect((await toldByMail(person)).at(-1), 'what did not happen is not told').not.toBe('second-factor-off')
    expect(await turnOff(person.password, await codeFor(factor.key))).toBe(200)
    expect(await trySignIn(person)).toEqual(IN)
    expect((await toldByMail(person)).at(-1)).toBe('second-factor-off')
  })
})

describe('S2-6.9 D38 the team, in production', () => {
  test('an admin without a second factor stays out; with demo data the password is enough', async () => {
    const admin = await world.makePerson({ role: 'admin' })
    expect(await trySignIn(admin, undefined, live())).toEqual(out('second-factor-needed'))
    expect(await trySignIn(admin)).toEqual(IN)
  })

  test('a configured token is good until it is used, and over once another start has none', async () => {
    const token = 'configured'.padEnd(43, 'T')
    const env = { ...production.env, adminSetUpToken: token }
    expect(await offerFirstAdmin({ ...production, env })).toBeNull()
    const begin = async () =>
      (await live().post('/api/account/begin-first-admin', { token, email: 'first@admin.test' })).status
    await world.advance(3 * DAY_MS)
    await transact(production, sweepAccess)
    expect(await begin()).toBe(200)
    expect(await offerFirstAdmin(production)).toMatch(/^\/setup#token=/)
    expect(await begin()).toBe(410)
  })

  test('every start tells the same link until it is used; it makes the first admin with both factors, and no second one', async () => {
    const link = (await offerFirstAdmin(production)) ?? ''
    const [, token = ''] = /^\/setup#token=([\w-]{43})$/.exec(link) ?? []
    told.push(token)
    expect(await offerFirstAdmin(production)).toBe(link)
    await world.advance(DAY_MS + HOUR_MS)
    const next = await offerFirstAdmin(production)
    expect(next).toMatch(/^\/setup#token=[\w-]{43}$/)
    expect(next).not.toBe(link)
    const otherSecret = { ...production, secrets: { ...production.secrets, mailedLink: 'another key' } }
    const other = await offerFirstAdmin(otherSecret)
    expect(await offerFirstAdmin(otherSecret)).toBe(other)
    const env = { ...production.env, adminSetUpToken: token }
    expect(await offerFirstAdmin({ ...production, env })).toBeNull()

    const browser = live()
    const email = 'first@admin.test'
    const shown = await browser.post<NewSecondFactor>('/api/account/begin-first-admin', { token, email })
    const { key, sealed } = shown.body
    told.push(key, sealed)
    const admin = {
      firstName: 'Frida',
      lastName: 'First',
      email,
      password: 'fifteen is the least',
      token,
      sealed,
    }
    const make = async (more: object) =>
      (await browser.post('/api/account/first-admin', { ...admin, ...more })).status
    expect(await make({ code: '000000' })).toBe(401)
    expect(await make({ code: await codeFor(key), password: 'too short' })).toBe(422)
    const changed = sealed.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
    expect(await make({ code: await codeFor(key), sealed: changed })).toBe(410)
    expect(await make({ code: await codeFor(key) })).toBe(200)
    expect((await browser.session()).person).toMatchObject({ role: 'admin', firstName: 'Frida' })
    expect(
      (
        await browser.post('/api/desk/questions', {
          status: null,
          creator: null,
          search: null,
          order: 'newest',
          after: null,
        })
      ).status,
    ).toBe(200)
    expect(await make({ code: await codeFor(key), email: 'second@admin.test' })).toBe(410)
    expect(await offerFirstAdmin({ ...production, env })).toBeNull()

    const { password } = admin
    const end = { password, code: await codeFor(key) }
    expect((await browser.post('/api/account/end-second-factor', end)).status).toBe(409)
    await nextStep()
    const person = { id: '', username: '', email, password }
    expect(await trySignIn(person, undefined, live())).toEqual(out('second-factor-wanted'))
    expect(await trySignIn(person, await codeFor(key), live())).toEqual(IN)
  })
})

test('neither a key nor a code is in the database, the log, a mail or a push', async () => {
  const { sql } = world.database
  const rows: string[] = []
  for (const name of await tableNames(sql))
    rows.push(
      ...(await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} t`)).map(({ row }) => row),
    )
  const searched = [...rows, ...taps.exits.map(({ text }) => text)].join('\n')
  expect(told.length).toBeGreaterThan(30)
  // Match whole codes only, because a longer number may contain six digits by chance.
  const found = told.filter((secret) =>
    new RegExp(`(?<![\\w.:-])${secret.replace('?', '\\?')}(?![\\w.:-])`).test(searched),
  )
  expect(found).toEqual([])
  expect(searched).toContain('first@admin.test')
})
