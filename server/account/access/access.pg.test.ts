import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../sync/limits.ts'
import { HEADERS } from '../../../sync/paths.ts'
import { createApp } from '../../app/app.ts'
import { type Browser, openBrowser } from '../../testing/browser.ts'
import { advanceClock } from '../../testing/clock.ts'
import { openWorld, type Person, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const MINUTE_MS = HOUR_MS / 60

type Refused = { refusal?: { code: string; detail?: object } }

const codeOf = ({ body }: { body: Refused }) => body.refusal?.code

async function ask(path: string, body: object, browser: Browser = world.browser()) {
  return browser.post<Refused>(`/api/account/${path}`, body)
}

async function signedIn({ email, password }: Person): Promise<Browser> {
  const browser = world.browser()
  await browser.signIn({ email, password })
  return browser
}

const isSignedIn = async (browser: Browser) => (await browser.session()).person !== null

/** Returns the mails to an address, oldest first, without the notices about new devices. */
async function mailsTo(address: string) {
  await world.quiesce()
  return (await world.mails()).filter(
    ({ recipient, subject }) => recipient === address && !subject.startsWith('A new device'),
  )
}

/** Returns the token of the last mail to an address. */
async function tokenTo(address: string): Promise<string> {
  const text = (await mailsTo(address)).at(-1)?.text ?? ''
  return /#token=([\w-]{43})\b/.exec(text)?.[1] ?? ''
}

async function resetTokenOf({ email }: Person): Promise<string> {
  await ask('forgot-password', { email })
  return tokenTo(email)
}

async function linkTokenOf({ email }: Person): Promise<string> {
  await ask('send-link', { email })
  return tokenTo(email)
}

const canSignIn = async (email: string, password: string) =>
  (await world.browser().post('/api/auth/sign-in/email', { email, password })).status === 200

describe('S2-8.44 D74 a forgotten password', () => {
  test('is replaced by the mailed link, which works once and ends every session with its streams', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const [phone, laptop] = [await signedIn(person), await signedIn(person)]
    const told: string[] = []
    const { unlisten } = await world.database.sql.listen('session', (id) => void told.push(id))
    const token = await resetTokenOf(person)
    const set = await ask('reset-password', { token, password: 'a better password' }, laptop)
    expect(set).toEqual({ status: 200, body: {} })
    for (const browser of [phone, laptop]) expect(await isSignedIn(browser)).toBe(false)
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2)
    await unlisten()
    expect(await canSignIn(person.email, person.password)).toBe(false)
    expect(await canSignIn(person.email, 'a better password')).toBe(true)
    const again = await ask('reset-password', { token, password: 'yet another one' })
    expect([again.status, codeOf(again)]).toEqual([410, 'link-spent'])
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
      'Set a new password',
      'Your password was changed',
    ])
  })

  test('a password nobody may have leaves the link as good as it was (D48)', async () => {
    const admin = await world.makePerson({ role: 'admin' })
    const token = await resetTokenOf(admin)
    for (const [password, code] of [
      ['fourteen chars', 'password-too-short'],
      ['x'.repeat(129), 'password-too-long'],
      ['1qaz2wsx3edc4rfv', 'password-frequent'],
    ])
      expect(codeOf(await ask('reset-password', { token, password }))).toBe(code)
    expect((await ask('reset-password', { token, password: 'fifteen letters' })).status).toBe(200)
  })

  test('the link is over after an hour of the database’s clock', async () => {
    const [early, person] = [
      await world.makePerson({ role: 'basic' }),
      await world.makePerson({ role: 'basic' }),
    ]
    const [inTime, token] = [await resetTokenOf(early), await resetTokenOf(person)]
    await advanceClock(world.database.sql, 55 * MINUTE_MS)
    expect((await ask('reset-password', { token: inTime, password: 'a better password' })).status).toBe(200)
    await advanceClock(world.database.sql, 5 * MINUTE_MS + 1)
    expect(codeOf(await ask('reset-password', { token, password: 'a better password' }))).toBe('link-spent')
    expect(await canSignIn(person.email, person.password)).toBe(true)
  })

  test('of many at the same time with one link, one sets its password', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const token = await resetTokenOf(person)
    const passwords = Array.from({ length: 6 }, (_, n) => `racing password ${n}`)
    const all = await Promise.all(passwords.map((password) => ask('reset-password', { token, password })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = passwords[all.findIndex(({ status }) => status === 200)] ?? ''
    expect(await canSignIn(person.email, winner)).toBe(true)
  })

  test('every link that was mailed before is over once one was used', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const [first, link, second] = [
      await resetTokenOf(person),
      await linkTokenOf(person),
      await resetTokenOf(person),
    ]
    expect((await ask('reset-password', { token: second, password: 'a better password' })).status).toBe(200)
    expect(codeOf(await ask('reset-password', { token: first, password: 'a worse password' }))).toBe(
      'link-spent',
    )
    expect(codeOf(await ask('use-link', { token: link }))).toBe('link-spent')
  })
})

