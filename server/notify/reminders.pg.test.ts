import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { HOUR_MS, SCREENING_WARNING_MS } from '../../sync/limits.ts'
import { warnDesk } from '../question/screening/tell-desk.ts'
import { type Actors, asked, openCast, screen, signedIn, submit } from '../testing/actors.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { sendMail } from './mail.ts'

const pushed: string[] = []
const service = createServer((request, response) => {
  pushed.push(request.url ?? '')
  request.resume()
  response.writeHead(201).end()
})
let world: World
let actors: Actors
beforeAll(async () => {
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  actors = await openCast()
  world = actors.world
})
afterAll(async () => {
  service.close()
  await world.end()
})

/** Signs in with a device that this push service reaches. */
async function reachable() {
  const athlete = await signedIn(world, actors.athlete)
  const { port } = service.address() as AddressInfo
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'a'.repeat(22) }
  const told = await athlete.post('/api/push-subscription', {
    endpoint: `http://127.0.0.1:${port}/device`,
    keys,
  })
  expect(told.status).toBe(200)
  return athlete
}

const approved = async () => {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  return questionId
}
const reminders = (questionId: string) => world.database.sql<{ id: string }[]>`
  select id from push_message where question_id = ${questionId} and kind = 'request-reminder' order by created_at`
const mails = async (questionId: string) => {
  const rows = await world.database.sql`
    select from mail where question_id = ${questionId} and kind = 'request-reminder'`
  return rows.length
}
/** Gives a question another status, as an admin at the desk. */
async function setStatus(questionId: string, status: 'new' | 'approved'): Promise<void> {
  const desk = await signedIn(world, actors.admin)
  const { body } = await desk.post<DeskQuestionAnswer>('/api/desk/question', { id: questionId })
  const args = { questionId, revision: body.revision, status, note: '' }
  expect(await desk.push('question.set-status', args)).toMatchObject({ state: 'settled' })
}
const toDesk = async (questionId: string) => {
  const rows = await world.database.sql<{ kind: string }[]>`
    select kind from mail where question_id = ${questionId} and kind like 'desk-%' order by created_at`
  return rows.map(({ kind }) => kind)
}
const later = async (ms: number) => {
  await world.advance(ms)
  await world.quiesce()
}

test('a reminder at 24 h and at 6 h, by mail alone where no device is reached', async () => {
  const questionId = await approved()
  await later(48 * HOUR_MS + 1_000)
  expect([(await reminders(questionId)).length, await mails(questionId)]).toEqual([0, 1])
  await later(18 * HOUR_MS)
  expect([(await reminders(questionId)).length, await mails(questionId)]).toEqual([0, 2])
})

test('a device that says the push is there spares the mail; a silent one does not', async () => {
  await reachable()
  const questionId = await approved()
  await later(48 * HOUR_MS + 1_000)
  const [first] = await reminders(questionId)
  expect(await mails(questionId)).toBe(0)
  const device = world.browser()
  expect((await device.post('/api/push-received', { pushId: first?.id })).status).toBe(200)
  await later(11 * 60_000)
  expect(await mails(questionId)).toBe(0)
  await later(18 * HOUR_MS - 11 * 60_000)
  expect((await reminders(questionId)).length).toBe(2)
  expect(await mails(questionId)).toBe(0)
  await later(11 * 60_000)
  await later(60_000)
  expect(await mails(questionId)).toBe(1)
})

test('nobody is told that a question still waits whose answer was announced', async () => {
  const athlete = await signedIn(world, actors.athlete)
  const questionId = await approved()
  await submit(athlete, questionId, await sampleVideo('answer.webm'))
  await later(48 * HOUR_MS + 1_000)
  await later(18 * HOUR_MS)
  expect([(await reminders(questionId)).length, await mails(questionId)]).toEqual([0, 0])
})

const kindsOf = async (table: 'mail' | 'push_message', questionId: string) => {
  const { sql } = world.database
  const rows = await sql<{ kind: string }[]>`
    select kind from ${sql(table)} where question_id = ${questionId} and person_id = ${actors.athlete.id}
      and kind in ('request-reminder', 'answer-not-arrived', 'request-expired') order by created_at`
  return rows.map(({ kind }) => kind)
}

