import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditAnswer } from '../../sync/desk/audit.ts'
import type { MessageAnswer, MessagesAnswer } from '../../sync/desk/messages.ts'
import type { SystemAnswer } from '../../sync/desk/office.ts'
import type { FindAnswer } from '../../sync/desk/things.ts'
import type { Trouble } from '../../sync/desk/troubles.ts'
import { type Actors, asked, openCast, screen, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
let desk: Browser
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  desk = await signedIn(world, actors.admin)
})
afterAll(() => world.end())

const troubles = async (): Promise<Trouble[]> =>
  (await desk.post<SystemAnswer>('/api/desk/system', {})).body.troubles
const audit = async (more: object = {}) =>
  (await desk.post<AuditAnswer>('/api/desk/audit', { subject: null, after: null, ...more })).body
const find = async (q: string, by = desk) => (await by.post<FindAnswer>('/api/desk/find', { q })).body.things
const messages = async (more: object) =>
  (
    await desk.post<MessagesAnswer>('/api/desk/messages', {
      way: 'mail',
      state: null,
      of: null,
      after: null,
      ...more,
    })
  ).body.messages
const drop = (of: Trouble['of'], troubleId: string) =>
  desk.push('trouble.drop', { of, troubleId, reason: 'Told them by phone' })
const retry = (of: Trouble['of'], troubleId: string) => desk.push('trouble.retry', { of, troubleId })
const settled = { state: 'settled' }

/** Makes a mail about a question look as if sending it had failed twice. */
async function stuckMail(questionId: string): Promise<string> {
  const [mail] = await world.database.sql<{ id: string }[]>`
    update mail set sent_at = null, tries = 2, error = 'no route to the mail server'
    where question_id = ${questionId} and kind = 'question-approved' returning id`
  return mail!.id
}

test('what is stuck names what waits for it, of nobody, and is tried again or given up with a reason', async () => {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const first = await stuckMail(questionId)
  const [trouble] = await troubles()
  expect(trouble).toMatchObject({
    of: 'mail',
    id: first,
    kind: 'question-approved',
    error: 'no route to the mail server',
    about: { kind: 'question', name: 'My catch', questionId },
    mayRetry: true,
    mayDrop: true,
  })
  expect(JSON.stringify(trouble)).not.toContain('@')
  expect(await retry('mail', first)).toMatchObject(settled)
  await world.quiesce()
  expect(await troubles()).toEqual([])
  expect(await retry('mail', first)).toMatchObject({ refusal: { code: 'not-found' } })
  await stuckMail(questionId)
  expect(await drop('mail', first)).toMatchObject(settled)
  await world.quiesce()
  expect(await troubles()).toEqual([])
  const [kept] = await world.database.sql<{ sent: boolean }[]>`
    select sent_at is not null as sent from mail where id = ${first}`
  expect(kept?.sent).toBe(false)
  const { acts } = await audit({ subject: first })
  expect(acts).toMatchObject([
    { act: 'trouble.drop', reason: 'Told them by phone', about: { kind: 'mail', questionId } },
    { act: 'trouble.retry', reason: null },
  ])
})

test('a mail that the mail server refuses counts its tries, with its words and without the address', async () => {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const id = await stuckMail(questionId)
  const { send } = world.context.mail
  world.context.mail.send = () => Promise.reject(new Error('550 <kim@fan.test> is unknown here'))
  expect(await retry('mail', id)).toMatchObject(settled)
  await world.quiesce()
  world.context.mail.send = send
  const found = (await troubles()).find((each) => each.id === id)
  expect(found).toMatchObject({ error: '550 <address> is unknown here' })
  expect(found?.tries).toBeGreaterThan(2)
  expect(await drop('mail', id)).toMatchObject(settled)
})