describe('S2-8.43 D102 a mailed sign-in link', () => {
  test('signs in the browser it is opened in, once; the session is the cookie alone', async () => {
    const person = await world.makePerson({ role: 'creator' })
    const browser = world.browser()
    const token = await linkTokenOf(person)
    const used = await ask('use-link', { token }, browser)
    expect(used).toEqual({ status: 200, body: {} })
    expect((await browser.session()).person).toMatchObject({ id: person.id, role: 'creator' })
    expect(codeOf(await ask('use-link', { token }))).toBe('link-spent')
  })

  test('says whose account it opens, to whoever has it, and is as good as before', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const token = await linkTokenOf(person)
    expect(await ask('look-link', { token })).toEqual({ status: 200, body: { email: person.email } })
    expect((await ask('use-link', { token })).status).toBe(200)
    expect(codeOf(await ask('look-link', { token }))).toBe('link-spent')
    expect(codeOf(await ask('look-link', { token: await resetTokenOf(person) }))).toBe('link-spent')
  })

  test('ends the session this browser had before', async () => {
    const [one, other] = [
      await world.makePerson({ role: 'basic' }),
      await world.makePerson({ role: 'basic' }),
    ]
    const browser = await signedIn(one)
    const [before] = await world.database.sql<{ id: string }[]>`
      select s.id from auth.session s join person p on p.auth_id = s."userId"::text where p.id = ${one.id}`
    await ask('use-link', { token: await linkTokenOf(other) }, browser)
    expect((await browser.session()).person?.id).toBe(other.id)
    expect(await world.database.sql`select from auth.session where id = ${before?.id ?? ''}`).toHaveLength(0)
  })

  test.each(['a link', 'a password'])(
    'an answer that comes late takes no cookie of a session begun by %s',
    async (way) => {
      const [one, other] = [
        await world.makePerson({ role: 'basic' }),
        await world.makePerson({ role: 'basic' }),
      ]
      const token = await linkTokenOf(other)
      const browser = world.browser()
      const signIn = ({ email, password }: Person) =>
        browser.request('/api/auth/sign-in/email', { method: 'POST', body: { email, password } })
      const sessionIn = (answer: Response) =>
        answer.headers.getSetCookie().find((line) => line.startsWith('session='))
      const cookie = sessionIn(await signIn(one))?.split(';')[0] ?? ''
      await browser.session()
      if (way === 'a link') await ask('use-link', { token }, browser)
      else await signIn(other)
      const late = () => world.browser().request('/api/session', { headers: { cookie } })
      const answered = await late()
      expect(await answered.clone().json()).toMatchObject({ person: null })
      expect(sessionIn(answered)).toBeUndefined()
      const { email, password } = other
      const again = { method: 'POST', body: { email, password }, headers: { cookie } }
      expect(
        (await world.browser().request('/api/auth/sign-in/email', again)).status,
        'lost its answer',
      ).toBe(200)
      expect(sessionIn(await late())).toBeUndefined()
      await world.advance(61_000)
      expect(sessionIn(await late())).toContain('Max-Age=0')
      expect((await browser.session()).person?.id).toBe(other.id)
    },
  )

  test('is good for ten minutes, and for nothing but signing in', async () => {
    const [early, person] = [
      await world.makePerson({ role: 'basic' }),
      await world.makePerson({ role: 'basic' }),
    ]
    const [inTime, token] = [await linkTokenOf(early), await linkTokenOf(person)]
    expect(codeOf(await ask('reset-password', { token, password: 'a better password' }))).toBe('link-spent')
    expect(codeOf(await ask('activate', { token, password: 'a better password' }))).toBe('link-spent')
    await advanceClock(world.database.sql, 8 * MINUTE_MS)
    expect((await ask('use-link', { token: inTime })).status).toBe(200)
    await advanceClock(world.database.sql, 2 * MINUTE_MS + 1)
    expect(codeOf(await ask('use-link', { token }))).toBe('link-spent')
    const reset = await resetTokenOf(person)
    expect(codeOf(await ask('use-link', { token: reset }))).toBe('link-spent')
  })

  test('S2-5.44 an empty address is not even asked about', async () => {
    expect(codeOf(await ask('send-link', { email: '' }))).toBe('bad-shape')
  })
})

