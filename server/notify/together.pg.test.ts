import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCREENING_MS } from '../../sync/limits.ts'
import { type Actors, answered, asked, askOf, openCast, screen, signedIn, submit } from '../testing/actors.ts'
import { type Sample, sampleVideo } from '../testing/media/sample.ts'
import type { Person } from '../testing/world.ts'
import { sendMail } from './mail.ts'
import { sendPush } from './push-messages.ts'

let actors: Actors
beforeAll(async () => {
  actors = await openCast()
})
afterAll(() => actors.world.end())

const MINUTE_MS = 60_000
const subjectsTo = async (address: string) =>
  (await actors.world.mails()).filter(({ recipient }) => recipient === address).map(({ subject }) => subject)

test('an answer that arrives right after it was announced is one mail, and none comes later', async () => {
  const asker = { ...askOf(actors).asker, email: 'together@fan.test' }
  await answered(actors, { asker })
  await actors.world.advance(10 * MINUTE_MS)
  await actors.world.quiesce()
  const subjects = await subjectsTo(asker.email)
  expect(subjects.filter((subject) => /answer|recorded/i.test(subject))).toHaveLength(1)
})

test('D5 one whose video is long on its way is announced by a mail of its own', async () => {
  const asker = { ...askOf(actors).asker, email: 'apart@fan.test' }
  const question = await asked(actors, { asker })
  await screen(actors, question.questionId)
  const athlete = await signedIn(actors.world, actors.athlete)
  await submit(athlete, question.questionId, await sampleVideo('answer.mp4'))
  await actors.world.quiesce()
  const before = await subjectsTo(asker.email)
  await actors.world.advance(3 * MINUTE_MS)
  await actors.world.quiesce()
  const after = await subjectsTo(asker.email)
  expect(after.length).toBe(before.length + 1)
})

describe('D5 a fan is not told until when a video has to arrive', () => {
  /** Announces an answer, lets something happen at once, and returns the fan's mails about it of the next minutes. */
  async function toldAfter(happens: (questionId: string, video: Sample) => Promise<unknown>, video: Sample) {
    const { sql } = actors.world.database
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const athlete = await signedIn(actors.world, actors.athlete)
    await submit(athlete, questionId, video)
    await happens(questionId, video)
    await actors.world.quiesce()
    await actors.world.advance(3 * MINUTE_MS)
    await actors.world.quiesce()
    const unsent = await sql`select kind from mail where question_id = ${questionId} and sent_at is null`
    expect(unsent).toEqual([])
    return sql`select b.subject from mail m join mailbox b on b.id = m.id
      where m.question_id = ${questionId} and m.kind = 'answer-recorded'`
  }

  test('that has arrived, while its card is being charged', async () => {
    const arrive = async (questionId: string) => {
      const { sql } = actors.world.database
      await sql`update answer set state = 'stored' where question_id = ${questionId}`
      await sql`update hold set state = 'capturing' where ask_id = ${questionId}`
    }
    expect(await toldAfter(arrive, await sampleVideo('answer.mp4'))).toEqual([])
  })

  test('that has arrived and could not be read', async () => {
    const video = await sampleVideo('answer.mp4')
    const bytes = Buffer.alloc(video.bytes.length, 7)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const send = async (_: string, junk: Sample) =>
      (await signedIn(actors.world, actors.athlete)).upload(junk, 'answer')
    const junk = { ...video, bytes, declared: { ...video.declared, sha256 } }
    expect(await toldAfter(send, junk)).toEqual([])
  })

  test('for a question that was closed', async () => {
    const close = async (questionId: string) => {
      const desk = await signedIn(actors.world, actors.admin)
      const { body } = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
      const closing = { questionId, revision: body.revision, status: 'athlete rejected', note: '' }
      expect(await desk.push('question.set-status', closing)).toMatchObject({ state: 'settled' })
    }
    expect(await toldAfter(close, await sampleVideo('answer.mp4'))).toEqual([])
  })
})

test('D106 that a question waits for its answer is mailed to nobody once it has ended', async () => {
  const asker = { ...askOf(actors).asker, email: 'ended@fan.test' }
  const { questionId } = await asked(actors, { asker })
  const desk = await signedIn(actors.world, actors.admin)
  const { body } = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
  const toAthlete = async () =>
    (await subjectsTo(actors.athlete.email)).filter((subject) => /new question/.test(subject)).length
  const before = await toAthlete()
  await desk.push('question.approve', { questionId, revision: body.revision })
  const athlete = await signedIn(actors.world, actors.athlete)
  await athlete.push('question.decline', { questionId, note: '' })
  await actors.world.quiesce()
  const told = await subjectsTo(asker.email)
  expect(told.filter((subject) => /has your question/.test(subject))).toEqual([])
  expect(told.filter((subject) => /could not take your question/.test(subject))).toHaveLength(1)
  expect(await toAthlete()).toBe(before)
  const unsent = await actors.world.database
    .sql`select kind from mail where question_id = ${questionId} and sent_at is null`
  expect(unsent).toEqual([])
})

