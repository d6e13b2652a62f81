import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskStatusAnswer, PayAgainAnswer } from '../../sync/calls.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import { sweepAsks } from '../app/deadlines.ts'
import { sendMail } from '../notify/mail.ts'
import { spokenTime } from '../notify/spoken-time.ts'
import {
  type Actors,
  asked,
  askedOnVideo,
  askOf,
  openCast,
  pay,
  prepare,
  pull,
  screen,
  signedIn,
  submit,
  view,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { World } from '../testing/world.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

describe('the way of a question', () => {
  test('S1-1.3 S1-6.2 S1-1.6 S2-1.1 S2-4.14 D58 a visitor asks to the end, the athlete answers, the fan is charged once and watches', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    expect(await view(fan, viewPath)).toMatchObject({ status: 'new', hold: 'held', amountCents: 1_500 })
    expect(await screen(actors, questionId)).toMatchObject({ state: 'settled' })
    const rower = await signedIn(world, actors.athlete)
    const seen = (await pull(rower, 'questions')).documents.find((each) => each.id === questionId)
    expect(seen).toMatchObject({ status: 'approved', amountCents: 1_200, hold: 'none', adminNote: null })

    const video = await sampleVideo('answer.mp4')
    const { answerId, outcome } = await submit(rower, questionId, video)
    expect(outcome).toMatchObject({ state: 'settled', value: { state: 'waiting' } })
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'approved',
      hold: 'held',
      answer: { state: 'waiting', videoId: null },
    })
    expect((await rower.upload(video, 'answer')).status).toBe(204)
    await world.quiesce()

    expect(await view(world.browser(), viewPath)).toMatchObject({
      status: 'completed',
      hold: 'captured',
      answer: { state: 'delivered', videoId: video.declared.id },
    })
    const delivered = (await pull(rower, 'answers')).documents.find((each) => each.id === answerId)
    expect(delivered).toMatchObject({ state: 'delivered', shareCents: 1_200 })
    const ledger = await world.database.sql`
      select account, sum(amount_cents)::int as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where t.question_id = ${questionId} group by account order by account`
    expect(Object.fromEntries(ledger.map((row) => [row.account, row.cents]))).toEqual({
      athlete_payable: -1_200,
      platform_revenue: -300,
      stripe_balance: 1_500 - 74,
      stripe_fees: 74,
    })
    const intents = await world.context.payments.listMovements(new Date(0))
    expect(intents.ok && intents.value).toHaveLength(1)
  })

  test('S1-1.22 S2-1.8 S2-4.15 D3 unanswered at dueAt: expired, released, both mailed', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await screen(actors, questionId)
    await world.advance(72 * HOUR_MS + 1_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'athlete rejected',
      reason: 'no-answer',
      hold: 'released',
    })
    const mails = (await world.mails()).map((mail) => mail.subject)
    expect(mails).toContain('No answer from Test in time')
    expect(mails).toContain('A question expired')
  })

  test('D5 announced in time, the bytes come after dueAt and within 24 h: completed', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await screen(actors, questionId)
    await world.advance(71 * HOUR_MS)
    const rower = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.webm')
    expect((await submit(rower, questionId, video)).outcome.state).toBe('settled')
    await world.advance(20 * HOUR_MS)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', answer: { state: 'waiting' } })
    expect((await rower.upload(video, 'answer')).status).toBe(204)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', hold: 'captured' })
  })

  test('D5 announced in time but never sent: expires at dueAt + 24 h and the hold is released', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await screen(actors, questionId)
    const rower = await signedIn(world, actors.athlete)
    await submit(rower, questionId, await sampleVideo('answer.webm'))
    await world.advance(95 * HOUR_MS)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved' })
    await world.advance(1 * HOUR_MS + 1_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'athlete rejected',
      hold: 'released',
      answer: null,
    })
  })

  test('D5 an answer announced after dueAt is refused and changes nothing', async () => {
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    await world.advance(73 * HOUR_MS)
    const rower = await signedIn(world, actors.athlete)
    const { outcome } = await submit(rower, questionId, await sampleVideo('answer.webm'))
    expect(outcome).toMatchObject({ state: 'refused', refusal: { code: 'too-late' } })
    expect((await pull(rower, 'answers')).documents.filter((each) => each.questionId === questionId)).toEqual(
      [],
    )
  })

  test('D4 nobody screened in time: released, both sides mailed', async () => {
    const { fan, viewPath } = await asked(actors)
    await world.advance(48 * HOUR_MS + 1_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'rejected',
      reason: 'screening-limit',
      hold: 'released',
    })
    const subjects = (await world.mails()).map((mail) => mail.subject)
    expect(subjects).toContain('We did not get to your question in time')
    expect(subjects).toContain('A question was withdrawn')
  })

  test('S1-4.15 a free question skips the card and completes without money', async () => {
    const free = await world.makePerson({ role: 'creator', username: 'freebie', priceCents: 0 })
    const { fan, questionId, viewPath } = await asked(actors, { athleteId: free.id, amountCents: 0 })
    await screen(actors, questionId)
    const browser = await signedIn(world, free)
    const video = await sampleVideo('answer.mp4')
    await submit(browser, questionId, video)
    await browser.upload(video, 'answer')
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'completed',
      hold: 'none',
      answer: { state: 'delivered' },
    })
  })

  test('S1-4.25 D97 a page killed right after the card was confirmed: the question arrives, exactly once', async () => {
    const fan = world.browser()
    const video = await sampleVideo('question.webm')
    const ask = askOf(actors, { kind: 'video', text: '', video: video.declared })
    const prepared = await prepare(fan, ask)
    expect((await fan.upload(video, 'question')).status).toBe(204)
    await world.quiesce()
    await pay(fan, prepared.body.clientSecret)
    await world.quiesce()
    const status = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId: ask.questionId })
    expect(status.body).toMatchObject({ state: 'asked', hold: 'held', video: 'stored' })
    expect(await fan.push('question.ask', { questionId: ask.questionId })).toMatchObject({
      value: { state: 'asked' },
    })
    expect(await world.database.sql`select from question where id = ${ask.questionId}`).toHaveLength(1)
    expect((await world.mails()).filter((mail) => mail.recipient === ask.asker.email)).toHaveLength(1)
  })

  test('D31 D56 rejected with a note: hold released, fan mailed with the note, video purged', async () => {
    const { fan, questionId, viewPath, videoId } = await askedOnVideo(actors)
    const plays = async () => (await fan.post('/api/media-ticket', { videoId })).status
    expect(await plays()).toBe(200)
    await screen(actors, questionId, 'Please ask about sport.')
    expect(await plays()).toBe(404)
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'rejected',
      hold: 'released',
      adminNote: 'Please ask about sport.',
    })
    const mail = (await world.mails()).findLast((each) => each.subject === 'About your question')
    expect(mail?.text).toContain('Please ask about sport.')
    expect(mail?.text).toContain('has been released')
  })

  test('S2-4.12 D32 declined by the athlete: hold released, fan mailed', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await screen(actors, questionId)
    const rower = await signedIn(world, actors.athlete)
    const [approved] = await world.database.sql`select revision from question where id = ${questionId}`
    // the revision later tells a device whether the desk has reopened the question
    expect(await rower.push('question.decline', { questionId, note: 'Not my stroke.' })).toMatchObject({
      state: 'settled',
      value: { revision: approved?.revision + 1 },
    })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'athlete rejected',
      reason: 'declined',
      hold: 'released',
      athleteNote: 'Not my stroke.',
    })
  })

  test('D62 the asker takes it back until it is approved, never afterwards, and nobody else can', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    const stranger = await asked(actors)
    expect(await stranger.fan.push('question.cancel', { questionId })).toMatchObject({
      refusal: { code: 'not-found' },
    })
    expect(await fan.push('question.cancel', { questionId })).toMatchObject({ state: 'settled' })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'rejected',
      reason: 'cancelled-by-asker',
      hold: 'released',
    })
    await screen(actors, stranger.questionId)
    expect(await stranger.fan.push('question.cancel', { questionId: stranger.questionId })).toMatchObject({
      refusal: { code: 'already-decided' },
    })
  })

  test('D113 the bank takes the hold back: the question closes as lapsed, and both sides are told', async () => {
    const { fan, questionId, viewPath } = await asked(actors)
    await screen(actors, questionId)
    const [hold] = await world.database.sql<{ id: string }[]>`
      select payment_intent_id as id from hold where ask_id = ${questionId}`
    await world.context.payments.cancel(hold?.id ?? '', 'abandoned', 'the bank')
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'athlete rejected',
      reason: 'payment-lapsed',
      hold: 'released',
    })
    const told = (await world.mails()).filter((mail) => /payment lapsed/i.test(mail.subject))
    expect(told).toHaveLength(2)
  })
})

