import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskStatusAnswer, PrepareAskAnswer, ViewAnswer } from '../../sync/calls.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { type Browser, openWorld, type Person, type Sample, sampleVideo, type World } from '../testing/world.ts'

let world: World
let athlete: Person
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  athlete = await world.makePerson({ role: 'creator', username: 'rower', priceCents: 1_500 })
  admin = await world.makePerson({ role: 'admin' })
})
afterAll(() => world.end())

const card = { number: '4242424242424242', exp: '12/34', cvc: '123' }

function askOf(more: object = {}) {
  return {
    questionId: randomUUID(),
    athleteId: athlete.id,
    subject: 'My catch',
    kind: 'text',
    text: 'How do I stop skying at the catch?',
    video: null,
    asker: { firstName: 'Kim', lastName: 'Lee', birthDate: '1999-05-05', countryCode: 'US', city: 'Boston', email: `k${randomUUID().slice(0, 8)}@fan.test` },
    amountCents: 1_500,
    ...more,
  }
}

async function prepare(fan: Browser, ask: object) {
  return fan.post<PrepareAskAnswer>('/api/prepare-ask', { ask, captcha: await fan.captcha() })
}

async function pay(fan: Browser, clientSecret: string | null) {
  return fan.post<{ status: string }>('/dev/stripe/browser/confirm', { clientSecret, card })
}

async function asked(more: object = {}): Promise<{ fan: Browser; questionId: string; viewPath: string }> {
  const fan = world.browser()
  const ask = askOf(more)
  const prepared = await prepare(fan, ask)
  expect(prepared.body).toMatchObject({ hold: ask.amountCents > 0 ? 'pending' : 'none' })
  if (ask.amountCents > 0) expect((await pay(fan, prepared.body.clientSecret)).body.status).toBe('requires_capture')
  expect(await fan.push('question.ask', { questionId: ask.questionId })).toMatchObject({ state: 'settled', value: { state: 'asked' } })
  await world.quiesce()
  const status = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId: ask.questionId })
  return { fan, questionId: ask.questionId, viewPath: status.body.viewPath ?? '' }
}

async function approve(questionId: string) {
  const desk = world.browser()
  await desk.signIn(admin)
  const seen = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
  const outcome = await desk.push('question.approve', { questionId, revision: seen.body.revision })
  await world.quiesce()
  return outcome
}

async function signedIn(person: Person): Promise<Browser> {
  const browser = world.browser()
  await browser.signIn(person)
  return browser
}

async function pull(browser: Browser, collection: string): Promise<PullAnswer> {
  return (await browser.post<PullAnswer>('/sync/pull', { protocol: 1, collection, checkpoint: null, limit: 100 })).body
}

async function submit(browser: Browser, questionId: string, video: Sample) {
  const answerId = randomUUID()
  const outcome = await browser.push('answer.submit', { answerId, questionId, video: video.declared, recordedAt: 1 })
  return { answerId, outcome }
}

const view = async (browser: Browser, path: string) =>
  (await browser.post<ViewAnswer>('/api/view', { token: path.replace('/view/', '') })).body.question

