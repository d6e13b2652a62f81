import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JoinAnswer } from '../../../sync/account/account-calls.ts'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { createApp } from '../../app/app.ts'
import { type Actors, asked } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { portrait } from '../../testing/media/pictures.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { CODE_TRIES, rotateSignupCode } from './signup-code.ts'

const password = 'chosen by the athlete'

let world: World
let actors: Actors
let code: string
beforeAll(async () => {
  world = await openWorld()
  const athlete = await world.makePerson({ role: 'creator', username: 'rower', priceCents: 1_500 })
  actors = { world, athlete, admin: await world.makePerson({ role: 'admin' }) }
  code = (await transact(world.context, (inside) => rotateSignupCode(inside, null))).code
})
afterAll(() => world.end())

type Said = { refusal?: { code: string } } & Partial<JoinAnswer>
const codeOf = ({ body }: { body: Said }) => body.refusal?.code
const post = (path: string, body: object, browser: Browser = world.browser()) =>
  browser.post<Said>(`/api/account/${path}`, body)

const profile = {
  sport: 'Rowing',
  position: 'Stroke',
  bio: 'I row.\nAsk me about starts.',
  achievements: ['National champion, 2024'],
  interests: ['Starts', 'Cold mornings'],
  instagram: 'ada.rows',
  tiktok: null,
  x: null,
  noGoTopics: 'Doping rumours',
}
const joining = (name: string, more: object = {}, told: object = {}) => ({
  code,
  person: {
    firstName: 'Ada',
    lastName: 'Lund',
    birthDate: '1999-05-06',
    countryCode: 'NO',
    city: 'Bergen',
    email: `${name}@join.test`,
    ...more,
  },
  username: name,
  password,
  profile,
  covers: 0,
  ...told,
})

const bring = (token: string, place = 'profile') =>
  world.browser().request(`/userMedia?place=${place}`, {
    method: 'POST',
    headers: { 'x-upload-token': token, 'content-type': 'image/jpeg' },
    raw: new Uint8Array(portrait()),
  })

async function mailsTo(address: string) {
  await world.quiesce()
  return (await world.mails()).filter(({ recipient }) => recipient === address)
}
const tokenIn = (text: string) => /\/athletejoin#token=([\w-]{43})/.exec(text)?.[1] ?? ''

/** Signs up including the picture, and returns the mailed token. */
async function joined(name: string, more: object = {}, told: object = {}): Promise<string> {
  const { status, body } = await post('join-athlete', joining(name, more, told))
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await bring(body.uploadToken ?? '')).status).toBe(200)
  return tokenIn((await mailsTo(joining(name, more).person.email)).at(-1)?.text ?? '')
}

const publicly = (username: string) => world.browser().get<PublicAthlete>(`/api/athletes/${username}`)