describe('D112 nobody learns who has an account', () => {
  test.each(['forgot-password', 'send-link'])(
    '%s answers and writes the same for everybody',
    async (path) => {
      const person = await world.makePerson({ role: 'basic' })
      const [known, unknown] = [
        await written(() => ask(path, { email: person.email.toUpperCase() })),
        await written(() => ask(path, { email: 'nobody.at.all@t.test' })),
      ]
      expect(unknown).toEqual(known)
      expect(await mailsTo(person.email)).toHaveLength(1)
      expect(await mailsTo('nobody.at.all@t.test')).toEqual([])
    },
  )

  test('a placeholder is no account: it is sent nothing', async () => {
    await world.database.sql`insert into person (id, role, first_name, last_name, email)
      values (gen_random_uuid(), 'basic', 'Asked', 'Before', 'placeholder@t.test')`
    expect((await ask('forgot-password', { email: 'placeholder@t.test' })).status).toBe(200)
    expect(await mailsTo('placeholder@t.test')).toEqual([])
  })

  test('the token is in no table, and in no other mail’s text', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const token = await resetTokenOf(person)
    expect(token).toHaveLength(43)
    for (const table of ['auth.verification', 'mail', 'boss.job', 'rate_limit'])
      expect(
        await world.database.sql.unsafe(`select from ${table} t where t::text like '%${token}%'`),
      ).toEqual([])
  })
})

/** Runs a call and returns its answer, and how many rows it added to each table it writes. */
async function written(run: () => Promise<unknown>) {
  const count = () => world.database.sql`
    select (select count(*)::int from auth.verification) as tokens, (select count(*)::int from mail) as mails,
      (select count(*)::int from boss.job where name = 'mail.send') as jobs`
  const [before] = await count()
  const answer = await run()
  const [after] = await count()
  return {
    answer,
    more: Object.entries(after ?? {}).map(([name, rows]) => Number(rows) - Number(before?.[name])),
  }
}

test('a browser that forgets its guest is nobody’s, and what was asked stays', async () => {
  const browser = world.browser()
  const form = { formId: crypto.randomUUID(), handle: '@somebody', captcha: await browser.captcha() }
  await browser.push('suggestion.send', form)
  expect((await browser.session()).guest).toBe(true)
  expect(await ask('forget-guest', {}, browser)).toEqual({ status: 200, body: {} })
  expect((await browser.session()).guest).toBe(false)
  const [guests] = await world.database.sql`select from intent_outcome where principal like 'guest:%'`
  expect(guests).toBeDefined()
  // A signed-in browser keeps its session.
  const person = await signedIn(await world.makePerson({ role: 'basic' }))
  await ask('forget-guest', {}, person)
  expect(await isSignedIn(person)).toBe(true)
})

describe('S2-2.36 S2-5.23 changing a password', () => {
  const change = (person: Person, more: object = {}) => ({
    email: person.email,
    currentPassword: person.password,
    newPassword: 'an altogether new one',
    ...more,
  })

  test('with the current one: this session goes on, every other ends', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const [here, there] = [await signedIn(person), await signedIn(person)]
    expect((await ask('change-password', change(person), here)).status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect(await canSignIn(person.email, 'an altogether new one')).toBe(true)
    expect((await mailsTo(person.email)).at(-1)?.subject).toBe('Your password was changed')
  })

  test('S2-8.32 S2-8.33 a wrong one is named as such to its own session only', async () => {
    const [person, other] = [
      await world.makePerson({ role: 'basic' }),
      await world.makePerson({ role: 'basic' }),
    ]
    const wrong = change(person, { currentPassword: 'not this one' })
    expect(codeOf(await ask('change-password', wrong, await signedIn(person)))).toBe('wrong-current-password')
    const refused = [
      await ask('change-password', wrong, await signedIn(other)),
      await ask('change-password', wrong),
      await ask('change-password', { ...wrong, email: 'nobody@t.test' }),
    ]
    expect(refused.map(codeOf)).toEqual(Array(3).fill('password-not-changed'))
    expect(await canSignIn(person.email, person.password)).toBe(true)
  })

  test('D48 to one nobody may have is refused', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const short = await ask('change-password', change(person, { newPassword: 'x7 pq' }))
    expect(short.body.refusal).toEqual({ code: 'password-too-short', detail: { least: 8 } })
    expect(await canSignIn(person.email, person.password)).toBe(true)
  })
})

