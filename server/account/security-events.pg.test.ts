import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, KEPT } from '../../sync/limits.ts'
import { createLog } from '../log.ts'
import { browserAt } from '../testing/browser-at.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await openWorld({ log: createLog('info', { to: { write: (line) => void lines.push(line) } }) })
})
afterAll(() => world.end())

type Event = { event: string; outcome: string; person: string | null; hash: string | null; from: string }
const kept = () => world.database.sql<Event[]>`
  select event, outcome, person_id as person, address_hash as hash, came_from as "from" from security_event order by at, id`
const logged = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security')

test('what is tried on accounts is kept and logged: who, from where, what came of it, and no secret', async () => {
  const { id, email, password } = await world.makePerson({ role: 'basic' })
  const browser = world.browser()
  const signIn = (typed: object) => browser.post('/api/auth/sign-in/email', { email, password, ...typed })
  await signIn({ password: 'a wrong password' })
  await signIn({ email: 'nobody.of.ours@t.test' })
  await signIn({})
  const changed = { email, currentPassword: password, newPassword: 'an altogether new one' }
  await browser.post('/api/account/change-password', changed)
  await browser.post('/api/auth/sign-out', {})
  await world.browser().post('/api/account/forgot-password', { email })
  await world.quiesce()
  const [mail] = (await world.mails()).filter(({ text }) => text.includes('#token='))
  const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  await world.browser().post('/api/account/reset-password', { token, password: 'another altogether' })

  const of = { person: id, hash: null, from: 'test' }
  const nobody = { person: null, hash: expect.stringMatching(/^[\w-]{16}$/), from: 'test' }
  const expected = [
    { event: 'sign-in', outcome: 'wrong-sign-in', ...of },
    { event: 'sign-in', outcome: 'wrong-sign-in', ...nobody },
    { event: 'sign-in', outcome: 'done', ...of },
    { event: 'change-password', outcome: 'done', ...of },
    { event: 'sign-out', outcome: 'done', ...of },
    { event: 'forgot-password', outcome: 'done', ...of },
    { event: 'reset-password', outcome: 'done', ...of },
  ]
  expect(await kept()).toEqual(expected)
  expect(logged().map(({ event, outcome, from }) => ({ event, outcome, from }))).toEqual(
    expected.map(({ event, outcome, from }) => ({ event, outcome, from })),
  )
  const said = lines.join('') + JSON.stringify(await kept())
  for (const secret of [password, changed.newPassword, 'another altogether', token, email, 'nobody.of.ours'])
    expect(said).not.toContain(secret)
})

test('what was no call is no event, and what was only looked at neither', async () => {
  const before = (await kept()).length
  await world.browser().post('/api/auth/sign-in/email', { email: 'x' })
  await world.browser().post('/api/account/username', { username: 'rower' })
  expect(await kept()).toHaveLength(before)
})

test('a sign-out of nobody is no event: whoever sends one after the other fills neither the table nor the log', async () => {
  const before = (await kept()).length
  const said = logged().length
  const ended = world.browser()
  await ended.signIn(await world.makePerson({ role: 'basic' }))
  for (const browser of [world.browser(), ended, ended])
    expect((await browser.post('/api/auth/sign-out', {})).status).toBe(200)
  // the sign-in, and the only sign-out that ended a session
  const rows = (await kept()).slice(before)
  expect(rows.map(({ event }) => event)).toEqual(['sign-in', 'sign-out'])
  expect(logged()).toHaveLength(said + 2)
})

test('ASVS 16.2.1 a refusal anywhere says who was refused and from which network, uploads, videos and intents too', async () => {
  const person = await world.makePerson({ role: 'basic' })
  const browser = browserAt(world, '203.0.113.7')
  await browser.signIn(person)
  lines.length = 0
  const view = await browser.post<object>('/api/view', { token: 'A'.repeat(43) })
  const tus = { 'tus-resumable': '1.0.0' }
  await browser.request(`/files/${randomUUID()}`, { method: 'HEAD', headers: tus })
  const upload = await browser.request(`/files/${randomUUID()}`, { method: 'DELETE', headers: tus })
  const video = await browser.request(`/media/${randomUUID()}?t=${'A'.repeat(43)}`)
  await browser.push('question.cancel', { questionId: randomUUID() })
  await browserAt(world, '2001:db8:1:2::3').request('/media/x?t=y')
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused')
  const named = { who: person.id, network: '203.0.113.0/24' }
  expect(refused).toMatchObject([
    { route: '/api/view', code: 'not-found', ...named },
    { route: '/files/*', code: 'upload-not-expected', ...named },
    { route: '/files/*', code: 'upload-not-expected', ...named },
    { route: '/media/:id', code: 'not-found', ...named, who: null },
    { intent: 'question.cancel', code: 'not-found', ...named },
    { route: '/media/:id', code: 'not-found', who: null, network: '2001:db8:1::/48' },
  ])
  expect(lines.join('')).not.toContain(person.email)
  // A refused user can quote the id under which the log line is found.
  const said = [view.body, await upload.json(), await video.json()] as { requestId?: string }[]
  expect(said.map(({ requestId }) => requestId)).toEqual([0, 2, 3].map((at) => refused[at].requestId))
  expect(upload.headers.get('tus-resumable')).toBe('1.0.0')
})

test('ASVS 16.4.2 what was tried is append-only, and ends with its time or its person alone', async () => {
  const { sql } = world.database
  for (const change of ["update security_event set outcome = 'done'", 'truncate security_event'])
    await expect(sql.unsafe(change)).rejects.toThrow('append-only')
  await expect(sql`delete from security_event`.execute()).rejects.toThrow('kept for its time')
  const [has] = await sql<{ may: string[] }[]>`
    select array_agg(privilege_type::text) as may from information_schema.role_table_grants
    where table_name = 'security_event' and grantee = (select tableowner from pg_tables where tablename = 'security_event')`
  expect(has?.may).not.toContain('UPDATE')
  expect(has?.may).not.toContain('TRUNCATE')
})

test('it is kept for some months', async () => {
  await world.advance(KEPT.securityEventsMs - DAY_MS)
  await world.quiesce()
  expect(await kept()).not.toEqual([])
  await world.advance(2 * DAY_MS)
  await world.quiesce()
  expect(await kept()).toEqual([])
})
