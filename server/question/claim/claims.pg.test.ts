import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MineAnswer } from '../../../sync/account/mine.ts'
import type { MyQuestionsAnswer } from '../../../sync/calls.ts'
import type { ClaimsAnswer } from '../../../sync/question/claim.ts'
import { eraseLeaver } from '../../erasure/erase.ts'
import { ownRows } from '../../erasure/own-rows.ts'
import {
  type Actors,
  type Asked,
  answered,
  asked,
  askedOnVideo,
  askOf,
  openCast,
  prepare,
  pull,
  screen,
  signedIn,
  view,
} from '../../testing/actors.ts'
import type { Browser } from '../../testing/browser.ts'
import { LIFE_ALWAYS } from '../../testing/invariants/life.ts'
import { bringPicture } from '../../testing/media/pictures.ts'
import type { Person, World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

type Document = { conversationId: string; fanId: string }
type Refused = { refusal?: { code: string; detail?: object } }

/** The details typed by somebody else who uses a person's address. */
const zed = ({ email }: Pick<Person, 'email'>) => ({
  firstName: 'Zed',
  lastName: 'Attacker',
  birthDate: '2001-01-01',
  countryCode: 'CA',
  city: 'Elsewhere',
  email,
})
const claimsOf = async (browser: Browser, body: object = {}) =>
  browser.post<ClaimsAnswer & Refused>('/api/claims', body)
const settle = (browser: Browser, body: object) => browser.post<Refused>('/api/settle-claim', body)
const mailsTo = async (address: string) =>
  (await world.mails()).filter(({ recipient }) => recipient === address)
const tokenTo = async (address: string) =>
  (await mailsTo(address))
    .flatMap(({ text }) => /\/wasthisyou#token=([\w-]{43})/.exec(text)?.[1] ?? [])
    .at(-1) ?? ''
type Partner = { id: string; firstName: string; city: string | null }
const partnersOf = async (browser: Browser) =>
  (await pull(browser, 'conversations')).documents.flatMap(({ partner }) =>
    partner ? [partner as Partner] : [],
  )
const ownQuestions = async (browser: Browser) => [
  ...(await pull(browser, 'questions')).documents.filter(({ _deleted }) => !_deleted).map(({ id }) => id),
  ...(await browser.get<MyQuestionsAnswer>('/api/my-questions')).body.questions.map(
    ({ questionId }) => questionId,
  ),
]

const report = async ({ fan, viewPath }: Asked, text: string) =>
  expect((await fan.post('/api/report', { token: viewPath.replace('/view/', ''), text })).status).toBe(200)

/** Checks that no question is filed under an account that has nothing to do with it. */
async function nobodySpeaksAsAnother(): Promise<void> {
  const oracle = LIFE_ALWAYS.find(({ invariant }) => invariant === 'P5')
  expect(await oracle?.rows(world.database.sql)).toEqual([])
}

describe('D117 a question under the address of an account, from somebody who is not signed in', () => {
  test('is the guest’s: the athlete sees what was typed, and the account sees nothing of it as its own', async () => {
    const sam = await world.makePerson({ role: 'basic', username: 'samuel' })
    const own = await asked(actors, { asker: { ...zed(sam), firstName: 'Sam' } }, await signedIn(world, sam))
    await screen(actors, own.questionId)
    const { questionId, fan } = await answered(actors, { asker: zed(sam), subject: 'Abuse' })
    const [phone, athlete] = [await signedIn(world, sam), await signedIn(world, actors.athlete)]
    const { documents } = await pull(athlete, 'questions')
    const [foreign, ours] = [questionId, own.questionId].map((id) => documents.find((each) => each.id === id))
    expect(foreign).toMatchObject({ subject: 'Abuse' })
    const [one, other] = [foreign, ours] as unknown as Document[]
    expect(one?.conversationId).not.toBe(other?.conversationId)
    expect(one?.fanId).not.toBe(sam.id)
    expect((await partnersOf(athlete)).find(({ id }) => id === one?.fanId)).toMatchObject({
      firstName: 'Zed',
      lastName: 'A',
      city: 'Elsewhere',
      countryCode: 'CA',
      username: null,
      pictureUrl: null,
    })
    expect(await ownQuestions(phone)).toEqual([own.questionId, own.questionId])
    expect((await pull(phone, 'answers')).documents).toEqual([])
    expect((await phone.get<{ receipts: unknown[] }>('/api/money')).body.receipts).toHaveLength(1)
    expect((await fan.get<MyQuestionsAnswer>('/api/my-questions')).body.questions).toHaveLength(1)
    await nobodySpeaksAsAnother()
  })

  test('two who type one address are two, each as they described themselves', async () => {
    const typed = { ...zed({ email: 'shared@fan.test' }), city: 'Here' }
    const first = await asked(actors, { asker: typed })
    const second = await asked(actors, { asker: { ...typed, firstName: 'Somebody' } })
    const again = await asked(actors, { asker: typed })
    const rows = await world.database.sql<{ id: string; name: string; conversation: string }[]>`
      select q.id, p.first_name as name, q.conversation_id as conversation from question q join person p on p.id = q.fan_id
      where q.asker ->> 'email' = 'shared@fan.test'`
    const of = ({ questionId }: { questionId: string }) => rows.find(({ id }) => id === questionId)
    expect([of(first)?.name, of(second)?.name]).toEqual(['Zed', 'Somebody'])
    expect(of(first)?.conversation).toBe(of(again)?.conversation)
    expect(of(first)?.conversation).not.toBe(of(second)?.conversation)
  })

  test('spends no free first question of the account', async () => {
    const promo = await world.makePerson({ role: 'creator', priceCents: 2_000, promo: true })
    const of = { ...actors, athlete: promo }
    const sam = await world.makePerson({ role: 'basic' })
    await asked(of, { asker: zed(sam), amountCents: 0 })
    const free = askOf(of, { asker: zed(sam), amountCents: 0 })
    expect((await prepare(await signedIn(world, sam), free)).body).toMatchObject({ firstTime: true })
  })
})

test('D20 a browser whose free first question went into an account has had it, and is told the price', async () => {
  const promo = await world.makePerson({ role: 'creator', priceCents: 2_000, promo: true })
  const of = { ...actors, athlete: promo }
  const sam = await world.makePerson({ role: 'basic' })
  const fan = world.browser()
  const first = askOf(of, { asker: zed(sam), amountCents: 0 })
  const stocked = askOf(of, { amountCents: 0 })
  for (const ask of [first, stocked])
    expect((await prepare(fan, ask)).body).toMatchObject({ firstTime: true })
  const { questionId } = first
  expect(await fan.push('question.ask', { questionId })).toMatchObject({ state: 'settled' })
  expect((await settle(await signedIn(world, sam), { questionId, mine: true })).status).toBe(200)
  expect((await prepare(fan, askOf(of, { amountCents: 0 }))).body).toMatchObject({
    refusal: { code: 'amount-below-price', detail: { priceCents: 2_000 } },
  })
  expect(await fan.push('question.ask', { questionId: stocked.questionId })).toMatchObject({
    state: 'settled',
  })
  const { body } = await fan.post('/api/ask-status', { questionId: stocked.questionId })
  expect(body).toMatchObject({ state: 'released', reason: 'price-changed' })
  const paid = await prepare(fan, askOf(of, { amountCents: 2_000 }))
  expect(paid.body).toMatchObject({ firstTime: false, hold: 'pending' })
})

describe('D117 the owner of the address', () => {
  test('takes it in by the session: with its answer it is theirs, and the athlete knows them from then on', async () => {
    const sam = await world.makePerson({ role: 'basic', username: 'samtwo' })
    const { questionId, viewPath } = await answered(actors, { asker: zed(sam), subject: 'Mine after all' })
    const phone = await signedIn(world, sam)
    const { body } = await claimsOf(phone)
    expect(body).toMatchObject({
      hasAccount: true,
      claims: [{ questionId, subject: 'Mine after all', firstName: 'Zed', athlete: { username: 'rower' } }],
    })
    // nobody else may settle it
    const other = await signedIn(world, await world.makePerson({ role: 'basic' }))
    expect((await settle(other, { questionId, mine: true })).body.refusal?.code).toBe('not-found')
    expect((await settle(world.browser(), { questionId, mine: true })).body.refusal?.code).toBe(
      'sign-in-first',
    )
    expect((await settle(phone, { questionId, mine: true })).status).toBe(200)
    expect((await settle(phone, { questionId, mine: true })).body.refusal?.code).toBe('not-found')
    expect((await claimsOf(phone)).body.claims).toEqual([])
    expect(await ownQuestions(phone)).toEqual([questionId, questionId])
    expect((await pull(phone, 'answers')).documents).toHaveLength(1)
    const athlete = await signedIn(world, actors.athlete)
    const partners = await partnersOf(athlete)
    expect(partners.find(({ id }) => id === sam.id)).toMatchObject({ firstName: 'Test', username: 'samtwo' })
    expect((await view(phone, viewPath)).status).toBe('completed')
    await nobodySpeaksAsAnother()
  })

  test('has it alone from then on: the browser that asked, and a copy of its cookie, open and cancel nothing', async () => {
    const sam = await world.makePerson({ role: 'basic' })
    const { fan, questionId, videoId } = await askedOnVideo(actors)
    await fan.post('/api/correct-email', { questionId, email: sam.email })
    const guests = async () => ({
      listed: (await fan.get<MyQuestionsAnswer>('/api/my-questions')).body.questions.length,
      status: (await fan.post('/api/ask-status', { questionId })).status,
      ticket: (await fan.post('/api/media-ticket', { videoId })).status,
    })
    expect(await guests()).toEqual({ listed: 1, status: 200, ticket: 200 })
    const phone = await signedIn(world, sam)
    expect((await settle(phone, { questionId, mine: true })).status).toBe(200)
    expect(await guests()).toEqual({ listed: 0, status: 404, ticket: 404 })
    expect(await fan.push('question.cancel', { questionId })).toMatchObject({
      refusal: { code: 'not-found' },
    })
    expect((await phone.post('/api/media-ticket', { videoId })).status).toBe(200)
    expect((await phone.post('/api/ask-status', { questionId })).status).toBe(200)
    expect(await phone.push('question.cancel', { questionId })).toMatchObject({ state: 'settled' })
  })

  test('says it by the mailed link as well, once, and the guest’s own link says nothing', async () => {
    const sam = await world.makePerson({ role: 'basic' })
    const { questionId, viewPath } = await asked(actors, { asker: zed(sam) })
    const token = await tokenTo(sam.email)
    const inbox = world.browser()
    expect((await claimsOf(inbox, { token })).body.claims).toMatchObject([{ questionId }])
    const guests = viewPath.replace('/view/', '')
    expect((await settle(inbox, { questionId, mine: true, token: guests })).body.refusal?.code).toBe(
      'link-spent',
    )
    expect((await settle(inbox, { questionId, mine: true, token })).status).toBe(200)
    expect((await settle(inbox, { questionId, mine: false, token })).body.refusal?.code).toBe('link-spent')
    expect(await ownQuestions(await signedIn(world, sam))).toEqual([questionId, questionId])
  })

  test('the team sees that the owner denies it, also where the address has no account', async () => {
    const { questionId } = await asked(actors, { asker: zed({ email: 'nobody@claims.test' }) })
    await world.quiesce()
    const token = await tokenTo('nobody@claims.test')
    expect((await settle(world.browser(), { questionId, mine: false, token })).status).toBe(200)
    const desk = await signedIn(world, actors.admin)
    const seen = await desk.post<{ flags: string[] }>('/api/desk/question', { id: questionId })
    expect(seen.body.flags).toContain('not-theirs')
  })

  test('a token is good for its own question, and for no other of its address', async () => {
    const sam = await world.makePerson({ role: 'basic' })
    const first = await asked(actors, { asker: zed(sam) })
    const second = await asked(actors, { asker: zed(sam) })
    const token = await tokenTo(sam.email)
    const inbox = world.browser()
    expect((await claimsOf(inbox, { token })).body.claims.map(({ questionId }) => questionId)).toEqual([
      second.questionId,
    ])
    expect(
      (await settle(inbox, { questionId: first.questionId, mine: true, token })).body.refusal?.code,
    ).toBe('not-found')
  })

  test('a token is good for its question though fifty newer ones stand before it, and the list says that it is cut', async () => {
    const sam = await world.makePerson({ role: 'basic' })
    const { questionId } = await asked(actors, { asker: zed(sam) })
    const token = await tokenTo(sam.email)
    await world.database.sql`
      insert into question select (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid(), 'link_hash', 'more ' || n,
        'claim_hash', null, 'media_id', null, 'submitted_at', q.submitted_at + n * interval '1 second'))).*
      from question q, generate_series(1, 50) n where q.id = ${questionId}`
    const { claims, more } = (await claimsOf(await signedIn(world, sam))).body
    expect([claims.length, more]).toEqual([50, true])
    expect(claims.map((claim) => claim.questionId)).not.toContain(questionId)
    // a copy of the person's data contains all of them
    const copied = await ownRows(world.database.sql, {
      personIds: [sam.id],
      authId: null,
      email: sam.email,
      dataLinkId: 'none',
    })['asked-with-your-address']?.()
    expect(copied).toHaveLength(51)
    const inbox = world.browser()
    expect((await claimsOf(inbox, { token })).body).toMatchObject({ claims: [{ questionId }], more: false })
    expect((await settle(inbox, { questionId, mine: true, token })).status).toBe(200)
    expect((await claimsOf(await signedIn(world, sam))).body).toMatchObject({ more: false })
  })

  test('says that it is not theirs: there is no longer a mail or link of theirs, and the guest keeps all of it', async () => {
    const sam = await world.makePerson({ role: 'basic' })
    const question = await asked(actors, { asker: zed(sam) })
    const { questionId, fan, viewPath } = question
    await report(question, 'It has a typo')
    const phone = await signedIn(world, sam)
    expect((await settle(phone, { questionId, mine: false })).status).toBe(200)
    expect((await claimsOf(phone)).body.claims).toEqual([])
    const [told] = await world.database.sql`select email from contact_form where question_id = ${questionId}`
    expect(told).toEqual({ email: '' })
    const old = await world.browser().post<Refused>('/api/view', { token: viewPath.replace('/view/', '') })
    // no newer link was mailed, so the page must not send anybody to look for a mail
    const takenOff = { code: 'link-ended', detail: { why: 'replaced', address: 'taken-off' } }
    expect(old.body.refusal).toEqual(takenOff)
    const before = (await mailsTo(sam.email)).length
    const desk = await signedIn(world, actors.admin)
    const seen = await desk.post<{ flags: string[]; email: string }>('/api/desk/question', { id: questionId })
    expect(seen.body).toMatchObject({ flags: expect.arrayContaining(['not-theirs']), email: '' })
    await screen(actors, questionId)
    expect((await mailsTo(sam.email)).length).toBe(before)
    expect(await world.database.sql`select from mail where sent_at is null`).toHaveLength(0)
    const { body } = await fan.get<MyQuestionsAnswer>('/api/my-questions')
    expect(body.questions).toMatchObject([{ questionId, status: 'approved', hold: 'held' }])
    // the guest may correct the address, and then gets mails again
    const status = await fan.post<{ correctableEmail: string | null }>('/api/ask-status', { questionId })
    expect(status.body.correctableEmail).toBe('')
    expect((await fan.post('/api/correct-email', { questionId, email: 'zed@fan.test' })).status).toBe(200)
    await world.quiesce()
    expect(await mailsTo('zed@fan.test')).toHaveLength(1)
    const since = await world.browser().post<Refused>('/api/view', { token: viewPath.replace('/view/', '') })
    expect(since.body.refusal).toEqual({ code: 'link-ended', detail: { why: 'replaced' } })
  })

  test('is whoever signs up with it: what was asked with their birth date is theirs, the rest is for them to say', async () => {
    const email = 'later@fan.test'
    const typed = { ...zed({ email }), firstName: 'Late', birthDate: '1990-03-04' }
    const ours = await asked(actors, { asker: typed })
    const shorter = await asked(actors, { asker: { ...typed, firstName: 'L' } })
    const foreign = await asked(actors, { asker: zed({ email }) })
    const later = await joinAs({ ...typed, lastName: 'Comer' })
    const kept = (await later.get<MyQuestionsAnswer>('/api/my-questions')).body.questions
    expect(kept.map(({ questionId }) => questionId).sort()).toEqual(
      [ours, shorter].map((each) => each.questionId).sort(),
    )
    expect((await claimsOf(later)).body.claims).toMatchObject([{ questionId: foreign.questionId }])
    const partners = await world.database.sql`
      select p.first_name from question q join person p on p.id = q.fan_id where q.id = ${foreign.questionId}`
    expect([...partners]).toEqual([{ first_name: 'Zed' }])
    await nobodySpeaksAsAnother()
  })
})

/** Signs up as a fan and opens the mailed link. */
async function joinAs(person: ReturnType<typeof zed>): Promise<Browser> {
  const browser = world.browser()
  const call = { person, username: `u${person.birthDate.replaceAll('-', '')}`, password: 'chosen by the fan' }
  const { body } = await browser.post<{ uploadToken: string }>('/api/account/join-fan', call)
  await bringPicture(browser, body.uploadToken)
  await world.quiesce()
  const token = (await mailsTo(person.email))
    .flatMap(({ text }) => /\/fanjoin#token=([\w-]{43})/.exec(text)?.[1] ?? [])
    .at(-1)
  expect((await browser.post('/api/account/activate', { token, password: call.password })).status).toBe(200)
  return browser
}

describe('D117 an account whose address somebody asked with', () => {
  const leave = async (person: Person) => {
    const phone = await signedIn(world, person)
    const { body } = await phone.post<{ token: string }>('/api/account/open-mine', {
      password: person.password,
    })
    return { token: body.token, phone }
  }

  test('is told of it in its copy, and counts it as nothing of its own', async () => {
    const sam = await world.makePerson({ role: 'basic' })
    await asked(actors, { asker: zed(sam), subject: 'In the copy' })
    const { token } = await leave(sam)
    const mine = await world.browser().post<MineAnswer>('/api/account/mine', { token })
    expect(mine.body).toMatchObject({ questions: 0, openQuestions: 0 })
    const copy = Buffer.from(
      await (await world.browser().request(mine.body.exportUrl)).arrayBuffer(),
    ).toString('latin1')
    expect(copy).toContain('asked-with-your-address.json')
    expect(copy).toContain('In the copy')
    expect(copy).not.toContain('Attacker')
  })

  test('has in its copy what it told the team of its own questions, and nothing that whoever asked with it told', async () => {
    const sam = await world.makePerson({ role: 'basic' })
    await report(await asked(actors, { asker: zed(sam) }), 'From Zed')
    await report(await asked(actors, {}, await signedIn(world, sam)), 'From Sam')
    const owner = { personIds: [sam.id], authId: 'of an account', email: sam.email, dataLinkId: 'none' }
    const told = await ownRows(world.database.sql, owner)['messages-to-the-team']?.()
    expect(told).toMatchObject([{ content: 'From Sam', email: sam.email }])
  })

  test('leaves without ending it, and its address goes from it: the guest’s money and answer stay theirs', async () => {
    const sam = await world.makePerson({ role: 'basic', username: 'leaving' })
    const { fan, questionId } = await asked(actors, { asker: zed(sam) })
    await screen(actors, questionId)
    const unsent = askOf(actors, { asker: zed(sam) })
    const other = world.browser()
    await prepare(other, unsent)
    const { token } = await leave(sam)
    expect((await world.browser().post('/api/account/leave', { token })).status).toBe(200)
    await world.quiesce()
    const stateOf = async () => (await fan.get<MyQuestionsAnswer>('/api/my-questions')).body.questions[0]
    expect(await stateOf()).toMatchObject({ status: 'approved', hold: 'held' })
    const [leaving] = await world.database.sql<{ id: string }[]>`
      update leaving set erase_at = app_now() where person_id = ${sam.id} returning id`
    await transact(world.context, (inside) => eraseLeaver(inside, leaving?.id ?? ''))
    const [left] = await world.database.sql`select first_name from person where id = ${sam.id}`
    expect(left?.first_name).toBe('Former')
    expect(await stateOf()).toMatchObject({ status: 'approved', hold: 'held' })
    const [flagged] = await world.database.sql`select flags from question where id = ${questionId}`
    // Its owner has left, and never said that they did not ask.
    expect(flagged?.flags).not.toContain('not-theirs')
    expect(
      (await other.post<{ state: string }>('/api/ask-status', { questionId: unsent.questionId })).body.state,
    ).toBe('open')
    const [row] = await world.database.sql<{ n: number }[]>`
      select (select count(*) from question where asker ->> 'email' = ${sam.email})
        + (select count(*) from prepared_ask where asker ->> 'email' = ${sam.email})
        + (select count(*) from person where claimed_email = ${sam.email}) as n`
    expect(Number(row?.n)).toBe(0)
  })
})
