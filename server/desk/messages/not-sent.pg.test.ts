import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '../../../sync/desk/audit.ts'
import type { MessageAnswer, MessagesAnswer } from '../../../sync/desk/messages.ts'
import { sendMail } from '../../notify/mail.ts'
import { sendPush } from '../../notify/push-messages.ts'
import { type Actors, asked, openCast, screen, signedIn } from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import type { World } from '../../testing/world.ts'

let world: World
let actors: Actors
let desk: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  desk = await signedIn(world, actors.admin)
})
afterAll(() => world.end())

const NO_POSTERS = { isAwaited: async () => false, read: async () => null }
const messages = async (way: 'mail' | 'push', of: string, state: string | null = null) =>
  (await desk.post<MessagesAnswer>('/api/desk/messages', { way, state, of, after: null })).body.messages
const look = async (way: 'mail' | 'push', id: string) =>
  (await desk.post<MessageAnswer>('/api/desk/message', { way, id })).body

/** Says how a message is listed, and that it is found among those that were not sent and not among the sent. */
async function listed(way: 'mail' | 'push', id: string) {
  const [message] = await messages(way, id)
  expect((await messages(way, id, 'sent')).length).toBe(0)
  expect((await messages(way, id, 'not-sent')).map((each) => each.id)).toEqual([id])
  return message
}

test.each(['mail', 'push'] as const)(
  'a message that is no longer true is listed as not sent, and why: %s',
  async (way) => {
    const { sql } = world.database
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    await (await signedIn(world, actors.athlete)).push('question.decline', { questionId, note: '' })
    const id = randomUUID()
    await sql`
      insert into ${sql(way === 'mail' ? 'mail' : 'push_message')} (id, kind, question_id, person_id)
      values (${id}, 'request-approved', ${questionId}, ${actors.athlete.id})`
    expect((await look(way, id)).message).toMatchObject({ state: 'waiting', notSentBecause: null })
    await (way === 'mail' ? sendMail(world.context, id, NO_POSTERS) : sendPush(world.context, id))
    const notSent = { state: 'not-sent', notSentBecause: 'no-longer-true', sentAt: null }
    expect(await listed(way, id)).toMatchObject(notSent)
    expect(await look(way, id)).toMatchObject({ message: notSent, maySendAgain: false })
  },
)

test('a mail to an address that is no longer kept, and to a reader who may no longer know, is not sent', async () => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  const member = await world.makePerson({ role: 'admin' })
  await sql`update question set asker = asker || '{"email": ""}' where id = ${questionId}`
  const send = async (kind: string, personId: string | null) => {
    const id = randomUUID()
    await sql`insert into mail (id, kind, question_id, person_id) values (${id}, ${kind}, ${questionId}, ${personId})`
    await sendMail(world.context, id, NO_POSTERS)
    return id
  }
  const toNobody = await send('ask-received', null)
  expect(await listed('mail', toNobody)).toMatchObject({ notSentBecause: 'no-address' })
  await sql`update person set desk_role = 'accountant' where id = ${member.id}`
  const toFormer = await send('desk-ending', member.id)
  expect(await listed('mail', toFormer)).toMatchObject({ notSentBecause: 'may-no-longer-read' })
})

test('a mail that was ordered for an address that nobody knows is not sent', async () => {
  await world.browser().post('/api/account/forgot-password', { email: `nobody.${randomUUID()}@fan.test` })
  await world.quiesce()
  const [mail] = await world.database.sql<{ id: string }[]>`
    select id from mail where person_id is null and kind = 'password-reset' order by created_at desc limit 1`
  expect(await listed('mail', mail?.id ?? '')).toMatchObject({ to: null, notSentBecause: 'no-address' })
})

test('a push message is sent if a device got it, and not sent without one or where each refused it', async () => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const push = async () => {
    const id = randomUUID()
    await sql`
      insert into push_message (id, kind, question_id, person_id)
      values (${id}, 'request-approved', ${questionId}, ${actors.athlete.id})`
    return id
  }
  const { push: sender } = world.context
  const answers = async (outcome: 'sent' | 'gone' | { refused: number }) => {
    const id = await push()
    await sendPush({ ...world.context, push: { ...sender, send: async () => outcome } }, id)
    return id
  }
  const none = await push()
  await sendPush(world.context, none)
  expect(await listed('push', none)).toMatchObject({ notSentBecause: 'no-device' })
  await (await signedIn(world, actors.athlete)).post('/api/push-subscription', {
    endpoint: 'https://fcm.googleapis.com/one',
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  })
  expect((await messages('push', await answers('sent')))[0]).toMatchObject({
    state: 'sent',
    notSentBecause: null,
    sentAt: expect.any(Number),
  })
  expect(await listed('push', await answers({ refused: 403 }))).toMatchObject({ notSentBecause: 'refused' })
  expect(await listed('push', await answers('gone'))).toMatchObject({ notSentBecause: 'no-device' })
})

test('the audit tells a message that was ordered again from one that was tried at once', async () => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  await world.quiesce()
  const [mail] = await sql<{ id: string }[]>`
    select id from mail where question_id = ${questionId} and kind = 'question-approved'`
  const messageId = mail?.id ?? ''
  const again = () => desk.push('message.send-again', { way: 'mail', messageId, newId: randomUUID() })
  expect(await again()).toMatchObject({ state: 'settled' })
  await sql`update mail set sent_at = null where id = ${messageId}`
  expect(await again()).toMatchObject({ state: 'settled' })
  const { body } = await desk.post<AuditAnswer>('/api/desk/audit', { subject: null, after: null })
  const hows = body.acts.filter(({ act }) => act === 'message.send-again').map(({ detail }) => detail.how)
  expect(hows).toEqual(['now', 'anew'])
})

test.each(['mail', 'push'] as const)('a %s that the team gave up is not listed as waiting', async (way) => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  const id = randomUUID()
  await sql`
    insert into ${sql(way === 'mail' ? 'mail' : 'push_message')} (id, kind, question_id, person_id, tries, error)
    values (${id}, 'request-approved', ${questionId}, ${actors.athlete.id}, 3, 'no route')`
  expect((await messages(way, id, 'stuck')).map((each) => each.id)).toEqual([id])
  await desk.push('trouble.drop', { of: way, troubleId: id, reason: 'Told them by phone' })
  for (const state of ['waiting', 'stuck']) expect(await messages(way, id, state)).toEqual([])
  const notSent = { state: 'not-sent', notSentBecause: 'dropped', sentAt: null }
  expect(await listed(way, id)).toMatchObject(notSent)
  if (way === 'push') return
  expect(await look(way, id)).toMatchObject({ message: notSent, maySendAgain: true })
  await desk.push('message.send-again', { way, messageId: id, newId: randomUUID() })
  expect((await messages(way, id, 'not-sent')).map(({ notSentBecause }) => notSentBecause)).not.toContain(
    'dropped',
  )
})
