import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MineAnswer } from '../../sync/account/mine.ts'
import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import { type Actors, asked, askOf, openCast, prepare } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { type Sample, sampleVideo } from '../testing/media/sample.ts'
import { tablesWith } from '../testing/tables-with.ts'
import type { World } from '../testing/world.ts'

/* An address without an account opens, deletes and keeps its data by mailed links. */

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

/** What people are told, and so written out here. */
const SEVEN_DAYS_MS = 7 * DAY_MS

type Refused = { refusal?: { code: string } }
const post = <T = Refused>(call: string, body: object) =>
  world.browser().post<T>(`/api/account/${call}`, body)

const mailsTo = async (address: string) =>
  (await world.mails()).filter(({ recipient }) => recipient === address)

/** Returns the token of the newest link to this page in the mails to an address. */
async function tokenTo(page: string, address: string): Promise<string> {
  const link = new RegExp(`/${page}#token=([\\w-]{43})`)
  const mail = (await mailsTo(address)).findLast(({ text }) => link.test(text))
  return link.exec(mail?.text ?? '')?.[1] ?? ''
}

const asker = (email: string) => ({
  firstName: 'Kanarifirst',
  lastName: 'Kanarilast',
  birthDate: '1991-02-03',
  countryCode: 'US',
  city: 'Kanaricity',
  email,
})

async function statusOf(id: string) {
  const [row] = await world.database.sql`
    select status, reason, hold_state as hold from question where id = ${id}`
  return row
}

test('D112 opens what is theirs by a mailed link; whether there is anything, only the inbox learns', async () => {
  const { questionId } = await asked(actors, { asker: asker('guest@own.test') })
  const known = await post('mine-link', { email: 'Guest@own.test' })
  const unknown = await post('mine-link', { email: 'nobody@own.test' })
  expect(known).toEqual(unknown)
  await world.quiesce()
  expect(await mailsTo('nobody@own.test')).toEqual([])
  const token = await tokenTo('mydata', 'guest@own.test')
  const { body } = await post<MineAnswer>('mine', { token })
  expect(body).toMatchObject({ email: 'guest@own.test', hasAccount: false, questions: 1, openQuestions: 1 })
  expect((await post('leave', { token })).status).toBe(200)
  await world.quiesce()
  expect(await statusOf(questionId)).toMatchObject({ reason: 'cancelled-by-asker', hold: 'released' })
  await world.advance(SEVEN_DAYS_MS + 1_000)
  await world.quiesce()
  expect(await tablesWith(world.database.sql, 'guest@own.test')).toEqual([])
  expect((await post('mine', { token })).body.refusal?.code).toBe('link-spent')
})

test('the mailed link opens what is kept, and the copy, for an hour', async () => {
  const email = 'hour@own.test'
  await asked(actors, { asker: asker(email) })
  await post('mine-link', { email })
  await world.quiesce()
  const token = await tokenTo('mydata', email)
  await world.advance(HOUR_MS - 5 * 60_000)
  const { body } = await post<MineAnswer>('mine', { token })
  const takeCopy = async () => (await world.browser().request(body.exportUrl)).status
  expect(await takeCopy()).toBe(200)
  // No sweep runs meanwhile, and the ticket of the copy itself is good for longer.
  await world.advance(5 * 60_000 + 1_000)
  for (const call of ['mine', 'leave'])
    expect((await post(call, { token })).body.refusal?.code, call).toBe('link-spent')
  expect(await takeCopy()).toBe(404)
})

test('who only ever wrote to us is forgotten too, and may take it back', async () => {
  const writer = world.browser()
  const form = {
    formId: crypto.randomUUID(),
    firstName: 'Kanari',
    lastName: 'Writer',
    email: 'writer@own.test',
    subject: 'x',
    content: 'Kanariletter',
  }
  await writer.push('contact.send', { ...form, captcha: await writer.captcha() })
  for (const isKept of [true, false]) {
    await post('mine-link', { email: form.email })
    await world.quiesce()
    const token = await tokenTo('mydata', form.email)
    expect((await post('leave', { token })).status).toBe(200)
    await world.quiesce()
    if (isKept)
      expect((await post('keep', { token: await tokenTo('keepaccount', form.email) })).status).toBe(200)
    await world.advance(SEVEN_DAYS_MS + 1_000)
    await world.quiesce()
    expect((await tablesWith(world.database.sql, 'Kanariletter')).length).toBe(isKept ? 1 : 0)
  }
})