describe('a password that is replaced while the former one is compared', () => {
  const better = 'a better password'

  /** Opens a browser; a call it makes by `held` goes on from comparing a password once `meanwhile` is done. */
  function slowBrowser() {
    const { passwords } = world.context
    let around = async () => {}
    const verify: typeof passwords.verify = async (password, hash) => {
      const isRight = await passwords.verify(password, hash)
      await around()
      return isRight
    }
    const slow = { ...world.context, passwords: { ...passwords, verify } }
    const app = createApp(slow, { hub: world.hub, site: null })
    const browser = openBrowser((url, init) => app.request(url, init))
    const held = async (path: string, body: object, meanwhile: () => Promise<unknown>) => {
      around = async () => void (await meanwhile())
      return browser.post<Refused>(path, body)
    }
    return { browser, held }
  }

  test('begins no session', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const { email, password } = person
    const token = await resetTokenOf(person)
    const reset = () => ask('reset-password', { token, password: better })
    const late = await slowBrowser().held('/api/auth/sign-in/email', { email, password }, reset)
    expect([late.status, codeOf(late)]).toEqual([401, 'wrong-sign-in'])
    const begun = await world.database.sql`
      select from auth.session s join person p on p.auth_id = s."userId"::text where p.id = ${person.id}`
    expect(begun).toHaveLength(0)
    expect(await canSignIn(email, better)).toBe(true)
  })

  test('opens no link to what is kept', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const { email, password: currentPassword } = person
    const { browser, held } = slowBrowser()
    await browser.signIn(person)
    const change = () => ask('change-password', { email, currentPassword, newPassword: better })
    const late = await held('/api/account/open-mine', { password: currentPassword }, change)
    expect(codeOf(late)).toBe('wrong-current-password')
    expect(await world.database.sql`select from mine_link where email = ${email}`).toHaveLength(0)
  })
})

describe('S1-8.14 S2-8.12 limits', () => {
  const send = async (email: string) => {
    const app = createApp({ ...world.context, limitFactor: 1 }, { hub: world.hub, site: null })
    const browser = openBrowser((url, init) => app.request(url, init))
    const headers = { [HEADERS.captcha]: await browser.captcha() }
    const sent = await browser.request('/api/account/send-link', { method: 'POST', body: { email }, headers })
    return sent.status
  }

  test('three links an hour to one address and one more in five minutes, thirty calls from one place, known or not', async () => {
    await world.database.sql`truncate rate_limit`
    const written = async () =>
      (await world.database.sql`select from mail where kind = 'sign-in-link'`).length
    const before = await written()
    const one = [await send('one@t.test'), await send('One@t.test'), await send('one@t.test')]
    expect(one).toEqual([200, 200, 200])
    expect([await send('one@t.test'), (await written()) - before]).toEqual([200, 4])
    expect([await send('one@t.test'), (await written()) - before]).toEqual([200, 4])
    for (let call = 6; call <= 30; call += 1) expect(await send(`other${call}@t.test`), `${call}`).toBe(200)
    expect(await send('two@t.test')).toBe(429)
    const buckets = await world.database.sql<{ bucket: string }[]>`select bucket from rate_limit`
    expect(buckets.filter(({ bucket }) => bucket.includes('@'))).toEqual([])
  })
})

test('an hour later the counters begin anew', async () => {
  await advanceClock(world.database.sql, HOUR_MS)
  expect((await ask('send-link', { email: 'anybody@t.test' })).status).toBe(200)
})