test('while the video of an announced answer has not arrived, its athlete is reminded to open the app', async () => {
  await world.database.sql`delete from push_subscription`
  const athlete = await signedIn(world, actors.athlete)
  const [lost, arrived] = [await approved(), await approved()]
  await submit(athlete, lost, await sampleVideo('answer.webm'))
  const video = await sampleVideo('answer.mp4')
  await submit(athlete, arrived, video)
  await athlete.upload(video, 'answer')
  await later(48 * HOUR_MS + 1_000)
  await later(18 * HOUR_MS)
  expect(await kindsOf('mail', lost)).toEqual(['answer-not-arrived', 'answer-not-arrived'])
  await later(24 * HOUR_MS)
  expect(await kindsOf('mail', lost)).toEqual(Array(3).fill('answer-not-arrived'))
  const written = (kind: string) => world.database.sql<{ text: string }[]>`
    select b.text from mail m join mailbox b on b.id = m.id where m.question_id = ${lost} and m.kind = ${kind}`
  const told = (await written('answer-not-arrived')).map(({ text }) => text.replace(/\s+/g, ' '))
  expect(told.map((text) => /has not reached us yet\. Open the app with a network/.test(text))).toEqual(
    Array(3).fill(true),
  )
  await later(6 * HOUR_MS)
  expect(await kindsOf('mail', lost)).toContain('request-expired')
  expect(await kindsOf('mail', arrived)).toEqual([])
  const [last] = await written('request-expired')
  expect(last?.text.replace(/\s+/g, ' ')).toContain('did not reach us in time')
  expect(last?.text).not.toContain('You did not answer')
})

test('a device is told by push that an answer has not arrived, and by mail where it stays silent', async () => {
  const athlete = await reachable()
  const questionId = await approved()
  await submit(athlete, questionId, await sampleVideo('answer.webm'))
  await later(48 * HOUR_MS + 1_000)
  expect([await kindsOf('push_message', questionId), await kindsOf('mail', questionId)]).toEqual([
    ['answer-not-arrived'],
    [],
  ])
  await later(11 * 60_000)
  expect(await kindsOf('mail', questionId)).toEqual(['answer-not-arrived'])
})

test('a question that is declined or answered after its reminder was pushed is not written about', async () => {
  const athlete = await reachable()
  const answered = await approved()
  const questionId = await approved()
  await later(48 * HOUR_MS + 1_000)
  expect([(await reminders(questionId)).length, (await reminders(answered)).length]).toEqual([1, 1])
  await athlete.push('question.decline', { questionId, note: '' })
  expect((await submit(athlete, answered, await sampleVideo('answer.webm'))).outcome.state).toBe('settled')
  await later(11 * 60_000)
  expect([await mails(questionId), await mails(answered)]).toEqual([0, 0])
})

test('a question that was reopened and approved again is reminded of by its new deadline alone', async () => {
  await reachable()
  const questionId = await approved()
  await later(32 * HOUR_MS)
  await setStatus(questionId, 'new')
  await setStatus(questionId, 'approved')
  // the reminders of the first deadline are due meanwhile
  await later(34 * HOUR_MS + 1_000)
  expect(await reminders(questionId)).toHaveLength(0)
  await later(14 * HOUR_MS)
  expect(await reminders(questionId)).toHaveLength(1)
  await later(18 * HOUR_MS)
  expect(await reminders(questionId)).toHaveLength(2)
})

test('the team is told of a question that is reopened, and warned before its new time to screen is over', async () => {
  const { questionId } = await asked(actors)
  await later(HOUR_MS)
  await screen(actors, questionId)
  expect(await toDesk(questionId)).toEqual(['desk-first'])
  await later(24 * HOUR_MS)
  await setStatus(questionId, 'new')
  expect(await toDesk(questionId)).toEqual(['desk-first', 'desk-first'])
  const [row] = await world.database.sql<{ endsAt: Date }[]>`
    select screening_ends_at as "endsAt" from question where id = ${questionId}`
  const left = (row?.endsAt.getTime() ?? 0) - (await world.context.clock.now()).getTime()
  // the warning of the first time is due meanwhile
  await later(left - SCREENING_WARNING_MS - HOUR_MS)
  expect(await toDesk(questionId)).toHaveLength(2)
  await later(HOUR_MS + 60_000)
  expect((await toDesk(questionId)).slice(2)).toEqual(['desk-ending'])
})

test('a warning that was dropped because its question was decided keeps no other one back', async () => {
  const { context, database } = world
  const ids: string[] = []
  for (const _ of [1, 2, 3]) ids.push((await asked(actors)).questionId)
  const [decided = '', warned = '', later = ''] = ids
  await database.sql`delete from mail where kind = 'desk-ending'`
  // nothing else runs out of time
  await database.sql`update question set screening_ends_at = app_now() + interval '2 days' where status = 'new'`
  const id = randomUUID()
  await database.sql`
    insert into mail (id, kind, question_id, person_id) values (${id}, 'desk-ending', ${decided}, ${actors.admin.id})`
  await screen(actors, decided)
  await sendMail(context, id, { isAwaited: async () => false, read: async () => null })
  expect(await database.sql`select from mailbox where id = ${id}`).toEqual([])
  for (const questionId of [warned, later])
    await transact(context, (inside) => warnDesk(inside, { questionId }))
  await world.quiesce()
  expect(await toDesk(warned)).toEqual(['desk-ending'])
  expect(await toDesk(later)).toEqual([])
})
