import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MyQuestionsAnswer } from '../../../sync/calls.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { type Actors, asked, pull } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { advanceClock } from '../../testing/clock.ts'
import { bringPicture } from '../../testing/media/pictures.ts'
import { openWorld, type World } from '../../testing/world.ts'

const password = 'chosen by the fan'
const emailInUse = 'The email you entered is already in use. If you have an account, try signing in.'

let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld()
  const athlete = await world.makePerson({ role: 'creator', username: 'rower', priceCents: 1_500 })
  actors = { world, athlete, admin: await world.makePerson({ role: 'admin' }) }
})
afterAll(() => world.end())

type Refused = { refusal?: { code: string }; uploadToken?: string }
const codeOf = ({ body }: { body: Refused }) => body.refusal?.code

const post = (path: string, body: object, browser: Browser = world.browser()) =>
  browser.post<Refused>(`/api/account/${path}`, body)

const joining = (name: string, more: object = {}) => ({
  person: {
    firstName: 'Robin',
    lastName: 'Reed',
    birthDate: '1998-04-02',
    countryCode: 'CA',
    city: 'Banff',
    email: `${name}@join.test`,
    ...more,
  },
  username: name,
  password,
})

async function tokensTo(address: string): Promise<string[]> {
  await world.quiesce()
  const mails = (await world.mails()).filter(({ recipient }) => recipient === address)
  return mails.flatMap(({ text }) => /\/fanjoin#token=([\w-]{43})/.exec(text)?.[1] ?? [])
}

/** Signs up, including the picture. */
async function join(call: object) {
  const { status, body } = await post('join-fan', call)
  expect(await bringPicture(world.browser(), body.uploadToken ?? '')).toBe(200)
  return { status, fields: Object.keys(body) }
}

async function joined(name: string): Promise<string> {
  expect(await join(joining(name))).toEqual({ status: 200, fields: ['uploadToken'] })
  return (await tokensTo(`${name}@join.test`)).at(-1) ?? ''
}

const signIn = (email: string, given = password) =>
  world.browser().post('/api/auth/sign-in/email', { email, password: given })

describe('S2-2.33 S2-2.34 a fan joins', () => {
  test('S1-6.10 S2-5.21 and is a basic account once the mailed link and the password came together', async () => {
    const token = await joined('robin')
    expect((await signIn('robin@join.test')).status).toBe(401)
    const browser = world.browser()
    expect(await post('activate', { token, password }, browser)).toEqual({ status: 200, body: {} })
    expect((await browser.session()).person).toMatchObject({
      role: 'basic',
      firstName: 'Robin',
      lastName: 'Reed',
      username: 'robin',
      email: 'robin@join.test',
    })
    expect((await signIn('Robin@Join.test')).status).toBe(200)
    expect(codeOf(await post('activate', { token, password }))).toBe('link-spent')
  })

  test('S2-5.16 S2-5.19 a username is free or taken at once', async () => {
    const taken = await world.browser().post('/api/account/username', { username: 'rower' })
    expect(taken.body).toEqual({ taken: true })
    const free = await world.browser().post('/api/account/username', { username: 'nobodyyet' })
    expect(free.body).toEqual({ taken: false })
    const call = joining('late')
    expect(codeOf(await post('join-fan', { ...call, username: 'rower' }))).toBe('username-taken')
    for (const username of ['Rower', 'ro wer', '', 'x'.repeat(16), 'rö'])
      expect(codeOf(await post('join-fan', { ...call, username })), username).toBe('bad-shape')
  })

  test('S2-5.17 D11 D48 what is asked of a fan is asked by the server', async () => {
    const young = joining('young', { birthDate: '2020-01-01' })
    expect(codeOf(await post('join-fan', young))).toBe('under-age')
    expect(codeOf(await post('join-fan', joining('land', { countryCode: 'XX' })))).toBe('unknown-country')
    expect(codeOf(await post('join-fan', { ...joining('weak'), password: 'iloveyou' }))).toBe(
      'password-frequent',
    )
    for (const field of ['firstName', 'lastName', 'city', 'email', 'birthDate'])
      expect(codeOf(await post('join-fan', joining('gap', { [field]: '' }))), field).toBe('bad-shape')
    expect(codeOf(await post('join-fan', { ...joining('gain'), role: 'admin' }))).toBe('bad-shape')
  })

  test('S2-5.17 where else a fan is found is optional, kept without the @, and shown in their profile', async () => {
    const networks = { instagram: 'robin.reed', tiktok: null, x: 'robin_r' }
    const bad = { ...networks, x: 'https://evil.example/x' }
    expect(codeOf(await post('join-fan', { ...joining('linked'), networks: bad }))).toBe('bad-shape')
    const { body } = await post('join-fan', { ...joining('linked'), networks })
    await bringPicture(world.browser(), body.uploadToken ?? '')
    const [token = ''] = await tokensTo('linked@join.test')
    const browser = world.browser()
    await post('activate', { token, password }, browser)
    const [own] = (await pull(browser, 'people')).documents
    expect(own).toMatchObject({ role: 'basic', profile: networks })
  })

  test('S2-5.17 the mail waits for the profile picture, and the picture is the account’s', async () => {
    const { body } = await post('join-fan', joining('faceless'))
    expect(await tokensTo('faceless@join.test')).toEqual([])
    expect(await bringPicture(world.browser(), body.uploadToken ?? '')).toBe(200)
    const [token = ''] = await tokensTo('faceless@join.test')
    const browser = world.browser()
    await post('activate', { token, password }, browser)
    const [own] = (await pull(browser, 'people')).documents
    expect(own).toMatchObject({
      pictureUrl: expect.stringMatching(/^\/userMedia\/faceless\/profilePicture\//),
    })
  })

  test('a slow picture takes nothing from the day that the mailed link works', async () => {
    const { body } = await post('join-fan', joining('patient'))
    await advanceClock(world.database.sql, HOUR_MS)
    await bringPicture(world.browser(), body.uploadToken ?? '')
    const [token = ''] = await tokensTo('patient@join.test')
    await advanceClock(world.database.sql, 24 * HOUR_MS - 60_000)
    expect((await post('activate', { token, password })).status).toBe(200)
  })

  test('the link is over after a day', async () => {
    const [inTime, token] = [await joined('quick'), await joined('slow')]
    await advanceClock(world.database.sql, 23 * HOUR_MS)
    expect((await post('activate', { token: inTime, password })).status).toBe(200)
    await advanceClock(world.database.sql, HOUR_MS + 1)
    expect(codeOf(await post('activate', { token, password }))).toBe('link-spent')
  })

  test('a username that went meanwhile can be another', async () => {
    const token = await joined('wanted')
    await world.makePerson({ role: 'basic', username: 'wanted' })
    expect(codeOf(await post('activate', { token, password }))).toBe('username-taken')
    const browser = world.browser()
    expect((await post('activate', { token, password, username: 'wanted2' }, browser)).status).toBe(200)
    expect((await browser.session()).person?.username).toBe('wanted2')
  })

  test('of two who take one username at once, one is told', async () => {
    const [one, two] = [await joined('racea'), await joined('raceb')]
    const both = await Promise.all(
      [one, two].map((token) => post('activate', { token, password, username: 'racing' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('D43 D111 a placeholder is adopted with its questions', () => {
  async function askedBefore(name: string) {
    const asker = { ...joining(name).person, firstName: 'Rob' }
    const question = await asked(actors, { asker })
    const [placeholder] = await world.database.sql<{ id: string }[]>`
      select id from person where claimed_email = ${asker.email}`
    return { ...question, id: placeholder?.id ?? '' }
  }

  test('under the id it had: every question is there', async () => {
    const { id, questionId } = await askedBefore('again')
    const token = await joined('again')
    const browser = world.browser()
    await post('activate', { token, password }, browser)
    expect((await browser.session()).person).toMatchObject({ id, firstName: 'Robin', username: 'again' })
    const { body } = await browser.get<MyQuestionsAnswer>('/api/my-questions')
    expect(body.questions.map((question) => question.questionId)).toEqual([questionId])
    expect((await pull(browser, 'questions')).documents.map((document) => document.id)).toEqual([questionId])
    expect((await pull(browser, 'conversations')).documents).toHaveLength(1)
  })

  test('and is nobody who leaves, though the address had left before it was an account', async () => {
    const { id } = await askedBefore('returned')
    const email = 'returned@join.test'
    await world.database.sql`update person set leaving_at = app_now() where id = ${id}`
    await world.database.sql`
      insert into leaving (id, email, erase_at) values (${id}, ${email}, app_now() + interval '7 days')`
    const token = await joined('returned')
    const browser = world.browser()
    expect((await post('activate', { token, password }, browser)).status).toBe(200)
    expect((await browser.session()).person?.id).toBe(id)
    const [row] = await world.database.sql`select leaving_at as "leavingAt" from person where id = ${id}`
    expect(row?.leavingAt).toBeNull()
  })

  test('never by the password alone, nor by the link alone', async () => {
    const { id } = await askedBefore('victim')
    const attack = { ...joining('victim'), password: 'known to the attacker' }
    expect((await join(attack)).status).toBe(200)
    const [token = ''] = await tokensTo('victim@join.test')
    // The attacker has the password but not the link.
    expect((await signIn('victim@join.test', attack.password)).status).toBe(401)
    const forged = await post('activate', { token: 'A'.repeat(43), password: attack.password })
    expect(codeOf(forged)).toBe('link-spent')
    // The owner has the link but not the password.
    expect(codeOf(await post('activate', { token, password }))).toBe('wrong-chosen-password')
    const [person] = await world.database.sql`select auth_id from person where id = ${id}`
    expect(person?.auth_id).toBeNull()
    // The owner gets the account by joining, after which the attacker's link is void.
    await join({ ...joining('victim'), username: 'owner' })
    const owned = (await tokensTo('victim@join.test')).find((each) => each !== token) ?? ''
    expect((await post('activate', { token: owned, password })).status).toBe(200)
    expect(codeOf(await post('activate', { token, password: attack.password }))).toBe('link-spent')
    expect((await signIn('victim@join.test', attack.password)).status).toBe(401)
    expect((await signIn('victim@join.test')).status).toBe(200)
  })

  test('a link asked for meanwhile opens nothing that was not activated', async () => {
    await askedBefore('halfway')
    await joined('halfway')
    for (const path of ['forgot-password', 'send-link']) {
      await post(path, { email: 'halfway@join.test' })
      await world.quiesce()
    }
    const subjects = (await world.mails())
      .filter(({ recipient }) => recipient === 'halfway@join.test')
      .map(({ subject }) => subject)
    expect(subjects.filter((subject) => /password|sign in/i.test(subject))).toEqual([])
  })
})

describe('S2-5.20 D112 an address in use', () => {
  test('is told in its inbox, and the screen says what it says to everybody', async () => {
    const known = await world.makePerson({ role: 'basic' })
    const [answer, other] = [
      await join(joining('copy', { email: known.email })),
      await join(joining('fresh')),
    ]
    expect(answer).toEqual(other)
    await world.quiesce()
    const mails = (await world.mails()).filter(({ recipient }) => recipient === known.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(emailInUse)
    expect(mails[0]?.text).toMatch(/Sign in: http\S+\/signin$/m)
    expect(mails[0]?.text).not.toContain('#token=')
    expect((await signIn(known.email)).status).toBe(401)
  })

  test('what somebody calls themselves is not told to the address they typed', async () => {
    await join(joining('spam', { firstName: 'Buy at evil.example' }))
    await world.quiesce()
    const [mail] = (await world.mails()).filter(({ recipient }) => recipient === 'spam@join.test')
    expect(mail?.text).toMatch(/^Hi there,/)
    expect(mail?.text).not.toContain('evil')
  })
})