describe('what is sent late goes to nobody where it is no longer true', () => {
  /** Sends a mail of this kind now, and returns whether it left. */
  async function mailLeaves(kind: string, questionId: string, person: Person | null): Promise<boolean> {
    const { context, database } = actors.world
    const id = randomUUID()
    await database.sql`
      insert into mail (id, kind, question_id, person_id) values (${id}, ${kind}, ${questionId}, ${person?.id ?? null})`
    await sendMail(context, id, { isAwaited: async () => false, read: async () => null })
    expect(await database.sql`select from mail where id = ${id} and sent_at is null`).toEqual([])
    return (await database.sql`select from mailbox where id = ${id}`).length === 1
  }

  /** For how many seconds push services were asked to keep the messages that were handed over. */
  const keptS: number[] = []

  /** Sends a push message of this kind now to a device of the person, and returns whether it was handed over. */
  async function pushLeaves(kind: string, questionId: string, person: Person): Promise<boolean> {
    const { context, database } = actors.world
    const { push } = context
    const browser = await signedIn(actors.world, person)
    const endpoint = 'https://fcm.googleapis.com/late'
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    expect((await browser.post('/api/push-subscription', { endpoint, keys })).status).toBe(200)
    const handed: string[] = []
    context.push = {
      ...push,
      send: async (_, { id }, { ttlS }) => {
        handed.push(id)
        keptS.push(ttlS)
        return 'sent'
      },
    }
    const id = randomUUID()
    await database.sql`
      insert into push_message (id, kind, question_id, person_id) values (${id}, ${kind}, ${questionId}, ${person.id})`
    await sendPush(context, id)
    context.push = push
    await database.sql`delete from push_subscription where endpoint = ${endpoint}`
    expect(await database.sql`select from push_message where id = ${id} and sent_at is null`).toEqual([])
    return handed.includes(id)
  }

  test.each([
    ['mail', mailLeaves],
    ['push message', pushLeaves],
  ] as const)('a %s about a question on the desk, or one that waits for its athlete', async (_, leaves) => {
    const { admin, athlete } = actors
    const { questionId } = await asked(actors)
    const toDesk = async () => [
      await leaves('desk-first', questionId, admin),
      await leaves('desk-ending', questionId, admin),
    ]
    const toAthlete = async () => [
      await leaves('request-approved', questionId, athlete),
      await leaves('request-reminder', questionId, athlete),
    ]
    const ofVideo = () => leaves('answer-not-arrived', questionId, athlete)
    expect(await toDesk()).toEqual([true, true])
    expect(await toAthlete()).toEqual([false, false])
    // The team is not told on Monday of what ran out of time on Saturday.
    for (const seconds of keptS) expect(seconds * 1_000).toBeLessThanOrEqual(SCREENING_MS)
    await screen(actors, questionId)
    expect(await toDesk()).toEqual([false, false])
    expect(await toAthlete()).toEqual([true, true])
    const browser = await signedIn(actors.world, athlete)
    expect(await ofVideo()).toBe(false)
    const video = await sampleVideo('answer.mp4')
    await submit(browser, questionId, video)
    expect(await toAthlete()).toEqual([false, false])
    expect(await ofVideo()).toBe(true)
    expect(await mailLeaves('question-approved', questionId, null)).toBe(true)
    await browser.upload(video, 'answer')
    expect(await ofVideo()).toBe(false)
  })

  test.each([
    ['mail', mailLeaves],
    ['push_message', pushLeaves],
  ] as const)(
    'one to the desk whose question was decided speaks of another that waits: %s',
    async (table, leaves) => {
      const { admin, world } = actors
      const { sql } = world.database
      const { questionId } = await asked(actors)
      const waits = (await asked(actors)).questionId
      const about = async (kind: string) =>
        (await sql`select from ${sql(table)} where kind = ${kind} and question_id = ${waits}`).length
      await screen(actors, questionId)
      expect(await leaves('desk-first', questionId, admin)).toBe(true)
      expect(await about('desk-first')).toBe(1)
      // the other one does not run out of time yet
      expect(await leaves('desk-ending', questionId, admin)).toBe(false)
      await sql`update question set screening_ends_at = app_now() + interval '1 hour' where id = ${waits}`
      expect(await leaves('desk-ending', questionId, admin)).toBe(true)
      expect(await about('desk-ending')).toBe(1)
      await screen(actors, waits)
      expect(await leaves('desk-first', questionId, admin)).toBe(false)
      expect(await leaves('desk-ending', questionId, admin)).toBe(false)
    },
  )

  test.each([
    ['mail', 'one by one'],
    ['mail', 'at once'],
    ['push_message', 'one by one'],
    ['push_message', 'at once'],
  ] as const)(
    'of several to the desk that were kept up, one speaks of the question that waits: %s, %s',
    async (table, how) => {
      const { context, database } = actors.world
      const { sql } = database
      const decided = [(await asked(actors)).questionId, (await asked(actors)).questionId]
      const waits = (await asked(actors)).questionId
      for (const questionId of decided) await screen(actors, questionId)
      await sql`delete from ${sql(table)} where question_id = ${waits}`
      const ids: string[] = []
      for (const minutes of [30, 20, 10]) {
        const id = randomUUID()
        await sql`
          insert into ${sql(table)} (id, kind, question_id, person_id, created_at) values (${id}, 'desk-first',
            ${decided[minutes % 20 ? 0 : 1]!}, ${actors.admin.id}, app_now() - ${minutes} * interval '1 minute')`
        ids.push(id)
      }
      const send = async (id: string) =>
        table === 'mail'
          ? sendMail(context, id, { isAwaited: async () => false, read: async () => null })
          : sendPush(context, id)
      if (how === 'at once') await Promise.all(ids.map(send))
      else for (const id of ids) await send(id)
      const told = await sql`select from ${sql(table)} where kind = 'desk-first' and question_id = ${waits}`
      expect(told).toHaveLength(1)
      expect(await sql`select from ${sql(table)} where id = any(${ids}) and sent_at is null`).toEqual([])
      if (table === 'mail') expect(await sql`select from mailbox where id = any(${ids})`).toHaveLength(1)
      await screen(actors, waits)
    },
  )
})
