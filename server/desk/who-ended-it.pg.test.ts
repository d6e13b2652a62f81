import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  openCast,
  prepare,
  screen,
  signedIn,
  view,
} from '../testing/actors.ts'
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

const look = async (id: string) => (await desk.post<DeskQuestionAnswer>('/api/desk/question', { id })).body
const seen = async (questionId: string) => ({ questionId, revision: (await look(questionId)).revision })
const setStatus = async (questionId: string, status: string, note = '') =>
  desk.push('question.set-status', { ...(await seen(questionId)), status, note })
const approve = async (questionId: string) =>
  desk.push('question.approve', { ...(await seen(questionId)), undoable: true })

test('a status never blames somebody who had no part in it: what ended it stays true under every name', async () => {
  const { fan, questionId, viewPath } = await asked(actors)
  await screen(actors, questionId)
  const before = (await world.mails()).length
  expect(await setStatus(questionId, 'athlete rejected')).toMatchObject({ state: 'settled' })
  await world.quiesce()
  expect(await view(fan, viewPath)).toMatchObject({ reason: 'closed-by-team', hold: 'released' })
  const mails = (await world.mails()).slice(before)
  expect(mails.find(({ subject }) => subject === 'About your question')?.text).toContain('Our team closed')
  expect(mails.map(({ text }) => text).join()).not.toContain('declined')
  await world.database.sql`update question set reason = 'payment-lapsed' where id = ${questionId}`
  await setStatus(questionId, 'rejected')
  expect(await setStatus(questionId, 'athlete rejected')).toMatchObject({ state: 'settled' })
  expect(await view(fan, viewPath)).toMatchObject({ reason: 'payment-lapsed' })
})

test.each(['rejected', 'athlete rejected'])(
  'D54 what the team ends as “%s” after approval was passed on, and the mail has its note',
  async (status) => {
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const before = (await world.mails()).length
    await setStatus(questionId, status, 'Rosa is injured.')
    await world.quiesce()
    const mails = (await world.mails()).slice(before)
    const text = mails.find(({ subject }) => subject === 'About your question')?.text
    expect(text).toContain('Our team closed')
    expect(text).toContain('Rosa is injured.')
    expect(text).not.toContain('pass on')
  },
)

test('an approval whose hold the bank let go is refused, though nobody has told us of it yet', async () => {
  const { questionId } = await asked(actors)
  const { standIn } = world.context.payments
  const [hold] = await world.database.sql<{ intentId: string }[]>`
    select payment_intent_id as "intentId" from hold where ask_id = ${questionId}`
  await standIn?.outside({ act: 'webhooks', delaySeconds: 3_600, duplicates: 0 })
  await standIn?.outside({ act: 'expire', intentId: hold!.intentId })
  expect(await approve(questionId)).toMatchObject({ refusal: { code: 'hold-gone' } })
  await standIn?.outside({ act: 'webhooks', delaySeconds: 0, duplicates: 0 })
  await world.quiesce()
  expect(await look(questionId)).toMatchObject({ status: 'rejected', reason: 'payment-lapsed' })
})

test.each(['new', 'approved'])(
  'a note on why it ended does not stay when the team sets it to “%s” again',
  async (status) => {
    const free = {
      athleteId: (await world.makePerson({ role: 'creator', priceCents: 0 })).id,
      amountCents: 0,
    }
    const { fan, questionId, viewPath } = await asked(actors, free)
    await screen(actors, questionId, 'Not a question for an athlete.')
    const { sql } = world.database
    await sql`update question set athlete_note = 'No answer in time' where id = ${questionId}`
    expect(await view(fan, viewPath)).toMatchObject({ adminNote: 'Not a question for an athlete.' })
    expect(await setStatus(questionId, status)).toMatchObject({ state: 'settled' })
    expect(await view(fan, viewPath)).toMatchObject({ status, adminNote: null, athleteNote: null })
    expect(await look(questionId)).toMatchObject({ adminNote: null, athleteNote: null })
  },
)

test('the team passes no free question on to an athlete whose account it closed', async () => {
  const athlete = await world.makePerson({ role: 'creator', username: 'closedone', priceCents: 0 })
  const { questionId } = await asked(actors, { athleteId: athlete.id, amountCents: 0 })
  await world.database.sql`update person set closed_at = app_now() where id = ${athlete.id}`
  await setStatus(questionId, 'rejected')
  await world.quiesce()
  const before = (await world.mails()).length
  expect(await setStatus(questionId, 'approved')).toMatchObject({ refusal: { code: 'athlete-unavailable' } })
  await world.quiesce()
  expect((await world.mails()).slice(before)).toEqual([])
})

test('S1-7.5 D20 an answered free first question stays used under every status, and is completed only while it is the first', async () => {
  const athlete = await world.makePerson({
    role: 'creator',
    username: 'freefirst',
    priceCents: 1_500,
    promo: true,
  })
  const to = { ...actors, athlete }
  const { fan, questionId } = await answered(to, { amountCents: 0 })
  expect(await setStatus(questionId, 'athlete rejected')).toMatchObject({ state: 'settled' })
  const again = await prepare(fan, askOf(to, { amountCents: 0 }))
  expect(again.body).toMatchObject({ refusal: { code: 'amount-below-price' } })
  expect(await setStatus(questionId, 'completed')).toMatchObject({ state: 'settled' })
  expect(await setStatus(questionId, 'rejected')).toMatchObject({ state: 'settled' })
  // simulates a second free question, which such a status allowed before
  const second = await asked(to)
  await world.database.sql`
    update question set free_key = (select free_key from question where id = ${questionId}) where id = ${second.questionId}`
  expect(await setStatus(questionId, 'completed')).toMatchObject({
    refusal: { code: 'first-question-spent' },
  })
})
