import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '../../../sync/desk/audit.ts'
import type { DeskQuestionAnswer, DeskQuestionsAnswer } from '../../../sync/desk/requests.ts'
import { DAY_MS, TAKEN_MS } from '../../../sync/limits.ts'
import { scrubPerson } from '../../erasure/scrub.ts'
import { renderAccountMail } from '../../notify/account-mail.ts'
import { type Actors, asked, openCast, signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import type { World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { tellDigest } from './tell-digest.ts'

let world: World
let actors: Actors
let ada: Browser
let bo: Browser
let boId: string
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  ada = await signedIn(world, actors.admin)
  const other = await world.makePerson({ role: 'admin' })
  boId = other.id
  bo = await signedIn(world, other)
})
afterAll(() => world.end())

const look = async (desk: Browser, id: string) =>
  (await desk.post<DeskQuestionAnswer>('/api/desk/question', { id })).body
const row = async (desk: Browser, id: string) => {
  const call = { status: 'new', creator: null, search: null, order: 'newest', after: null }
  const { body } = await desk.post<DeskQuestionsAnswer>('/api/desk/questions', call)
  return body.rows.find((each) => each.id === id)
}
const take = (desk: Browser, questionId: string, from: string | null) =>
  desk.push('question.take', { questionId, from })
const changed = { state: 'refused', refusal: { code: 'changed-meanwhile' } }

test('a request is taken by one of two, taken over from whom was seen, released, and nobody’s after half an hour', async () => {
  const { questionId } = await asked(actors)
  expect((await look(ada, questionId)).taken).toBeNull()
  expect(await take(ada, questionId, null)).toMatchObject({ state: 'settled' })
  // The other admin had not seen yet that it was taken.
  expect(await take(bo, questionId, null)).toMatchObject(changed)
  const seen = (await row(bo, questionId))?.taken
  expect(seen).toMatchObject({ personId: actors.admin.id, isMine: false })
  expect((await row(ada, questionId))?.taken).toMatchObject({ isMine: true })
  expect(await take(bo, questionId, seen?.personId ?? null)).toMatchObject({ state: 'settled' })
  // An admin cannot release what another one has taken.
  await ada.push('question.release', { questionId })
  expect((await look(ada, questionId)).taken).toMatchObject({ personId: boId, isMine: false })
  await bo.push('question.release', { questionId })
  expect((await look(bo, questionId)).taken).toBeNull()
  await take(bo, questionId, null)
  await world.advance(TAKEN_MS + 1_000)
  expect((await look(bo, questionId)).taken).toBeNull()
  expect(await take(ada, questionId, null)).toMatchObject({ state: 'settled' })
})

test('a requester is found by a name without its accents', async () => {
  const { questionId } = await asked(actors)
  await world.database
    .sql`update question set asker = asker || '{"firstName": "José", "lastName": "Muñoz"}' where id = ${questionId}`
  const call = { status: 'new', creator: null, order: 'newest', after: null }
  for (const search of ['munoz', 'jose munoz', 'JOSÉ MUÑOZ']) {
    const { body } = await ada.post<DeskQuestionsAnswer>('/api/desk/questions', { ...call, search })
    expect(body.rows.map(({ id }) => id)).toEqual([questionId])
  }
})

test('a short text is not flagged as asked again, however many code units its emoji have', async () => {
  await asked(actors, { text: '🏀'.repeat(12) })
  const { questionId } = await asked(actors, { text: '🏀'.repeat(12) })
  expect(await look(ada, questionId)).toMatchObject({ flags: [], sameText: null })
  const texts = { text: '🏀'.repeat(20) }
  const first = await asked(actors, texts)
  const again = await asked(actors, texts)
  expect(await look(ada, again.questionId)).toMatchObject({ flags: ['repeated'] })
  expect((await look(ada, again.questionId)).sameText?.others).toHaveLength(1)
  expect((await look(ada, first.questionId)).flags).toEqual([])
})

test('what somebody took anybody may decide, and what is decided is nobody’s and cannot be taken', async () => {
  const { questionId } = await asked(actors)
  await take(ada, questionId, null)
  const { revision } = await look(bo, questionId)
  expect(await bo.push('question.approve', { questionId, revision })).toMatchObject({ state: 'settled' })
  expect((await look(ada, questionId)).taken).toBeNull()
  expect(await take(ada, questionId, null)).toMatchObject(changed)
})

test('a note is seen by the team with its author and time, once, and stands in the audit without its words', async () => {
  const { fan, questionId, viewPath } = await asked(actors)
  const noteId = randomUUID()
  const text = 'Ask Rosa before approving'
  for (const desk of [ada, ada]) await desk.push('question.note', { noteId, questionId, text })
  await bo.push('question.note', { noteId: randomUUID(), questionId, text: 'She says yes' })
  const { notes } = await look(bo, questionId)
  expect(notes.map(({ text: said }) => said)).toEqual([text, 'She says yes'])
  expect(notes[0]).toMatchObject({ id: noteId, by: expect.stringMatching(/\w/), at: expect.any(Number) })
  const { acts } = (await ada.post<AuditAnswer>('/api/desk/audit', { subject: questionId, after: null })).body
  expect(acts.map(({ act, detail }) => [act, detail])).toEqual([
    ['question.note', {}],
    ['question.note', {}],
  ])
  const told = await fan.post('/api/view', { token: viewPath.split('/').at(-1) })
  expect(JSON.stringify([told.body, acts])).not.toContain(text)
  // A note is about the fan and is erased with them.
  const { sql } = world.database
  const [of] = await sql<{ fanId: string }[]>`select fan_id as "fanId" from question where id = ${questionId}`
  await transact(world.context, (inside) =>
    scrubPerson(inside, { personId: of?.fanId ?? '', email: 'x@fan.test' }),
  )
  expect((await look(ada, questionId)).notes).toEqual([])
})

