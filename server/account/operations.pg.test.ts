import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JoinAnswer } from '../../sync/account/account-calls.ts'
import { PROTOCOL } from '../../sync/protocol.ts'
import { signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { portrait } from '../testing/media/pictures.ts'
import { openWorld, type World } from '../testing/world.ts'
import { personById } from './person.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.end())

const password = 'chosen by the fan'
const SIGN_IN = '/api/auth/sign-in/email'
type Said = { refusal?: { code: string } }

/** Returns everything a stream sends until it ends. */
async function heardBy(stream: Response): Promise<string> {
  return new Response(stream.body).text()
}

async function signUp(browser: Browser, username: string): Promise<string> {
  const email = `${username}@operations.test`
  const { body } = await browser.post<JoinAnswer>('/api/account/join-fan', {
    person: {
      firstName: 'Robin',
      lastName: 'Reed',
      birthDate: '1998-04-02',
      countryCode: 'CA',
      city: 'Banff',
      email,
    },
    username,
    password,
  })
  await browser.request('/userMedia?place=profile', {
    method: 'POST',
    headers: { 'x-upload-token': body.uploadToken, 'content-type': 'image/jpeg' },
    raw: new Uint8Array(portrait()),
  })
  await world.quiesce()
  const mail = (await world.mails()).findLast(({ recipient }) => recipient === email)
  const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  expect((await browser.post('/api/account/activate', { token, password })).status).toBe(200)
  return email
}

describe('the operations of an account', () => {
  test('S2-7.11 sign-up, session, its user, its changes, another password, sign-out: all by the server alone', async () => {
    const browser = world.browser()
    expect((await browser.session()).person, 'get session: none').toBeNull()
    const email = await signUp(browser, 'robin')
    const { person } = await browser.session()
    expect(person, 'get user').toMatchObject({ email, role: 'basic', firstName: 'Robin', username: 'robin' })
    expect(await personById(world.context.sql, person?.id ?? ''), 'a user by their id').toMatchObject({
      email,
      role: 'basic',
    })
    const changes = await browser.request(`/sync/stream?protocol=${PROTOCOL}`)
    expect(changes.headers.get('content-type')).toContain('text/event-stream')

    const elsewhere = await signedIn(world, { id: '', username: 'robin', email, password })
    const change = { email, currentPassword: password, newPassword: 'quite another one' }
    expect((await elsewhere.post('/api/account/change-password', change)).status, 'update password').toBe(200)
    expect(await heardBy(changes), 'subscribed to changes: the end of the session is one').toContain('bye')
    expect((await browser.session()).person).toBeNull()

    expect((await elsewhere.post('/api/auth/sign-out', {})).status, 'sign out').toBe(200)
    expect((await elsewhere.session()).person).toBeNull()
    await elsewhere.signIn({ email, password: 'quite another one' })
    expect((await elsewhere.session()).person?.email, 'password sign-in').toBe(email)
  })

  test('S2-5.45 a sign-in is an address with a password: neither alone is one, and a telephone number is none', async () => {
    const { email } = await world.makePerson({ role: 'basic' })
    const says = async (body: object) => (await world.browser().post<Said>(SIGN_IN, body)).body.refusal?.code
    for (const half of [{ email }, { password }, {}, { phone: '+4712345678', password }])
      expect(await says(half), JSON.stringify(half)).toBe('bad-shape')
    for (const empty of [
      { email, password: '' },
      { email: '', password },
      { email: '+4712345678', password },
    ])
      expect(await says(empty), JSON.stringify(empty)).toBe('wrong-sign-in')
  })
})

describe('erased in the middle of a sign-in', () => {
  test('is the ordinary refusal: the account is no longer there', async () => {
    const person = await world.makePerson({ role: 'basic' })
    const { sql } = world.database
    const [before] = await sql<{ name: string }[]>`select name from auth."user" where email = ${person.email}`
    expect(before?.name, 'a name stands in `person` alone').toBe('')
    let signIn: Promise<{ status: number; body: Said }> = Promise.reject(new Error('not begun'))
    signIn.catch(() => {})
    await sql.begin(async (tx) => {
      await tx`delete from auth."user" where email = ${person.email}`
      signIn = world.browser().post<Said>(SIGN_IN, { email: person.email, password: person.password })
      // The password was right, but its session waits for the row that is being deleted.
      await expect
        .poll(
          async () =>
            (
              await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and query ~ 'session'`
            ).length,
          { timeout: 10_000 },
        )
        .toBe(1)
    })
    expect(await signIn).toMatchObject({ status: 401, body: { refusal: { code: 'wrong-sign-in' } } })
  })
})
