import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharesAnswer } from '../../sync/answer/share.ts'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { ViewAnswer } from '../../sync/calls.ts'
import { RATING_REMINDER_MS } from '../../sync/limits.ts'
import { retain } from '../erasure/retention.ts'
import { type Actors, answered, asked, askOf, openCast, view } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import type { World } from '../testing/world.ts'
import { transact } from '../transact.ts'
import { remindToRate } from './remind.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

const words = { responseFeedback: 'Clear and kind.', infieldFeedback: 'Quick.' }
const tokenOf = (path: string) => path.replace('/view/', '')
const rate = (browser: Browser, viewPath: string, more: object = {}) =>
  browser.post<{ stars: number; refusal?: { code: string } }>('/api/rate', {
    token: tokenOf(viewPath),
    stars: 5,
    ...words,
    ...more,
  })
const figure = async () => {
  const { body } = await world.browser().get<PublicAthlete>(`/api/athletes/${actors.athlete.username}`)
  return [body.ratingTotal, body.ratingCount]
}

describe('S2-2.140 S2-6.8 S2-7.17 a rating', () => {
  test('S2-3.6 S2-5.41 D26 D85 is kept once with both texts, and makes the public figure on the server', async () => {
    const { fan, questionId, answerId, viewPath } = await answered(actors)
    const before = await figure()
    expect(await view(fan, viewPath)).toMatchObject({ stars: null })
    expect(await rate(fan, viewPath, { stars: 4 })).toMatchObject({ status: 200, body: { stars: 4 } })
    expect(await rate(fan, viewPath, { stars: 1 })).toMatchObject({
      status: 409,
      body: { refusal: { code: 'already-rated' } },
    })
    expect(await view(fan, viewPath)).toMatchObject({ stars: 4 })
    expect(await figure()).toEqual([Number(before[0]) + 4, Number(before[1]) + 1])
    const rows = await world.database.sql`
      select question_id as "requestId", answer_id as "responseId", athlete_id as athlete, stars, response_feedback as "responseFeedback",
        infield_feedback as "infieldFeedback", created_at is not null as dated from rating where answer_id = ${answerId}`
    expect(rows.map((row) => ({ ...row }))).toEqual([
      {
        requestId: questionId,
        responseId: answerId,
        athlete: actors.athlete.id,
        stars: 4,
        dated: true,
        ...words,
      },
    ])
  })

  test('S2-5.41 may be stars alone, and of ten at the same moment one is kept', async () => {
    const { viewPath } = await answered(actors)
    const before = await figure()
    const alone = { responseFeedback: '', infieldFeedback: '' }
    const all = await Promise.all(Array.from({ length: 10 }, () => rate(world.browser(), viewPath, alone)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await figure()).toEqual([Number(before[0]) + 5, Number(before[1]) + 1])
  })

  test('is not for whoever gave the answer, nor before it is there, nor by a guessed link', async () => {
    const { athlete, viewPath } = await answered(actors)
    expect((await rate(athlete, viewPath)).status).toBe(403)
    const open = await asked(actors)
    expect(await rate(open.fan, open.viewPath)).toMatchObject({
      status: 409,
      body: { refusal: { code: 'answer-missing' } },
    })
    for (const token of ['A'.repeat(43), `${tokenOf(viewPath).slice(0, 42)}_`])
      expect((await rate(open.fan, token)).status, token).toBe(404)
  })

  test.each([0, 6, 4.5, '5', null, -1])('of %s stars is none', async (stars) => {
    const { viewPath, fan } = await asked(actors)
    expect((await rate(fan, viewPath, { stars })).status).toBe(400)
  })
})

describe('a problem that is reported', () => {
  test('D106 is a message to the team in the name of who asked, whoever writes it, and knows its question', async () => {
    const { questionId, viewPath } = await asked(actors)
    const body = { token: tokenOf(viewPath), text: '<script>alert(1)</script> is what it says' }
    const strangers = world.browser()
    expect((await strangers.post('/api/report', body)).status).toBe(200)
    const [kept] = await world.database.sql`
      select f.first_name || ' ' || f.last_name as name, f.email = q.asker ->> 'email' as "isTheirs", f.subject, f.content, f.status
      from contact_form f join question q on q.id = f.question_id where q.id = ${questionId}`
    expect(kept).toEqual({
      name: 'Kim Lee',
      isTheirs: true,
      subject: 'Problem: My catch',
      content: body.text,
      status: 'New',
    })
    for (let more = 0; more < 4; more += 1) await strangers.post('/api/report', body)
    expect((await strangers.post('/api/report', body)).status).toBe(429)
    expect((await strangers.post('/api/report', { token: 'A'.repeat(43), text: 'x' })).status).toBe(404)
    expect((await strangers.post('/api/report', { ...body, text: '  ' })).status).toBe(400)
  })
})

describe('D41 a link that opened something once', () => {
  const open = (path: string) =>
    world.browser().post<ViewAnswer & { refusal: { code: string; detail?: object } }>('/api/view', {
      token: tokenOf(path),
    })

  test('says that it was replaced when a newer one went out', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    const corrected = await fan.post<{ viewPath: string }>('/api/correct-email', {
      questionId,
      email: `new${questionId.slice(0, 6)}@fan.test`,
    })
    expect(await open(viewPath)).toMatchObject({
      status: 410,
      body: { refusal: { code: 'link-ended', detail: { why: 'replaced' } } },
    })
    expect((await open(corrected.body.viewPath)).status).toBe(200)
  })

  test('says that its time is over once the answer is no longer kept', async () => {
    const { viewPath } = await answered(actors)
    await world.database.sql`update answer set delivered_at = app_now() - interval '25 months'`
    await retain(world.context)
    expect(await open(viewPath)).toMatchObject({
      status: 410,
      body: { refusal: { code: 'link-ended', detail: { why: 'ended' } } },
    })
    expect((await open('B'.repeat(43))).status).toBe(404)
  })
})