test('an asker’s requests, approvals, refusals, refunds and disputes are counted, of one address or account', async () => {
  const email = 'femi@fan.test'
  const asker = {
    firstName: 'Femi',
    lastName: 'Bello',
    birthDate: '1999-05-05',
    countryCode: 'NG',
    city: 'Lagos',
    email,
  }
  const ids: string[] = []
  for (const text of ['One question of mine', 'Another question of mine', 'A third question of mine'])
    ids.push((await asked(actors, { asker, text })).questionId)
  const [first = '', second = '', third = ''] = ids
  for (const [id, name] of [
    [first, 'question.approve'],
    [second, 'question.reject'],
  ] as const) {
    const { revision } = await look(ada, id)
    await ada.push(name, { questionId: id, revision, ...(name === 'question.reject' && { note: '' }) })
  }
  const { sql } = world.database
  await sql`
    insert into refund (id, question_id, charge_id, amount_cents, reason, state)
    values (${randomUUID()}, ${first}, 'ch_x', 100, 'goodwill', 'done'), (${randomUUID()}, ${first}, 'ch_x', 100, 'goodwill', 'done'),
      (${randomUUID()}, ${second}, 'ch_y', 100, 'goodwill', 'failed')`
  await sql`
    insert into dispute (id, question_id, charge_id, amount_cents, state, reason, opened_at, seen_at)
    values ('dp_x', ${first}, 'ch_x', 100, 'won', 'fraudulent', app_now(), app_now())`
  expect((await look(ada, third)).history).toEqual({
    isAccount: false,
    asked: 3,
    approved: 1,
    declined: 1,
    refunded: 1,
    disputed: 1,
  })
})

/** Inserts the same question again, by the same person, with this text and this many days earlier. */
const again = async (questionId: string, text: string, days = 0) =>
  world.database.sql`
    insert into question (id, conversation_id, fan_id, athlete_id, asker, subject, kind, text, amount_cents, submitted_at,
      screening_ends_at)
    select ${randomUUID()}, conversation_id, fan_id, athlete_id, asker, subject, kind, ${text}, 0,
      submitted_at - ${days} * interval '1 day', screening_ends_at from question where id = ${questionId}`

test('the same text of the last 30 days is counted and leads to the others; a short one, or an older one, does not', async () => {
  const text = 'Please say hello to my whole class at school'
  const { questionId } = await asked(actors, { text })
  await again(questionId, text, 31)
  expect((await look(ada, questionId)).sameText).toBeNull()
  for (let more = 0; more < 6; more++)
    await again(questionId, more % 2 === 0 ? text : text.toUpperCase(), more)
  const { sameText } = await look(ada, questionId)
  expect(sameText).toMatchObject({ count: 7 })
  expect(sameText?.others).toHaveLength(5)
  expect(sameText?.others[0]).toMatchObject({ requester: 'Kim Lee', receiver: 'rower', status: 'new' })
  expect(sameText?.others.map(({ id }) => id)).not.toContain(questionId)
  const short = 'Hi there, Rosa!'
  await world.database.sql`update question set text = ${short} where id = ${questionId}`
  await again(questionId, short)
  expect((await look(ada, questionId)).sameText).toBeNull()
})

test('the week at the desk is mailed once to whoever screens, until they switch it off, and not of a week without anything', async () => {
  const { sql } = world.database
  const digests = () => sql<{ id: string; by: string }[]>`
    select id, person_id as by from mail where kind = 'weekly-digest' order by created_at, id`
  const ask = () =>
    sql`update question set submitted_at = app_now() where id = (select id from question where status = 'new' limit 1)`
  const night = async (days: number) => {
    await world.advance(days * DAY_MS)
    for (const _ of ['one server', 'another']) await tellDigest(world.context)
  }
  // Start on a Wednesday, because new members first get the digest for the next whole week, and in another week than
  // the tests before.
  const now = await world.context.clock.now()
  await world.advance((7 + ((10 - now.getUTCDay()) % 7)) * DAY_MS)
  await sql`delete from mail where kind = 'weekly-digest'`
  await sql`delete from weekly_digest`
  await night(0)
  expect(await digests()).toEqual([])
  await ask()
  await night(7)
  expect((await digests()).map(({ by }) => by).sort()).toEqual([actors.admin.id, boId].sort())
  await night(1)
  expect(await digests()).toHaveLength(2)
  const [first] = await digests()
  const mail = await renderAccountMail(world.context, first?.id ?? '')
  expect(mail?.subject).toBe('The week at the desk')
  expect(mail?.text).toMatch(/Received: 1\nScreened: 0/)
  const [desk, other] = [await signedIn(world, actors.admin), { personId: boId, isOn: false }]
  expect(await desk.push('digest.switch', other)).toMatchObject({ refusal: { code: 'not-found' } })
  await desk.push('digest.switch', { personId: actors.admin.id, isOn: false })
  const days = { from: '2026-01-01', until: '2026-01-31' }
  expect((await desk.post('/api/desk/figures', days)).body).toMatchObject({ digest: false })
  await ask()
  await night(7)
  expect((await digests()).slice(2).map(({ by }) => by)).toEqual([boId])
  await sql`update question set status = 'rejected', reason = 'screening-limit' where status = 'new'`
  await night(14)
  expect(await digests()).toHaveLength(3)
})
