import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER_MS, DAY_MS } from '../../sync/limits.ts'
import { type Actors, asked, askOf, openCast, pay, prepare, screen, signedIn } from '../testing/actors.ts'
import { ledgerBreaks } from '../testing/ledger-breaks.ts'
import { numberPapers } from './books/number-papers.ts'
import { boughtTitle } from './books/pdf/receipt-pdf.ts'
import { receiptsOf } from './books/receipts.ts'
import { reconcile } from './reconcile/reconcile.ts'
import { listPayments, listReturns } from './refunds-and-disputes/list-returns.ts'

let actors: Actors
beforeAll(async () => {
  actors = await openCast({ priceCents: 1_500 })
})
afterAll(() => actors.world.end())

/** Charges the card without telling our row, as happens after a restored backup. */
async function captureUnheard(questionId: string): Promise<void> {
  const { payments } = actors.world.context
  const found = await payments.findConfirmed(questionId)
  const intentId = found.ok ? (found.value[0]?.id ?? '') : ''
  const charged = await payments.capture(intentId, 1_500, `unheard ${questionId}`)
  expect(charged).toMatchObject({ value: { status: 'succeeded' } })
  await actors.world.quiesce()
}

const holdOf = async (questionId: string) => {
  const [hold] = await actors.world.database.sql<{ id: string; state: string; intended: number }[]>`
    select id, state, (select count(*)::int from money_operation o where o.subject_id = hold.id and o.state = 'intended')
      as intended from hold where ask_id = ${questionId}`
  return hold
}

const textsOf = async (questionId: string, kind: string) =>
  (
    await actors.world.database.sql<{ text: string }[]>`
      select b.text from mail m join mailbox b on b.id = m.id
      where coalesce(m.question_id, m.ask_id) = ${questionId} and m.kind = ${kind}`
  ).map(({ text }) => text)

/** Refunds a charge at the provider in two parts, and checks that the second ends its breaks for good. */
async function expectEndsWhenRefunded(questionId: string): Promise<void> {
  const { world } = actors
  const { payments, sql } = world.context
  const found = await payments.findConfirmed(questionId)
  const chargeId = (found.ok && found.value[0]?.charge?.id) || ''
  const breaksOf = async () => {
    await reconcile(world.context)
    return (await listReturns(world.context)).check?.breaks ?? []
  }
  const others = (await breaksOf()).filter(({ sourceId }) => sourceId !== chargeId)
  const refund = async (amountCents: number) => {
    const made = await payments.refund({ chargeId, amountCents, refundId: 'no id of ours' }, `${amountCents}`)
    expect(made.ok).toBe(true)
    await world.quiesce()
  }
  await refund(500)
  expect((await breaksOf()).map(({ sourceId }) => sourceId)).toContain(chargeId)
  await refund(1_000)
  expect(await breaksOf()).toEqual(others)
  const booked = () => sql`
    select t.kind, e.account, sum(e.amount_cents)::int as cents from ledger_transaction t
    join ledger_entry e on e.transaction_id = t.id
    where t.kind = 'provider-fee' group by t.kind, e.account order by e.account`
  const fee = [
    { kind: 'provider-fee', account: 'stripe_balance', cents: -74 },
    { kind: 'provider-fee', account: 'stripe_fees', cents: 74 },
  ]
  expect(await booked()).toEqual(fee)
  await world.advance(40 * DAY_MS)
  expect((await breaksOf()).filter(({ sourceId }) => [chargeId, 'balance'].includes(sourceId))).toEqual([])
  expect(await booked()).toEqual(fee)
}

test('B7 charged since the backup, and nobody answers: it ends, the charge stands, both are told so and it can be refunded', async () => {
  const { world } = actors
  const { context, database } = world
  const { questionId } = await asked(actors)
  await screen(actors, questionId)
  await captureUnheard(questionId)
  // Sees payments, but not the page of the desk that the mail to the team opens.
  const helper = await world.makePerson({ role: 'admin' })
  await database.sql`update person set desk_role = 'support' where id = ${helper.id}`
  await reconcile(context)
  const { check } = await listReturns(context)
  expect(check?.breaks).toMatchObject([{ theirCents: 1_426, payment: { question: 'open' } }])
  expect(await holdOf(questionId)).toMatchObject({ state: 'held' })

  await world.advance(ANSWER_MS + DAY_MS)
  await world.quiesce()
  const hold = await holdOf(questionId)
  expect(hold).toMatchObject({ state: 'captured', intended: 0 })
  const [question] = await database.sql`select status, hold_state from question where id = ${questionId}`
  expect(question).toEqual({ status: 'athlete rejected', hold_state: 'captured' })
  const [toFan] = await textsOf(questionId, 'question-expired')
  expect(toFan).toContain('Your card was charged $15.00.')
  expect(toFan).toContain('Our team has been told')
  expect(toFan).not.toMatch(/released|not charged/)
  expect(await textsOf(questionId, 'charge-stands')).toHaveLength(1)
  expect(await ledgerBreaks(context)).toEqual([])
  await numberPapers(context)
  const [charge] = await database.sql<{ id: string }[]>`
    select charge_id as id from hold where ask_id = ${questionId}`
  const [receipt] = await receiptsOf(context, [charge?.id ?? ''])
  expect(receipt && boughtTitle(receipt), 'no answer was bought').toMatch(/^Question to /)

  expect(await listPayments(context, questionId)).toMatchObject({
    payments: [{ id: hold?.id, leftCents: 1_500 }],
  })
  const desk = await signedIn(world, actors.admin)
  const refund = { refundId: randomUUID(), paymentId: hold?.id, amountCents: 1_500, reason: 'goodwill' }
  expect(await desk.push('payment.refund', refund)).toMatchObject({ state: 'settled' })
  await world.quiesce()
  const [refunded] = await textsOf(questionId, 'refund-done')
  expect(refunded).toContain('We sent $15.00 back to the card you paid with, for your question')
  expect(await ledgerBreaks(context)).toEqual([])
})