test('whoever asks again with an address that left keeps the new question, and may delete it as well', async () => {
  const email = 'returns@own.test'
  const linkOf = async () => {
    await post('mine-link', { email })
    await world.quiesce()
    return await tokenTo('mydata', email)
  }
  const former = await asked(actors, { asker: asker(email) })
  expect((await post('leave', { token: await linkOf() })).status).toBe(200)
  await world.quiesce()
  await world.advance(SEVEN_DAYS_MS - 7_200_000)
  const again = await asked(actors, { asker: asker(email) })
  const writer = world.browser()
  const form = { formId: crypto.randomUUID(), firstName: 'Kanari', lastName: 'Writer', subject: 'x' }
  const message = { ...form, email, content: 'Kanariagain', captcha: await writer.captcha() }
  await writer.push('contact.send', message)
  await world.advance(7_201_000)
  await world.quiesce()
  expect(await statusOf(former.questionId)).toMatchObject({ reason: 'cancelled-by-asker' })
  expect(await statusOf(again.questionId)).toEqual({ status: 'new', reason: null, hold: 'held' })
  const askers = await world.database.sql`
    select id, asker ->> 'email' as email from question where id in (${former.questionId}, ${again.questionId})`
  expect(askers).toContainEqual({ id: former.questionId, email: '' })
  expect(askers).toContainEqual({ id: again.questionId, email })
  expect(await tablesWith(world.database.sql, 'Kanariagain')).not.toEqual([])
  const [mail] = await world.database.sql`
    select from mail m join mailbox b on b.id = m.id where m.question_id = ${again.questionId}`
  expect(mail).toBeDefined()
  // Deleted for the second time, and once more meanwhile.
  expect((await post('leave', { token: await linkOf() })).status).toBe(200)
  await world.advance(3_600_000)
  const third = await asked(actors, { asker: asker(email) })
  expect((await post('leave', { token: await linkOf() })).status).toBe(200)
  await world.advance(SEVEN_DAYS_MS)
  await world.quiesce()
  for (const { questionId } of [again, third])
    expect(await statusOf(questionId)).toMatchObject({ reason: 'cancelled-by-asker', hold: 'released' })
  expect(await tablesWith(world.database.sql, email)).toEqual([])
  expect(await tablesWith(world.database.sql, 'Kanariagain')).toEqual([])
})

test('whoever asks again after a leaving that a former build began is a new person too', async () => {
  const email = 'former@own.test'
  const first = await asked(actors, { asker: asker(email) })
  const personOf = async (id: string) => {
    const [row] = await world.database.sql<{ fanId: string }[]>`
      select fan_id as "fanId" from question where id = ${id}`
    return row?.fanId
  }
  // A former build hid the person and left the key.
  await world.database.sql`update person set leaving_at = app_now() where claimed_email = ${email}`
  const again = await asked(actors, { asker: asker(email) })
  expect(await personOf(again.questionId)).not.toBe(await personOf(first.questionId))
  const third = await asked(actors, { asker: asker(email) })
  expect(await personOf(third.questionId)).toBe(await personOf(again.questionId))
})

test('an ask that was prepared after the leaving and given back keeps its words beyond the erasure', async () => {
  const email = 'prepared@own.test'
  await asked(actors, { asker: asker(email) })
  await post('mine-link', { email })
  await world.quiesce()
  expect((await post('leave', { token: await tokenTo('mydata', email) })).status).toBe(200)
  await world.advance(SEVEN_DAYS_MS - 7_200_000)
  const ask = askOf(actors, { asker: asker(email) })
  await prepare(world.browser(), ask)
  await world.database.sql`update prepared_ask set state = 'released' where id = ${ask.questionId}`
  await world.advance(7_201_000)
  await world.quiesce()
  const [row] = await world.database.sql`
    select asker ->> 'email' as email, subject from prepared_ask where id = ${ask.questionId}`
  expect(row).toEqual({ email, subject: ask.subject })
})

test('the video of a question that was sent again after the leaving stays, and one that nobody sent again goes', async () => {
  const email = 'video@own.test'
  const leave = async () => {
    await post('mine-link', { email })
    await world.quiesce()
    expect((await post('leave', { token: await tokenTo('mydata', email) })).status).toBe(200)
  }
  await asked(actors, { asker: asker(email) })
  await leave()
  await world.advance(SEVEN_DAYS_MS - 7_200_000)
  const [writer, left] = [world.browser(), world.browser()]
  const [again, former] = [await sampleVideo('question.webm'), await sampleVideo('question.webm')]
  const send = async (browser: Browser, video: Sample) => {
    const ask = askOf(actors, { asker: asker(email), kind: 'video', text: '', video: video.declared })
    expect((await prepare(browser, ask)).status).toBe(200)
  }
  await send(writer, again)
  await writer.upload(again, 'question')
  await send(left, former)
  await left.upload(former, 'question')
  await world.quiesce()
  // deleted for the second time, and one of the two drafts is sent again
  await leave()
  await send(writer, again)
  await world.advance(7_201_000)
  await world.quiesce()
  const media = await world.database.sql`
    select id, state from media where id in (${again.declared.id}, ${former.declared.id})`
  expect(media).toContainEqual({ id: again.declared.id, state: 'stored' })
  expect(media).toContainEqual({ id: former.declared.id, state: 'purged' })
})