describe('D41 a link that a fan gives away', () => {
  type Made = { path: string; refusal: { code: string } }
  type Shown = ViewAnswer & { refusal: { code: string; detail?: object } }
  const open = (path: string) => world.browser().post<Shown>('/api/view', { token: tokenOf(path) })

  test('shows the answer and what was asked, nothing of the money, is listed, and opens nothing once it is taken back', async () => {
    const { viewPath, video } = await answered(actors)
    const token = tokenOf(viewPath)
    const holder = world.browser()
    const linkId = randomUUID()
    const made = await holder.post<Made>('/api/share', { token, linkId, name: 'Coach' })
    expect(made.status).toBe(200)
    const seen = await open(made.body.path)
    expect(seen.body).toMatchObject({
      shared: true,
      question: {
        subject: 'My catch',
        amountCents: 0,
        refundedCents: 0,
        hold: 'none',
        tips: [],
        videoId: null,
      },
    })
    const videoId = seen.body.question.answer?.videoId
    const shared = tokenOf(made.body.path)
    const ticket = async (by: string) =>
      (await world.browser().post('/api/media-ticket', { videoId, token: by })).status
    expect([videoId, await ticket(shared)]).toEqual([video.declared.id, 200])
    // the shared link opens the answer and allows nothing else: no rating, and no further link
    expect((await rate(world.browser(), made.body.path)).status).toBe(404)
    for (const call of ['share', 'shares']) {
      const body = { token: shared, ...(call === 'share' && { linkId: randomUUID(), name: 'More' }) }
      expect((await holder.post(`/api/${call}`, body)).status, call).toBe(404)
    }
    const { body } = await holder.post<SharesAnswer>('/api/shares', { token })
    expect(body.shares).toMatchObject([{ id: linkId, name: 'Coach', path: made.body.path }])
    // another question's link neither lists nor revokes this question's shared links
    const other = await answered(actors)
    const others = tokenOf(other.viewPath)
    expect((await holder.post<SharesAnswer>('/api/shares', { token: others })).body.shares).toEqual([])
    expect((await holder.post('/api/unshare', { token: others, linkId })).status).toBe(404)
    expect((await open(made.body.path)).status).toBe(200)
    expect((await holder.post('/api/unshare', { token, linkId })).status).toBe(200)
    expect((await holder.post('/api/unshare', { token, linkId })).status).toBe(404)
    expect(await open(made.body.path)).toMatchObject({
      status: 410,
      body: { refusal: { detail: { why: 'revoked' } } },
    })
    expect(await ticket(shared)).toBe(404)
    expect((await holder.post<SharesAnswer>('/api/shares', { token })).body.shares).toEqual([])
    expect((await open(viewPath)).body).toMatchObject({ shared: false, question: { amountCents: 1_500 } })
  })

  test('is made for an answer that is there, and twenty at most', async () => {
    const waiting = await asked(actors)
    const make = (viewPath: string) =>
      world
        .browser()
        .post<Made>('/api/share', { token: tokenOf(viewPath), linkId: randomUUID(), name: 'Coach' })
    expect((await make(waiting.viewPath)).body.refusal.code).toBe('answer-missing')
    const { viewPath } = await answered(actors)
    const all = await Promise.all(Array.from({ length: 22 }, () => make(viewPath)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20)
    const codes = all.flatMap(({ status, body }) => (status === 200 ? [] : [body.refusal.code]))
    expect(codes).toEqual(['share-links-enough', 'share-links-enough'])
  })
})

test('whoever has not rated an answer is asked by mail, once, and nobody who has', async () => {
  const wanted = async () => (await world.mails()).filter(({ subject }) => subject.startsWith('How was'))
  await world.database.sql`update answer set rating_asked_at = app_now()`
  const silent = await answered(actors)
  const said = await answered(actors)
  await rate(said.fan, said.viewPath)
  await transact(world.context, remindToRate)
  await world.advance(RATING_REMINDER_MS + 60_000)
  await Promise.all([transact(world.context, remindToRate), transact(world.context, remindToRate)])
  await transact(world.context, remindToRate)
  await world.quiesce()
  const mails = await wanted()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(silent.viewPath)
})

test('whoever asked us to delete their data is not asked how the answer was', async () => {
  await world.database.sql`update answer set rating_asked_at = app_now()`
  const asker = { ...askOf(actors).asker, email: 'leaves@fan.test' }
  await answered(actors, { asker })
  const [leaver] = await world.database.sql<{ id: string }[]>`
    update person set leaving_at = app_now() where id in (
      select fan_id from question where asker ->> 'email' = ${asker.email}) returning id`
  expect(leaver).toBeDefined()
  await world.advance(RATING_REMINDER_MS + 60_000)
  await transact(world.context, remindToRate)
  await world.quiesce()
  const toThem = (await world.mails()).filter(({ recipient }) => recipient === asker.email)
  expect(toThem.filter(({ subject }) => subject.startsWith('How was'))).toEqual([])
})
