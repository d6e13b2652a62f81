import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LeaveAnswer, type MineAnswer, NOBODY } from '../../sync/account/mine.ts'
import type { MyQuestionsAnswer } from '../../sync/calls.ts'
import { DAY_MS, HOUR_MS } from '../../sync/limits.ts'
import { listPayouts } from '../payment/payout/list-payouts.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  openCast,
  prepare,
  pull,
  screen,
  signedIn,
  submit,
  view,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { LIFE_ALWAYS } from '../testing/invariants/life.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import { storedFiles } from '../testing/media/stored-files.ts'
import { tablesWith } from '../testing/tables-with.ts'
import type { Person, World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { eraseLeaver } from './erase.ts'

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
const post = <T = Refused>(call: string, body: object, browser: Browser = world.browser()) =>
  browser.post<T>(`/api/account/${call}`, body)

/** Returns the token of a signed-in person's data link, opened with their password. */
async function dataLinkOf(person: Person): Promise<string> {
  const browser = await signedIn(world, person)
  return (await post<{ token: string }>('open-mine', { password: person.password }, browser)).body.token
}

async function leaveAs(person: Person): Promise<LeaveAnswer> {
  const left = await post<LeaveAnswer>('leave', { token: await dataLinkOf(person) })
  expect(left.status).toBe(200)
  await world.quiesce()
  return left.body
}

async function mailsTo(address: string) {
  return (await world.mails()).filter(({ recipient }) => recipient === address)
}
const tokenIn = (text: string | undefined, page: string) =>
  new RegExp(`/${page}#token=([\\w-]{43})`).exec(text ?? '')?.[1] ?? ''
const keepTokenOf = async (address: string) =>
  tokenIn(
    (await mailsTo(address)).findLast(({ text }) => text.includes('/keepaccount#'))?.text,
    'keepaccount',
  )

const asker = (email: string) => ({
  firstName: 'Kanarifirst',
  lastName: 'Kanarilast',
  birthDate: '1991-02-03',
  countryCode: 'US',
  city: 'Kanaricity',
  email,
})
const words = (email: string) => ({ asker: asker(email), subject: 'Kanarisubject', text: 'Kanaritext' })
/** Asks as the account of a person. */
const askAs = async (person: Person) => asked(actors, words(person.email), await signedIn(world, person))

const statusOf = async (id: string) => {
  const [row] = await world.database
    .sql`select status, reason, hold_state as hold from question where id = ${id}`
  return row
}
const deviceOf = async (browser: Browser, collection: string) =>
  (await pull(browser, collection)).documents as {
    id: string
    _deleted: boolean
    partner?: { firstName: string }
  }[]
const idsThere = (documents: { id: string; _deleted: boolean }[]) =>
  documents.filter(({ _deleted }) => !_deleted).map(({ id }) => id)

describe('a fan who leaves', () => {
  let fan: Person
  let done: Awaited<ReturnType<typeof answered>>
  let open: { fresh: string; approved: string }
  beforeAll(async () => {
    fan = await world.makePerson({ role: 'basic', username: 'kanariname' })
    done = await answered(actors, words(fan.email), await signedIn(world, fan))
    const fresh = await askAs(fan)
    const approved = await askAs(fan)
    await screen(actors, approved.questionId)
    open = { fresh: fresh.questionId, approved: approved.questionId }
  })

  test('is hidden at once: open questions end, holds go back, sessions end, athletes see it gone', async () => {
    const [phone, athlete] = [await signedIn(world, fan), await signedIn(world, actors.athlete)]
    expect(idsThere(await deviceOf(athlete, 'questions'))).toContain(open.approved)
    const wrong = await post('open-mine', { password: 'not the password' }, phone)
    expect([wrong.status, wrong.body.refusal?.code]).toEqual([422, 'wrong-current-password'])
    const { eraseAt } = await leaveAs(fan)
    const leftMs = eraseAt - (await world.context.clock.now()).getTime()
    expect(Math.abs(leftMs - SEVEN_DAYS_MS)).toBeLessThan(60_000)
    expect((await phone.session()).person).toBeNull()
    for (const id of [open.fresh, open.approved])
      expect(await statusOf(id)).toEqual({
        status: 'rejected',
        reason: 'cancelled-by-asker',
        hold: 'released',
      })
    expect(await statusOf(done.questionId)).toMatchObject({ status: 'completed', hold: 'captured' })
    const gone = await deviceOf(athlete, 'questions')
    for (const id of [done.questionId, open.approved]) expect(gone).toContainEqual({ id, _deleted: true })
    expect(idsThere(await deviceOf(athlete, 'conversations'))).toEqual([])
    // What the athlete earned stays visible: ids and cents.
    expect(idsThere(await deviceOf(athlete, 'answers'))).toContain(done.answerId)
    const toAthlete = (await mailsTo(actors.athlete.email)).at(-1)
    expect(toAthlete?.text).toContain('withdrew the question')
  })

  test('asked for twice is one leaving, and the mailed link takes it back once', async () => {
    const guest = world.browser()
    await post('mine-link', { email: fan.email }, guest)
    await world.quiesce()
    const token = tokenIn((await mailsTo(fan.email)).at(-1)?.text, 'mydata')
    const before = (await mailsTo(fan.email)).length
    const again = await post<LeaveAnswer>('leave', { token })
    const seen = await post<MineAnswer>('mine', { token })
    expect(again.body.eraseAt).toBe(seen.body.eraseAt)
    expect((await mailsTo(fan.email)).length).toBe(before)
    const keepToken = await keepTokenOf(fan.email)
    expect((await post('keep', { token: keepToken })).status).toBe(200)
    expect((await post('keep', { token: keepToken })).body.refusal?.code).toBe('link-spent')
    const athlete = await signedIn(world, actors.athlete)
    expect(idsThere(await deviceOf(athlete, 'questions'))).toContain(done.questionId)
    expect((await post<MineAnswer>('mine', { token })).body.eraseAt).toBeNull()
  })

  test('S2-4.34 comes back by signing in, and is told by mail and for a day on the screen', async () => {
    await leaveAs(fan)
    const back = await signedIn(world, fan)
    expect((await back.session()).person).toMatchObject({ id: fan.id, keptAt: expect.any(Number) })
    await world.advance(120_000)
    await world.quiesce()
    expect((await mailsTo(fan.email)).at(-1)?.subject).toBe('You are staying: nothing will be deleted')
    await world.advance(SEVEN_DAYS_MS)
    await world.quiesce()
    expect((await back.session()).person).toMatchObject({ firstName: 'Test', keptAt: null })
  })

  test('after seven days nothing of them is left in any table or folder, and the ledger keeps ids and cents', async () => {
    const { sql } = world.database
    await fillEveryColumn(fan.id)
    await post('mine-link', { email: fan.email })
    const looseVideo = await keepUnsent(fan)
    await report(done.questionId)
    expect(await fingerprintsOf(fan.id)).not.toHaveLength(0)
    const ledger = await ledgerOf(done.questionId)
    const videos = [done.video.declared.id, looseVideo]
    const filesOfThem = async () =>
      (await storedFiles(world)).filter((name) => videos.some((id) => name.includes(id)))
    for (const id of videos) expect(await filesOfThem()).toContainEqual(expect.stringContaining(id))
    // newer than a day at the erasure, so that the sweep of files without a row leaves them alone
    const newer = new Date((await world.context.clock.now()).getTime() + 8 * DAY_MS)
    for (const name of await filesOfThem()) await utimes(path.join(world.dir, name), newer, newer)
    await leaveAs(fan)
    expect((await tablesWith(world.database.sql, 'Kanari')).length).toBeGreaterThan(5)
    await world.advance(SEVEN_DAYS_MS - HOUR_MS)
    await world.quiesce()
    expect(await tablesWith(world.database.sql, 'Kanaritext'), 'not yet').not.toEqual([])
    await world.advance(HOUR_MS + 1_000)
    await world.quiesce()
    await world.advance(120_000)
    await world.quiesce()
    expect(await tablesWith(world.database.sql, 'kanari')).toEqual([])
    expect(await tablesWith(world.database.sql, fan.email)).toEqual([])
    expect(await fingerprintsOf(fan.id)).toHaveLength(0)
    const [media] = await sql<{ ids: string[] }[]>`
      select array_agg(id) as ids from media where state <> 'purged' and (principal = ${`person:${fan.id}`} or id in (
        select media_id from answer where fan_id = ${fan.id}))`
    expect(media?.ids).toBeNull()
    expect(await filesOfThem()).toEqual([])
    expect(await ledgerOf(done.questionId)).toEqual(ledger)
    expect(
      (await world.browser().post('/api/view', { token: done.viewPath.replace('/view/', '') })).status,
    ).toBe(404)
    expect(
      (await world.browser().post('/api/auth/sign-in/email', { email: fan.email, password: fan.password }))
        .status,
    ).toBe(401)
    const athlete = await signedIn(world, actors.athlete)
    expect(idsThere(await deviceOf(athlete, 'questions'))).toEqual([])
  })
})

/** Keeps a question with its video, a draft and a form of the fan, all unsent; returns the video's id. */
async function keepUnsent(fan: Person): Promise<string> {
  const video = await sampleVideo('question.webm')
  const loose = await signedIn(world, fan)
  await prepare(
    loose,
    askOf(actors, {
      asker: asker(fan.email),
      subject: 'Kanariunsent',
      kind: 'video',
      text: '',
      video: video.declared,
    }),
  )
  await loose.upload(video, 'question')
  await loose.push('draft.save', {
    draftId: crypto.randomUUID(),
    athleteId: actors.athlete.id,
    base: 0,
    savedAt: 1,
    body: 'Kanaridraft',
  })
  await loose.push('contact.send', formOf(fan.email))
  return video.declared.id
}

test('a member of the team is erased once an owner has removed them, and not before', async () => {
  const member = await world.makePerson({ role: 'admin' })
  const mailed = async () => {
    await post('mine-link', { email: member.email })
    await world.quiesce()
    return tokenIn((await mailsTo(member.email)).at(-1)?.text, 'mydata')
  }
  const early = await mailed()
  expect((await post<MineAnswer>('mine', { token: early })).body.mayLeave).toBe(false)
  expect((await post('leave', { token: early })).body.refusal?.code).toBe('not-allowed')
  await world.database.sql`update person set closed_at = app_now() where id = ${member.id}`
  const token = await mailed()
  expect((await post<MineAnswer>('mine', { token })).body.mayLeave).toBe(true)
  expect((await post('leave', { token })).status).toBe(200)
  await world.advance(SEVEN_DAYS_MS + 1_000)
  await world.quiesce()
  const [left] = await world.database.sql`
    select role, desk_role, first_name from person where id = ${member.id}`
  expect(left).toEqual({ role: 'basic', desk_role: null, first_name: NOBODY.firstName })
})

const formOf = (email: string) => ({
  ...{ formId: crypto.randomUUID(), captcha: null, firstName: 'Kanari', lastName: 'Form', email },
  ...{ subject: 'Kanariform', content: 'Kanaricontent' },
})

/** Stores what an athlete has reported of a fan's words. */
const report = (questionId: string) => world.database.sql`
  insert into contact_form (id, first_name, last_name, email, subject, content, question_id)
  values (gen_random_uuid(), 'Rosa', 'R', 'rosa@t.test', 'Problem: Kanarisubject', 'Kanariwords', ${questionId})`

const fingerprintsOf = (fanId: string) => world.database.sql`
  select from hold h join question q on q.id = h.ask_id where q.fan_id = ${fanId} and h.card_fingerprint is not null`

/** Fills every text column of a person, so that the search below also covers columns added later. */
async function fillEveryColumn(id: string): Promise<void> {
  const { sql } = world.database
  const columns = await sql<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = 'person' and table_schema = 'public' and is_generated = 'NEVER' and data_type in ('text', 'ARRAY')
      and column_name not in ('auth_id', 'email', 'role', 'username')`
  for (const { name, type } of columns)
    await sql`update person set ${sql(name)} = ${type === 'ARRAY' ? ['Kanariword'] : 'Kanariword'} where id = ${id}`
}

const ledgerOf = (questionId: string) => world.database.sql`
  select e.account, e.person_id, e.amount_cents from ledger_entry e
  join ledger_transaction t on t.id = e.transaction_id where t.question_id = ${questionId} order by e.id`

describe('an athlete who leaves', () => {
  test('is found nowhere, takes no question, and what they owe is closed truthfully and paid back', async () => {
    const rosa = await world.makePerson({ role: 'creator', username: 'rosaleaves', priceCents: 2_000 })
    const own = { ...actors, athlete: rosa }
    const kept = await answered(own, { amountCents: 2_000 })
    const owed = await asked(own, { amountCents: 2_000 })
    await screen(own, owed.questionId)
    const fresh = await asked(own, { amountCents: 2_000 })
    const announced = await asked(own, { amountCents: 2_000 })
    await screen(own, announced.questionId)
    await submit(await signedIn(world, rosa), announced.questionId, await sampleVideo('answer.mp4'))
    await leaveAs(rosa)
    expect((await world.browser().get('/api/athletes/rosaleaves')).status).toBe(404)
    const directory = await world
      .browser()
      .get<{ athletes: { username: string }[] }>('/api/athletes?q=rosaleaves')
    expect(directory.body.athletes).toEqual([])
    const refused = await prepare(world.browser(), askOf(own, { amountCents: 2_000 }))
    expect((refused.body as Refused).refusal?.code).toBe('athlete-unavailable')
    for (const { questionId, fan, viewPath } of [owed, fresh, announced]) {
      expect(await statusOf(questionId)).toMatchObject({ reason: 'athlete-removed', hold: 'released' })
      expect((await view(fan, viewPath)).athlete).toMatchObject({ firstName: 'Former', username: '' })
    }
    const [told] = (await world.mails()).filter(({ subject }) =>
      subject.endsWith('no longer takes questions'),
    )
    expect(told?.text).toContain('has been released')
    // Until the erasure, a fan may still watch an answer they paid for.
    expect((await view(kept.fan, kept.viewPath)).answer?.videoId).toEqual(expect.any(String))
    await world.advance(SEVEN_DAYS_MS + 1_000)
    await world.quiesce()
    expect(await view(kept.fan, kept.viewPath)).toMatchObject({
      status: 'completed',
      answer: { videoId: expect.any(String), isGone: true },
    })
    const owed80 = { email: rosa.email, amountCents: 1_600, way: 'manual', state: 'ordered' }
    expect((await listPayouts(world.context)).open).toContainEqual(expect.objectContaining(owed80))
    const { body } = await kept.fan.get<MyQuestionsAnswer>('/api/my-questions')
    const videoId = body.questions[0]?.answer?.videoId
    const ticket = await kept.fan.post<Refused>('/api/media-ticket', { videoId })
    expect(ticket.body.refusal).toEqual({ code: 'not-found', detail: { why: 'gone' } })
  })

  test('an admin stays: the desk is somebody else’s first', async () => {
    const admin = await world.makePerson({ role: 'admin' })
    const refused = await post('leave', { token: await dataLinkOf(admin) })
    expect(refused.body.refusal?.code).toBe('not-allowed')
  })
})

test('erased, kept by link and kept by signing in at the same moment: exactly one wins', async () => {
  for (let round = 0; round < 4; round += 1) {
    const person = await world.makePerson({ role: 'basic' })
    await leaveAs(person)
    const token = await keepTokenOf(person.email)
    const [leaving] = await world.database.sql<
      { id: string }[]
    >`select id from leaving where person_id = ${person.id}`
    await world.database.sql`update leaving set erase_at = app_now() where person_id = ${person.id}`
    await post('send-link', { email: person.email })
    await world.quiesce()
    const link = tokenIn((await mailsTo(person.email)).at(-1)?.text, 'signin')
    const [, kept, signIn] = await Promise.all([
      transact(world.context, (inside) => eraseLeaver(inside, leaving?.id ?? '')),
      post('keep', { token }),
      post('use-link', { token: link }),
    ])
    const [row] = await world.database.sql`
      select p.first_name, l.kept_at is not null as kept, l.erased_at is not null as erased
      from leaving l join person p on p.id = l.person_id where l.id = ${leaving?.id ?? ''}`
    expect(row?.kept).toBe(!row?.erased)
    expect(row?.first_name).toBe(row?.erased ? 'Former' : 'Test')
    // A member who was told that the account is kept must really have kept it, and one who was not, not.
    expect(kept.status === 200 || signIn.status === 200).toBe(row?.kept)
  }
})

/** What happens to each reference to an erased person; a new reference must be added here. */
const STAYS_WITHOUT_WORDS = `answer.athlete_id answer.fan_id ask_ticket.athlete_id athlete_card.given_by audit.admin_id
  blocked_address.blocked_by blocked_address.lifted_by conversation.athlete_id
  conversation.fan_id draft.athlete_id dropped_trouble.dropped_by leaving.person_id ledger_entry.person_id prepared_ask.athlete_id rating.athlete_id
  payout.begun_by payout.cancelled_by payout.paid_by payout.person_id payout_hold.held_by payout_hold.person_id
  payout_hold.resumed_by payout_setback.recorded_by refund.by_hand_by request_note.written_by request_taken.taken_by team_invite.accepted_by team_invite.invited_by team_invite.withdrawn_by picture_request.asked_by picture_request.settled_by screening_decision.admin_id signup_code.made_by`
const EMPTIED =
  'athlete_card.person_id draft.person_id prepared_ask.person_id question.athlete_id question.fan_id'
const TAKEN_AWAY = `mail.person_id picture.person_id picture_request.person_id payout_account.person_id payout_change.person_id
  push_message.person_id email_change.person_id weekly_digest.person_id typical_answer.athlete_id
  profile_view.athlete_id push_subscription.person_id security_event.person_id user_feedback.person_id`

test('everything that refers to a person has been decided about', async () => {
  const found = await world.database.sql<{ name: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid = 'public.person'::regclass`
  const decided = `${STAYS_WITHOUT_WORDS} ${EMPTIED} ${TAKEN_AWAY}`.split(/\s+/)
  expect(found.map(({ name }) => name).sort()).toEqual(decided.sort())
})

test('S1 after all of this the feed is what everybody may see', async () => {
  const wrong = await Promise.all(
    LIFE_ALWAYS.filter(({ invariant }) => invariant === 'S1').map(({ rows }) => rows(world.database.sql)),
  )
  expect(wrong.flat()).toEqual([])
})