describe('the way of a question', () => {
  test('S1-1.3 S2-1.1 a visitor asks to the end, the athlete answers, the fan is charged once and watches', async () => {
    const { fan, questionId, viewPath } = await asked()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'new', hold: 'held', amountCents: 1_500 })
    expect(await approve(questionId)).toMatchObject({ state: 'settled' })
    const rower = await signedIn(athlete)
    const seen = (await pull(rower, 'questions')).documents.find((each) => each.id === questionId)
    expect(seen).toMatchObject({ status: 'approved', amountCents: 1_200, hold: 'none', adminNote: null })

    const video = await sampleVideo('answer.mp4')
    const { answerId, outcome } = await submit(rower, questionId, video)
    expect(outcome).toMatchObject({ state: 'settled', value: { state: 'waiting' } })
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved', hold: 'held', answer: { state: 'waiting', videoId: null } })
    expect((await rower.upload(video, 'answer')).status).toBe(204)
    await world.quiesce()

    expect(await view(world.browser(), viewPath)).toMatchObject({ status: 'completed', hold: 'captured', answer: { state: 'delivered', videoId: video.declared.id } })
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
    const intents = await world.context.payments.listBooked(new Date(0))
    expect(intents.ok && intents.value).toHaveLength(1)
  })

  test('S1-1.22 S2-1.8 D3 unanswered at dueAt: expired, released, both mailed', async () => {
    const { fan, questionId, viewPath } = await asked()
    await approve(questionId)
    await world.advance(72 * HOUR_MS + 1_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'athlete rejected', reason: 'no-answer', hold: 'released' })
    const mails = (await world.mails()).map((mail) => mail.subject)
    expect(mails).toContain('No answer from Test in time')
    expect(mails).toContain('A question expired')
  })

  test('D5 announced in time, the bytes come after dueAt and within 24 h: completed', async () => {
    const { fan, questionId, viewPath } = await asked()
    await approve(questionId)
    await world.advance(71 * HOUR_MS)
    const rower = await signedIn(athlete)
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
    const { fan, questionId, viewPath } = await asked()
    await approve(questionId)
    const rower = await signedIn(athlete)
    await submit(rower, questionId, await sampleVideo('answer.webm'))
    await world.advance(95 * HOUR_MS)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'approved' })
    await world.advance(1 * HOUR_MS + 1_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'athlete rejected', hold: 'released', answer: null })
  })

  test('D5 an answer announced after dueAt is refused and changes nothing', async () => {
    const { questionId } = await asked()
    await approve(questionId)
    await world.advance(73 * HOUR_MS)
    const rower = await signedIn(athlete)
    const { outcome } = await submit(rower, questionId, await sampleVideo('answer.webm'))
    expect(outcome).toMatchObject({ state: 'refused', refusal: { code: 'too-late' } })
    expect((await pull(rower, 'answers')).documents.filter((each) => each.questionId === questionId)).toEqual([])
  })

  test('D4 nobody screened in time: released, both sides mailed', async () => {
    const { fan, viewPath } = await asked()
    await world.advance(48 * HOUR_MS + 1_000)
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'rejected', reason: 'screening-limit', hold: 'released' })
    const subjects = (await world.mails()).map((mail) => mail.subject)
    expect(subjects).toContain('We did not get to your question in time')
    expect(subjects).toContain('A question was given back')
  })

  test('S1-4.15 a free question skips the card and completes without money', async () => {
    const free = await world.makePerson({ role: 'creator', username: 'freebie', priceCents: 0 })
    const { fan, questionId, viewPath } = await asked({ athleteId: free.id, amountCents: 0 })
    await approve(questionId)
    const browser = await signedIn(free)
    const video = await sampleVideo('answer.mp4')
    await submit(browser, questionId, video)
    await browser.upload(video, 'answer')
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'completed', hold: 'none', answer: { state: 'delivered' } })
  })

  test('S1-4.25 D97 a page killed right after the card was confirmed: the question arrives, exactly once', async () => {
    const fan = world.browser()
    const video = await sampleVideo('question.webm')
    const ask = askOf({ kind: 'video', text: '', video: video.declared })
    const prepared = await prepare(fan, ask)
    expect((await fan.upload(video, 'question')).status).toBe(204)
    await world.quiesce()
    await pay(fan, prepared.body.clientSecret)
    await world.quiesce()
    const status = await fan.post<AskStatusAnswer>('/api/ask-status', { questionId: ask.questionId })
    expect(status.body).toMatchObject({ state: 'asked', hold: 'held', video: 'stored' })
    expect(await fan.push('question.ask', { questionId: ask.questionId })).toMatchObject({ value: { state: 'asked' } })
    expect(await world.database.sql`select from question where id = ${ask.questionId}`).toHaveLength(1)
    expect((await world.mails()).filter((mail) => mail.recipient === ask.asker.email)).toHaveLength(1)
  })

  test('D31 D56 rejected with a note: hold released, fan mailed with the note, video purged', async () => {
    const { fan, questionId, viewPath } = await asked()
    const desk = await signedIn(admin)
    const seen = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
    await desk.push('question.reject', { questionId, revision: seen.body.revision, note: 'Please ask about sport.' })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'rejected', hold: 'released', adminNote: 'Please ask about sport.' })
    const mail = (await world.mails()).findLast((each) => each.subject === 'About your question')
    expect(mail?.text).toContain('Please ask about sport.')
    expect(mail?.text).toContain('has been released')
  })

  test('D32 declined by the athlete: hold released, fan mailed', async () => {
    const { fan, questionId, viewPath } = await asked()
    await approve(questionId)
    const rower = await signedIn(athlete)
    expect(await rower.push('question.decline', { questionId, note: 'Not my stroke.' })).toMatchObject({ state: 'settled' })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'athlete rejected', reason: 'declined', hold: 'released', athleteNote: 'Not my stroke.' })
  })

  test('D62 the asker takes it back until it is approved, never afterwards, and nobody else can', async () => {
    const { fan, questionId, viewPath } = await asked()
    const stranger = await asked()
    expect(await stranger.fan.push('question.cancel', { questionId })).toMatchObject({ refusal: { code: 'not-found' } })
    expect(await fan.push('question.cancel', { questionId })).toMatchObject({ state: 'settled' })
    await world.quiesce()
    expect(await view(fan, viewPath)).toMatchObject({ status: 'rejected', reason: 'cancelled-by-asker', hold: 'released' })
    await approve(stranger.questionId)
    expect(await stranger.fan.push('question.cancel', { questionId: stranger.questionId })).toMatchObject({ refusal: { code: 'already-decided' } })
  })
})
