import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskStatusAnswer } from '../../sync/calls.ts'
import { HOUR_MS } from '../../sync/limits.ts'
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