describe('D33 a capture that fails after the answer', () => {
  const token = (viewPath: string) => viewPath.replace('/view/', '')
  const payAgain = (browser: Browser, viewPath: string) =>
    browser.post<PayAgainAnswer & { refusal: { code: string } }>('/api/pay-again', { token: token(viewPath) })

  /** Makes an answered question whose card could be held and fails at the capture. */
  async function unpaid() {
    const { sql } = world.database
    const question = await asked(actors)
    await screen(actors, question.questionId)
    await sql`
      update stand_in.object set outcome = 'fails-later' where id = (
        select body ->> 'payment_method' from stand_in.object
        where object = 'payment_intent' and body #>> '{metadata,askId}' = ${question.questionId})`
    const rower = await signedIn(world, actors.athlete)
    const video = await sampleVideo('answer.mp4')
    const { answerId } = await submit(rower, question.questionId, video)
    await rower.upload(video, 'answer')
    await world.quiesce()
    return { ...question, answerId, videoId: video.declared.id }
  }
  const toldOf = async (words: RegExp) =>
    (await world.mails()).filter(({ subject }) => words.test(subject)).length

  /** Sends the mails about paying again once more, late, and returns how many left. */
  async function sentLate(questionId: string): Promise<number> {
    const mails = await world.database.sql<{ id: string }[]>`
      update mail set sent_at = null where question_id = ${questionId} and kind in ('pay-again', 'capture-failed')
      returning id`
    const posters = { isAwaited: async () => false, read: async () => null }
    const ids = mails.map(({ id }) => id)
    await world.database.sql`delete from mailbox where id = any(${ids})`
    for (const id of ids) await sendMail(world.context, id, posters)
    return (await world.database.sql`select from mailbox where id = any(${ids})`).length
  }

  test('the answer stays hidden, the fan pays again by the link, once, and watches', async () => {
    const { fan, viewPath, questionId, videoId } = await unpaid()
    const plays = async (by: object) => (await fan.post('/api/media-ticket', { videoId, ...by })).status
    const playing = async () => [await plays({}), await plays({ token: token(viewPath) })]
    // neither with the browser that asked nor with the private link
    expect(await playing()).toEqual([404, 404])
    const waiting = await view(fan, viewPath)
    expect(waiting).toMatchObject({
      status: 'approved',
      hold: 'lapsed',
      answer: { state: 'stored', videoId: null },
    })
    expect(waiting.payAgainUntil).toBeGreaterThan(Date.now() + 71 * HOUR_MS)
    expect([await toldOf(/is waiting for payment/), await toldOf(/card could not be charged/)]).toEqual([
      1, 1,
    ])
    const made = await Promise.all(Array.from({ length: 3 }, () => payAgain(fan, viewPath)))
    const secrets = new Set(made.flatMap(({ body }) => body.clientSecret ?? []))
    expect(secrets.size).toBe(1)
    expect((await payAgain(world.browser(), `/view/${'x'.repeat(43)}`)).body).toMatchObject({
      refusal: { code: 'hold-gone' },
    })
    const [secret] = secrets
    await pay(fan, secret ?? '', '4000000000000002')
    expect((await payAgain(fan, viewPath)).body).toEqual({ isPaid: false, clientSecret: secret })
    // a bank approves only a part, so the part is released and another card is asked for
    await pay(fan, secret ?? '', '4000000000050007')
    expect((await payAgain(fan, viewPath)).body).toEqual({ isPaid: false, clientSecret: null })
    const { body: other } = await payAgain(fan, viewPath)
    expect(secrets).not.toContain(other.clientSecret)
    await pay(fan, other.clientSecret)
    expect((await payAgain(fan, viewPath)).body).toEqual({ isPaid: true, clientSecret: null })
    // the new card is held, so the fan is asked for nothing more while it is charged
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', payAgainUntil: null })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'completed',
      hold: 'captured',
      payAgainUntil: null,
    })
    expect((await payAgain(fan, viewPath)).body).toMatchObject({ refusal: { code: 'hold-gone' } })
    expect(await playing()).toEqual([200, 200])
    const [captured] = await world.database.sql`
      select count(*)::int as times, sum((body ->> 'amount_received')::int)::int as cents from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,askId}' = ${questionId} and body ->> 'status' = 'succeeded'`
    expect(captured).toEqual({ times: 1, cents: 1_500 })
  })

  test('a second card that fails is told in a mail of its own, and the deadline stays', async () => {
    const { fan, viewPath, questionId } = await unpaid()
    const { payAgainUntil } = await view(fan, viewPath)
    const sent = () => world.database.sql`
      select from mail where question_id = ${questionId} and kind = 'pay-again' and sent_at is not null`
    for (const mails of [2, 3]) {
      await pay(fan, (await payAgain(fan, viewPath)).body.clientSecret, '4000000000000341')
      expect((await payAgain(fan, viewPath)).body).toMatchObject({ isPaid: true })
      await world.quiesce()
      expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'lapsed', payAgainUntil })
      expect(await sent()).toHaveLength(mails)
    }
  })

  test('unpaid for 72 hours it closes as lapsed, the take is kept, and a card asked for meanwhile is let go', async () => {
    const { fan, viewPath, questionId, answerId } = await unpaid()
    const { body } = await payAgain(fan, viewPath)
    await world.advance(71 * HOUR_MS)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved' })
    await world.advance(1.1 * HOUR_MS)
    // the time is over at that moment, even if no server has looked at it yet
    expect((await payAgain(fan, viewPath)).body).toMatchObject({ refusal: { code: 'hold-gone' } })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({
      status: 'athlete rejected',
      reason: 'payment-lapsed',
      payAgainUntil: null,
    })
    await pay(fan, body.clientSecret)
    await world.quiesce()
    const [answer] = await world.database.sql`select state from answer where id = ${answerId}`
    const holds = await world.database.sql`
      select body ->> 'status' as status from stand_in.object
      where object = 'payment_intent' and body #>> '{metadata,askId}' = ${questionId}`
    expect([answer?.state, ...holds.map(({ status }) => status)]).toEqual(['stored', 'canceled', 'canceled'])
    // its answer stays stored for good, and the sweep leaves it alone: many of them would keep others from their turn
    await world.database.sql.begin(async (other) => {
      await other`select from question where id = ${questionId} for update`
      await sweepAsks(world.context)
    })
  })

  test('its mails name the moment until which the fan may pay, and are not sent once they paid or may not', async () => {
    const { fan, viewPath, questionId } = await unpaid()
    const until = spokenTime(new Date((await view(fan, viewPath)).payAgainUntil ?? 0), null)
    expect((await world.mails()).slice(-2).map(({ text }) => text.includes(until))).toEqual([true, true])
    expect(await sentLate(questionId)).toBe(2)
    const other = await unpaid()
    await pay(other.fan, (await payAgain(other.fan, other.viewPath)).body.clientSecret)
    await payAgain(other.fan, other.viewPath)
    expect(await sentLate(other.questionId)).toBe(0)
    await world.advance(72.1 * HOUR_MS)
    expect(await sentLate(questionId)).toBe(0)
    await world.quiesce()
    expect(await sentLate(questionId)).toBe(0)
  })

  test('an address that is given meanwhile is told to pay again, and not that something is held', async () => {
    const { fan, questionId } = await unpaid()
    await world.database.sql`update question set asker = asker || '{"email": ""}' where id = ${questionId}`
    const email = `late${questionId.slice(0, 6)}@fan.test`
    expect((await fan.post('/api/correct-email', { questionId, email })).status).toBe(200)
    await world.quiesce()
    const [mail] = (await world.mails()).filter(({ recipient }) => recipient === email)
    expect(mail?.text).toContain('The answer is kept for you: pay again by')
    expect(mail?.text).not.toContain('is held on your card')
  })
})