describe('S2-4.21 S2-4.22 D53 an athlete joins', () => {
  test('S2-3.2 S2-6.1 S2-6.2 D79 D100 S2-7.12 and has a dashboard and a public profile once link and password came together', async () => {
    const token = await joined('ada', {}, { covers: 1 }).catch(() => '')
    expect(token, 'the mail waits for the cover').toBe('')
    const kept = await post('join-athlete', joining('ada', {}, { covers: 2 }))
    const upload = kept.body.uploadToken ?? ''
    for (const place of ['cover2', 'profile', 'cover1']) {
      expect(await mailsTo('ada@join.test')).toHaveLength(0)
      expect((await bring(upload, place)).status).toBe(200)
    }
    const [mail] = await mailsTo('ada@join.test')
    expect(mail?.text).toMatch(/^Hi there,/)
    expect((await publicly('ada')).status).toBe(404)

    const browser = world.browser()
    const landed = { token: tokenIn(mail?.text ?? ''), password }
    expect(await post('activate', landed, browser)).toEqual({ status: 200, body: {} })
    expect((await browser.session()).person).toMatchObject({
      role: 'creator',
      username: 'ada',
      firstName: 'Ada',
    })
    const { body } = await publicly('ada')
    const { noGoTopics: _, ...shown } = profile
    expect(body).toMatchObject({
      ...shown,
      city: 'Bergen',
      countryCode: 'NO',
      priceCents: null,
      paused: false,
    })
    expect(JSON.stringify(body)).not.toMatch(/Doping|join\.test|1999/)
    expect(body.pictureUrl).toMatch(/^\/userMedia\/ada\/profilePicture\/[\w-]+\.jpg$/)
    expect(body.coverUrls).toEqual([
      expect.stringMatching(/^\/userMedia\/ada\/coverPictures\/[\w-]+\.jpg$/),
      expect.stringMatching(/^\/userMedia\/ada\/coverPictures\/[\w-]+\.jpg$/),
    ])
    const listed = await world.browser().get<{ athletes: PublicAthlete[] }>('/api/athletes?q=ada')
    expect(listed.body.athletes.map(({ username }) => username)).toEqual(['ada'])
    const [row] = await world.database.sql`
      select country_code, no_go_topics, birth_date::text from person where username = 'ada'`
    expect(row, 'D79 the country is kept by its code').toMatchObject({
      country_code: 'NO',
      no_go_topics: 'Doping rumours',
      birth_date: '1999-05-06',
    })
  })

  test('D43 D111 somebody who had asked before keeps their id and their questions', async () => {
    const asker = { ...joining('before').person, firstName: 'A' }
    const { questionId } = await asked(actors, { asker })
    const [placeholder] = await world.database.sql<{ id: string }[]>`
      select fan_id as id from question where id = ${questionId}`
    const browser = world.browser()
    await post('activate', { token: await joined('before'), password }, browser)
    expect((await browser.session()).person).toMatchObject({ id: placeholder?.id, role: 'creator' })
    const { body } = await browser.get<{ questions: { questionId: string }[] }>('/api/my-questions')
    expect(body.questions.map((question) => question.questionId)).toEqual([questionId])
  })

  test('CR/LF never reaches a name, and HTML stays text', async () => {
    for (const firstName of ['Ada\r\nBcc: evil@example.com', 'Ada\u2028Lund', 'Ada\u0000'])
      expect(['bad-shape', 'bad-json'], firstName).toContain(
        codeOf(await post('join-athlete', joining('crlf', { firstName }))),
      )
    const firstName = '<img src=x onerror=alert(1)>'
    await post('activate', { token: await joined('angle', { firstName }), password })
    expect((await publicly('angle')).body.firstName).toBe(firstName)
    const [mail] = await world.database.sql<{ html: string }[]>`
      select html from mailbox where recipient = 'angle@join.test'`
    expect(mail?.html).not.toContain('<img')
  })
})