test('a release that was ordered before it was known finds the charge: it is not asked for ever', async () => {
  const { world } = actors
  const { fan, questionId } = await asked(actors)
  await captureUnheard(questionId)
  await fan.push('question.cancel', { questionId })
  expect(await holdOf(questionId)).toMatchObject({ state: 'releasing', intended: 1 })
  // the nightly comparison finds the charge by itself, and the job that waits for the hold goes on
  await reconcile(world.context)
  expect(await holdOf(questionId)).toMatchObject({ state: 'captured' })
  expect((await listReturns(world.context)).check).toMatchObject({ breaks: [] })
  await world.quiesce()
  expect(await holdOf(questionId)).toMatchObject({ state: 'captured', intended: 0 })
  const [toFan] = await textsOf(questionId, 'question-cancelled')
  expect(toFan).toContain('Your card was charged $15.00.')
})

test('an ask that is no question here, charged since: it is told as charged, and its payment stays for a person', async () => {
  const { world } = actors
  const fan = world.browser()
  const ask = askOf(actors, { kind: 'video', text: '', video: await unsent() })
  const { body } = await prepare(fan, ask)
  await pay(fan, body.clientSecret)
  await world.quiesce()
  await captureUnheard(ask.questionId)
  await world.advance(DAY_MS + 60_000)
  await world.quiesce()
  expect(await holdOf(ask.questionId)).toMatchObject({ state: 'captured', intended: 0 })
  const [toFan] = await textsOf(ask.questionId, 'ask-released')
  expect(toFan).toContain('Your card was charged $15.00.')
  expect(await textsOf(ask.questionId, 'charge-stands')).toHaveLength(1)
  await reconcile(world.context)
  const { check } = await listReturns(world.context)
  expect(check?.breaks).toContainEqual(
    expect.objectContaining({ theirCents: 1_426, payment: expect.objectContaining({ question: 'unknown' }) }),
  )
  await expectEndsWhenRefunded(ask.questionId)
})

test('an ask charged since, and given back by its fan: it takes no other card, the fan is told, and may leave', async () => {
  const { world } = actors
  const person = await world.makePerson({ role: 'basic' })
  const fan = await signedIn(world, person)
  const ask = askOf(actors, { kind: 'video', text: '', video: await unsent() })
  const { body } = await prepare(fan, ask)
  await pay(fan, body.clientSecret)
  await world.quiesce()
  await captureUnheard(ask.questionId)
  const back = () => fan.post<object>('/api/cancel-payment-intent', { paymentIntentId: hold?.id })
  const hold = await holdOf(ask.questionId)
  expect((await back()).status).toBe(200)
  await world.quiesce()
  expect(await holdOf(ask.questionId)).toMatchObject({ state: 'captured', intended: 0 })
  expect((await fan.post('/api/ask-status', { questionId: ask.questionId })).body).toMatchObject({
    state: 'released',
    reason: 'charge-stands',
  })
  expect((await back()).body).toMatchObject({ refusal: { code: 'ask-closed' } })
  const [toFan] = await textsOf(ask.questionId, 'ask-released')
  expect(toFan).toContain('Your card was charged $15.00.')
  expect(await textsOf(ask.questionId, 'charge-stands')).toHaveLength(1)
  await reconcile(world.context)
  expect((await listReturns(world.context)).check?.breaks).toContainEqual(
    expect.objectContaining({ theirCents: 1_426, payment: expect.objectContaining({ question: 'unknown' }) }),
  )

  // as long as the job that closes the ask has not run, it is still open
  await world.database.sql`update prepared_ask set state = 'open', reason = null where id = ${ask.questionId}`
  const { token } = (
    await fan.post<{ token: string }>('/api/account/open-mine', { password: person.password })
  ).body
  expect((await fan.post<object>('/api/account/leave', { token })).status).toBe(200)
  expect(await holdOf(ask.questionId)).toMatchObject({ state: 'captured', intended: 0 })
})

/** A declared video whose bytes are never sent. */
const unsent = async () => ({
  id: randomUUID(),
  sha256: 'a'.repeat(64),
  bytes: 1_000,
  type: 'video/mp4',
  durationMs: 9_000,
  source: 'file',
})