test('a mail that waits for its next try is sent at once when somebody presses, not when its wait is over', async () => {
  const { questionId } = await asked(actors)
  const { send } = world.context.mail
  world.context.mail.send = () => Promise.reject(new Error('no route to the mail server'))
  await screen(actors, questionId)
  await world.context.jobs.runDue()
  world.context.mail.send = send
  const { sql } = world.database
  const [mail] = await sql<{ id: string }[]>`
    update mail set tries = 9 where question_id = ${questionId} and kind = 'question-approved' returning id`
  await sql`
    update boss.job set start_after = boss.job_now() + interval '1 hour'
    where name = 'mail.send' and singleton_key = ${mail!.id} and state = 'retry'`
  await world.context.jobs.runDue()
  expect((await troubles()).map(({ id }) => id)).toContain(mail!.id)
  expect(await retry('mail', mail!.id)).toMatchObject(settled)
  await world.context.jobs.runDue()
  expect((await troubles()).map(({ id }) => id)).not.toContain(mail!.id)
})

test('a job that was given up is listed until what it was for is done, and can be started anew', async () => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  const bury = async (queue: string, data: object) => {
    const id = randomUUID()
    await sql`
      insert into boss.job (id, name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
      values (${id}, 'dead', ${sql.json(data as never)}, ${queue}, ${randomUUID()}, app_now() - interval '1 hour', 12,
        ${sql.json({ message: 'it broke' })})`
    return id
  }
  const dead = await bury('question.deadline', { questionId })
  const sweep = await bury('sweep.minute', {})
  await bury('mail.send', { mailId: randomUUID() })
  expect(await troubles()).toMatchObject([
    {
      of: 'job',
      id: dead,
      kind: 'question.deadline',
      tries: 13,
      error: 'it broke',
      about: { kind: 'question', questionId },
    },
    { of: 'job', id: sweep, kind: 'sweep.minute', about: null },
  ])
  expect(await retry('job', dead)).toMatchObject(settled)
  expect(await retry('job', dead)).toMatchObject({ refusal: { code: 'not-found' } })
  await world.quiesce()
  // A later sweep has done what this one could not.
  await sql`update boss.job set completed_on = app_now() where name = 'sweep.minute' and state = 'completed'`
  const left = (await troubles()).filter(({ kind }) => kind !== 'sweep.minute')
  expect(left).toEqual([])
  const again = await bury('question.deadline', { questionId })
  expect(await drop('job', again)).toMatchObject(settled)
  await sql`delete from boss.job where id = ${sweep}`
  expect(await troubles()).toEqual([])
})

test('a verification that was given up is listed until every video that had arrived by then was decided', async () => {
  const { sql } = world.database
  const id = randomUUID()
  await sql`
    insert into media (id, principal, purpose, source, declared_type, declared_bytes, declared_sha256, declared_duration_ms,
      state, upload_id, received_at, verify_after)
    values (${id}, 'person:x', 'answer', 'recorded', 'video/webm', 9, ${'0'.repeat(64)}, 3000, 'received', ${id},
      app_now() - interval '1 minute', app_now() + interval '1 hour')`
  for (const line of ['media.verify-answer', 'media.verify-question'])
    await sql`insert into boss.job (name, data, source_name, source_id, source_created_on, source_retry_count)
      values ('dead', '{}', ${line}, ${randomUUID()}, app_now(), 5)`
  // a later run of the line took another video
  await sql`insert into boss.job (name, data, state, completed_on)
    values ('media.verify-answer', '{}', 'completed', app_now() + interval '1 minute')`
  const listed = async () => (await troubles()).map(({ kind }) => kind)
  expect(await listed()).toEqual(['media.verify-answer'])
  await sql`update media set state = 'refused', refusal = 'video-type', upload_id = null where id = ${id}`
  expect(await listed()).toEqual([])
  await sql`delete from boss.job where name = 'dead'`
})