describe('S2-5.1 D28 the sign-up code', () => {
  const asks = (typed: string) => post('signup-code', { code: typed })

  test('is taken however it is typed, and nothing else is', async () => {
    for (const typed of [code, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `])
      expect(await asks(typed), typed).toEqual({ status: 200, body: {} })
    for (const typed of ['', 'INFIELD', code.slice(1), `${code}A`, "' or true --", '%'])
      expect(codeOf(await asks(typed)), typed).toBe('wrong-signup-code')
    const rows = await world.database.sql`select * from signup_code`
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })

  test('D100 without it nobody joins, whatever else they send', async () => {
    expect(codeOf(await post('join-athlete', joining('thief', {}, { code: 'GUESS' })))).toBe(
      'wrong-signup-code',
    )
    for (const more of [{ role: 'admin' }, { priceCents: 1 }, { verified: true }])
      expect(codeOf(await post('join-athlete', joining('thief', {}, more)))).toBe('bad-shape')
    const rows = await world.database.sql`select from joining where username = 'thief'`
    expect(rows).toHaveLength(0)
  })

  test('S2-8.12 is guessed ten times in a quarter of an hour from one place, and not once more', async () => {
    const env = { ...world.context.env, mode: 'development' as const }
    const app = createApp({ ...world.context, env }, { hub: world.hub, site: null })
    const guess = async (typed: string) => {
      const answer = await app.request('http://localhost:3000/api/account/signup-code', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
        body: JSON.stringify({ code: typed }),
      })
      return answer.status
    }
    await world.database.sql`truncate rate_limit`
    for (let tries = 0; tries < CODE_TRIES.max; tries += 1) expect(await guess(`GUESS ${tries}`)).toBe(422)
    expect(await guess(code)).toBe(429)
    await world.advance(CODE_TRIES.windowS * 1_000)
    expect(await guess(code)).toBe(200)
  })

  test('the admin rotates it: the old one is over at once, the new one is told once', async () => {
    const admin = world.browser()
    await admin.signIn(actors.admin)
    const rotated = await admin.post<{ code: string }>('/api/desk/signup-code', {})
    expect(rotated.body.code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){6}[2-9A-HJ-NP-Z]{4}$/)
    expect(codeOf(await asks(code))).toBe('wrong-signup-code')
    expect(codeOf(await post('join-athlete', joining('late')))).toBe('wrong-signup-code')
    code = rotated.body.code
    expect((await asks(code)).status).toBe(200)
    const both = await Promise.all(
      [admin, admin].map((each) => each.post<{ code: string }>('/api/desk/signup-code', {})),
    )
    const counts = await Promise.all(both.map(({ body }) => asks(body.code)))
    expect(counts.map(({ status }) => status).sort()).toEqual([200, 422])
    code = both[counts.findIndex(({ status }) => status === 200)]?.body.code ?? ''
  })
})

describe('S2-8.1 D112 an address that has an account', () => {
  test('is told in its inbox, and everybody else is told the same', async () => {
    const known = await world.makePerson({ role: 'basic' })
    const [one, other] = [
      await post('join-athlete', joining('copycat', { email: known.email })),
      await post('join-athlete', joining('newcomer')),
    ]
    expect([one.status, Object.keys(one.body)]).toEqual([other.status, Object.keys(other.body)])
    expect(one.body.uploadToken).toHaveLength(other.body.uploadToken?.length ?? 0)
    const brought = [await bring(one.body.uploadToken ?? ''), await bring(other.body.uploadToken ?? '')]
    expect(brought.map(({ status }) => status)).toEqual([200, 200])
    const mails = await mailsTo(known.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('An account with this email already exists')
    expect(mails[0]?.text).not.toContain('#token=')
    const [person] = await world.database.sql`select role, username from person where id = ${known.id}`
    expect(person).toMatchObject({ role: 'basic', username: known.username })
  })
})

describe('S2-5.14 S2-8.2 a username that is taken', () => {
  test('is refused at once', async () => {
    expect(codeOf(await post('join-athlete', joining('rower')))).toBe('username-taken')
  })

  test('of two who want one name at once, one is told and takes another', async () => {
    const tokens = [
      await joined('twina', {}, { username: 'twin' }),
      await joined('twinb', {}, { username: 'twin' }),
    ]
    const both = await Promise.all(tokens.map((token) => post('activate', { token, password })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const late = tokens[both.findIndex(({ status }) => status === 409)] ?? ''
    expect((await post('activate', { token: late, password, username: 'twin2' })).status).toBe(200)
    const { body } = await publicly('twin2')
    expect(body.pictureUrl).toMatch(/^\/userMedia\/twin2\/profilePicture\//)
    const rows = await world.database.sql`select username from person where username like 'twin%' order by 1`
    expect(rows.map(({ username }) => username)).toEqual(['twin', 'twin2'])
  })

  test('one link opened twice at once makes one account', async () => {
    const token = await joined('once')
    const both = await Promise.all([1, 2].map(() => post('activate', { token, password })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  })
})