test('an order to the provider leaves the alarm when it was settled otherwise, and only what is over can be dropped', async () => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const order = async (state: 'failed' | 'intended') => {
    const id = randomUUID()
    await sql`
      insert into money_operation (id, subject_id, kind, attempt, idempotency_key, params, params_hash, state, tries, error, tried_at)
      select ${id}, h.id, 'capture', 1 + (select count(*)::int from money_operation o where o.subject_id = h.id and o.kind = 'capture'),
        ${id}, '{}', 'x', ${state}, 3, 'card_declined', app_now()
      from hold h where h.ask_id = ${questionId}`
    return id
  }
  const failed = await order('failed')
  expect(await troubles()).toEqual([])
  await sql`update hold set state = 'lapsed' where ask_id = ${questionId}`
  await sql`update question set pay_again_until = app_now() + interval '3 days' where id = ${questionId}`
  expect(await troubles()).toMatchObject([
    { of: 'money', id: failed, kind: 'capture', about: { questionId }, mayRetry: false, mayDrop: true },
  ])
  expect(await retry('money', failed)).toMatchObject({ refusal: { code: 'changed-meanwhile' } })
  const stuck = await order('intended')
  expect(await troubles()).toMatchObject([{ id: stuck, mayRetry: true, mayDrop: false }])
  expect(await drop('money', stuck)).toMatchObject({ refusal: { code: 'changed-meanwhile' } })
  await sql`delete from money_operation where id = ${stuck}`
  await sql`update question set pay_again_until = app_now() - interval '1 second' where id = ${questionId}`
  expect(await troubles()).toEqual([])
  await sql`update question set pay_again_until = app_now() + interval '1 day' where id = ${questionId}`
  expect(await drop('money', failed)).toMatchObject(settled)
  expect(await troubles()).toEqual([])
})

test('an id of ours or of the provider, a username and an address lead to what they stand for, as far as one may know', async () => {
  const { fan, questionId } = await asked(actors)
  const [hold] = await world.database.sql<{ id: string; intent: string }[]>`
    select id, payment_intent_id as intent from hold where ask_id = ${questionId}`
  const [mail] = await messages({ of: questionId })
  const found = await Promise.all(
    [questionId.toUpperCase(), hold!.id, hold!.intent, mail!.id].map((id) => find(id)),
  )
  expect(found.map((things) => things.map(({ kind }) => kind))).toEqual([
    ['question'],
    ['payment'],
    ['payment'],
    ['mail'],
  ])
  expect(found.flat().every((thing) => thing.questionId === questionId)).toBe(true)
  expect(await find('@rower')).toMatchObject([{ kind: 'athlete', id: actors.athlete.id }])
  const email = `k${questionId.slice(0, 8)}@fan.test`
  expect((await find(` ${email.toUpperCase()} `)).map(({ kind }) => kind)).toContain('question')
  expect(await find('nothing-like-this')).toEqual([])
  expect((await fan.post('/api/desk/find', { q: questionId })).status).toBe(401)
  const accountant = await world.makePerson({ role: 'admin' })
  await world.database.sql`update person set desk_role = 'accountant' where id = ${accountant.id}`
  const books = await signedIn(world, accountant)
  expect(await find(questionId, books)).toEqual([])
  expect(await find(hold!.id, books)).toMatchObject([{ kind: 'payment' }])
})

test('the log is read by person, by kind and by time, and names what each act was about', async () => {
  const other = await world.makePerson({ role: 'admin' })
  const requestId = randomUUID()
  await (await signedIn(world, other)).push('picture.request', {
    requestId,
    personId: actors.athlete.id,
    place: 'profile',
  })
  const whole = await audit()
  expect(whole.people.map(({ id }) => id).toSorted()).toEqual([actors.admin.id, other.id].toSorted())
  const theirs = await audit({ by: other.id })
  expect(theirs.acts).toMatchObject([
    { act: 'picture.request', about: { kind: 'picture', name: '@rower', personId: actors.athlete.id } },
  ])
  expect((await audit({ kind: 'athletes' })).acts.map(({ act }) => act)).toEqual(['picture.request'])
  const at = theirs.acts[0]!.at
  expect((await audit({ from: at })).acts.length).toBeLessThan(whole.acts.length)
  expect((await audit({ until: at })).acts.map(({ act }) => act)).not.toContain('picture.request')
  expect((await audit({ from: at, until: at + 1, kind: 'athletes' })).acts).toHaveLength(1)
})

test('a mail is looked at without a link that opens anything, and sent again as one of its own', async () => {
  const { questionId, viewPath } = await asked(actors)
  await screen(actors, questionId)
  const mail = (await messages({ of: questionId })).find(({ kind }) => kind === 'question-approved')
  expect(mail).toMatchObject({ way: 'mail', state: 'sent', to: 'Kim Lee', about: { questionId } })
  const look = async (id: string) =>
    (await desk.post<MessageAnswer>('/api/desk/message', { way: 'mail', id })).body
  const seen = await look(mail!.id)
  expect(seen).toMatchObject({ address: `k${questionId.slice(0, 8)}@fan.test`, maySendAgain: true })
  expect(seen.text).toContain('My catch')
  expect(seen.text).toMatch(/\/view\/…/)
  expect(JSON.stringify(seen)).not.toContain(viewPath.split('/').at(-1))
  await world.quiesce()
  const sentBefore = (await world.mails()).length
  const again = { way: 'mail', messageId: mail!.id, newId: randomUUID() }
  expect(await desk.push('message.send-again', again)).toMatchObject(settled)
  await world.quiesce()
  const sent = (await world.mails()).slice(sentBefore)
  expect(sent.map(({ subject }) => subject)).toEqual([seen.subject])
  expect((await messages({ of: `k${questionId.slice(0, 8)}@fan.test` })).length).toBe(
    (await messages({ of: questionId })).length,
  )
})

test('a mail about an account is told of and never read, and is not sent twice', async () => {
  const fan = await world.makePerson({ role: 'basic', username: 'forgetful' })
  await world.browser().post('/api/account/forgot-password', { email: fan.email })
  await world.quiesce()
  const [mail] = await messages({ of: fan.id })
  expect(mail).toMatchObject({ kind: 'password-reset', state: 'sent' })
  const { body } = await desk.post<MessageAnswer>('/api/desk/message', { way: 'mail', id: mail!.id })
  expect(body).toMatchObject({ address: null, subject: null, text: null, maySendAgain: false })
  const again = { way: 'mail', messageId: mail!.id, newId: randomUUID() }
  expect(await desk.push('message.send-again', again)).toMatchObject({
    refusal: { code: 'changed-meanwhile' },
  })
})

test('a push is looked at, and sent again to somebody who has a device for it', async () => {
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const [push] = await messages({ way: 'push', of: questionId })
  expect(push).toMatchObject({ kind: 'request-approved', receivedAt: null })
  const { body } = await desk.post<MessageAnswer>('/api/desk/message', { way: 'push', id: push!.id })
  expect(body).toMatchObject({ subject: 'A new question is waiting', maySendAgain: false })
  const again = { way: 'push', messageId: push!.id, newId: randomUUID() }
  expect(await desk.push('message.send-again', again)).toMatchObject({
    refusal: { code: 'changed-meanwhile' },
  })
  const athlete = await signedIn(world, actors.athlete)
  const endpoint = 'http://127.0.0.1:9/nothing'
  await athlete.post('/api/push-subscription', {
    endpoint,
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  })
  expect(await desk.push('message.send-again', again)).toMatchObject(settled)
  expect(await messages({ way: 'push', of: questionId })).toHaveLength(2)
})

test.each(['mail', 'push'] as const)(
  'a message that was sent and is no longer true is not offered again: %s',
  async (way) => {
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const athlete = await signedIn(world, actors.athlete)
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    await athlete.post('/api/push-subscription', { endpoint: 'http://127.0.0.1:9/over', keys })
    const message = (await messages({ way, of: questionId })).find(({ kind }) => kind === 'request-approved')
    // no push service listens there, so nothing else marks the push as sent
    const table = world.database.sql(way === 'mail' ? 'mail' : 'push_message')
    await world.database.sql`update ${table} set sent_at = app_now() where id = ${message!.id}`
    const look = async () =>
      (await desk.post<MessageAnswer>('/api/desk/message', { way, id: message!.id })).body
    expect(await look()).toMatchObject({ isStillTrue: true, maySendAgain: true })
    await athlete.push('question.decline', { questionId, note: '' })
    expect(await look()).toMatchObject({ isStillTrue: false, maySendAgain: false })
    const again = { way, messageId: message!.id, newId: randomUUID() }
    const refusal = { code: 'changed-meanwhile' }
    expect(await desk.push('message.send-again', again)).toMatchObject({ refusal })
  },
)

test.each(['mail', 'push'] as const)(
  'a stuck message that is no longer true goes to nobody, and is no trouble any more, once it is sent: %s',
  async (way) => {
    const { sql } = world.database
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const athlete = await signedIn(world, actors.athlete)
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    await athlete.post('/api/push-subscription', { endpoint: 'http://127.0.0.1:9/stuck', keys })
    await athlete.push('question.decline', { questionId, note: '' })
    await world.quiesce()
    const id = randomUUID()
    await sql`
      insert into ${sql(way === 'mail' ? 'mail' : 'push_message')} (id, kind, question_id, person_id, tries, error)
      values (${id}, 'request-approved', ${questionId}, ${actors.athlete.id}, 2, 'no route')`
    const isTrouble = async () => (await troubles()).some((each) => each.id === id)
    expect(await isTrouble()).toBe(true)
    const { body } = await desk.post<MessageAnswer>('/api/desk/message', { way, id })
    expect(body).toMatchObject({ isStillTrue: false, maySendAgain: true })
    const again = { way, messageId: id, newId: randomUUID() }
    expect(await desk.push('message.send-again', again)).toMatchObject(settled)
    await world.quiesce()
    expect(await isTrouble()).toBe(false)
    expect(await sql`select from mailbox where id = ${id}`).toEqual([])
    const [push] = await sql`select handed_to as "handedTo" from push_message where id = ${id}`
    expect(push?.handedTo ?? []).toEqual([])
  },
)

test('that a fan may pay again is not mailed again once they may not', async () => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  const messageId = randomUUID()
  await sql`
    insert into mail (id, kind, question_id, sent_at) values (${messageId}, 'pay-again', ${questionId}, app_now())`
  const again = () => desk.push('message.send-again', { way: 'mail', messageId, newId: randomUUID() })
  expect(await again()).toMatchObject({ refusal: { code: 'changed-meanwhile' } })
  await sql`update question set pay_again_until = app_now() + interval '1 day' where id = ${questionId}`
  await sql`update hold set state = 'lapsed' where ask_id = ${questionId}`
  expect(await again()).toMatchObject(settled)
})

test('a mail to an address without an account is listed with the address, and found by it', async () => {
  const email = 'Invited@people.test'
  const inviteId = randomUUID()
  expect(await desk.push('team.invite', { inviteId, email, deskRole: 'support' })).toMatchObject(settled)
  await world.quiesce()
  const address = email.toLowerCase()
  const mail = { kind: 'team-invite', to: address, state: 'sent' }
  expect(await messages({ of: address })).toMatchObject([mail])
  expect((await messages({})).filter(({ kind }) => kind === 'team-invite')).toMatchObject([mail])
  await world.database.sql`update team_invite set email = '' where id = ${inviteId}`
  expect((await messages({})).filter(({ kind }) => kind === 'team-invite')).toMatchObject([
    { ...mail, to: '' },
  ])
})
