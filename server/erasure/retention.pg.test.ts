import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOBODY } from '../../sync/account/mine.ts'
import { DAY_MS, HOUR_MS, KEPT } from '../../sync/limits.ts'
import { refuse } from '../../sync/result.ts'
import { reconcile } from '../payment/reconcile/reconcile.ts'
import {
  type Actors,
  answered,
  asked,
  askOf,
  openCast,
  pay,
  prepare,
  repliedByVideo,
  screen,
  signedIn,
  submit,
  view,
} from '../testing/actors.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import { confirmBeforeAsk } from '../testing/specified-ask.ts'
import type { World } from '../testing/world.ts'
import { transactOrRefuse } from '../transact.ts'
import { scrubPerson } from './scrub.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

/** Advances the clock and runs the hourly sweep; the next minute's sweep removes purged files from disk. */
async function after(ms: number): Promise<void> {
  await world.advance(ms)
  await world.quiesce()
  await world.advance(2 * HOUR_MS)
  await world.quiesce()
}

const there = async (table: string, id: string) =>
  (await world.database.sql`select from ${world.database.sql(table)} where id::text = ${id}`).length === 1
const mediaState = async (id: string) => {
  const [row] = await world.database.sql<{ state: string; key: string | null }[]>`
    select state, served_key as key from media where id = ${id}`
  return row
}

test('asks that were never sent, and drafts that were thrown away, are gone after a day', async () => {
  const fan = await world.makePerson({ role: 'basic' })
  const device = await signedIn(world, fan)
  const ask = askOf(actors)
  await prepare(device, ask)
  const [kept, thrown] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const draftId of [kept, thrown]) {
    const draft = { draftId, athleteId: actors.athlete.id, base: 0, savedAt: Date.now(), body: 'a draft' }
    await device.push('draft.save', draft)
  }
  await device.push('draft.discard', { draftId: thrown })
  await after(21 * HOUR_MS)
  expect(await there('prepared_ask', ask.questionId)).toBe(true)
  await after(4 * HOUR_MS)
  expect(await there('prepared_ask', ask.questionId)).toBe(false)
  const drafts = await world.database
    .sql`select id, body from draft where person_id = ${fan.id} order by body`
  expect(drafts).toEqual([
    { id: thrown, body: '' },
    { id: kept, body: 'a draft' },
  ])
  // A device that comes back later prepares the ask again.
  const again = await prepare(device, ask)
  expect(again.status).toBe(200)
})

test('the video of a question that ended without an answer is gone after 30 days, its words are not', async () => {
  const video = await sampleVideo('question.webm')
  const fan = world.browser()
  const ask = askOf(actors, { kind: 'video', text: '', video: video.declared })
  const prepared = await prepare(fan, ask)
  await fan.upload(video, 'question')
  await fan.post('/dev/stripe/browser/confirm', {
    clientSecret: prepared.body.clientSecret,
    card: { number: '4242424242424242', exp: '12/34', cvc: '123' },
  })
  await fan.push('question.ask', { questionId: ask.questionId })
  await world.quiesce()
  await screen(actors, ask.questionId)
  const athlete = await signedIn(world, actors.athlete)
  await athlete.push('question.decline', { questionId: ask.questionId, note: 'Not today.' })
  await after(29 * DAY_MS)
  expect((await mediaState(video.declared.id))?.state).toBe('stored')
  await after(DAY_MS)
  expect(await mediaState(video.declared.id)).toEqual({ state: 'purged', key: null })
  const [row] = await world.database
    .sql`select subject, athlete_note from question where id = ${ask.questionId}`
  expect(row).toEqual({ subject: 'My catch', athlete_note: 'Not today.' })
})

test('a delivered answer is kept when an admin calls its question rejected afterwards', async () => {
  const { questionId, video } = await answered(actors)
  const desk = await signedIn(world, actors.admin)
  const { body } = await desk.post<{ revision: number }>('/api/desk/question', { id: questionId })
  const outcome = await desk.push('question.set-status', {
    questionId,
    revision: body.revision,
    status: 'rejected',
    note: 'Not for this place.',
  })
  expect(outcome).toMatchObject({ state: 'settled' })
  await after(KEPT.endedVideosMs + DAY_MS)
  expect((await mediaState(video.declared.id))?.state).toBe('stored')
})

/** Returns the state a video would have if its fan were erased now, without erasing anything. */
async function stateOnceErased(questionId: string, mediaId: string): Promise<unknown> {
  const erased = await transactOrRefuse(world.context, async (inside) => {
    const [question] = await inside.tx<{ personId: string }[]>`
      select fan_id as "personId" from question where id = ${questionId}`
    await scrubPerson(inside, { personId: question?.personId ?? '', email: '' })
    const [media] = await inside.tx`select state from media where id = ${mediaId}`
    return refuse('not-found', { state: media?.state })
  })
  return erased.ok ? null : erased.refusal.detail?.state
}

test('an answer and its private link are kept for two years, and not longer', async () => {
  const done = await answered(actors)
  const { fan, viewPath, video, questionId } = done
  const replyId = await repliedByVideo(actors, done)
  expect(await stateOnceErased(questionId, replyId)).toBe('purged')
  await after(729 * DAY_MS)
  expect((await mediaState(replyId))?.state).toBe('stored')
  expect((await view(fan, viewPath)).answer?.state).toBe('delivered')
  await after(3 * DAY_MS)
  for (const id of [video.declared.id, replyId])
    expect(await mediaState(id)).toEqual({ state: 'purged', key: null })
  // The answer for a link that has ended differs from that for one that never existed.
  expect((await fan.post('/api/view', { token: viewPath.replace('/view/', '') })).status).toBe(410)
  expect(await there('question', questionId)).toBe(true)
})

test('the statements of the runbook name the videos of one answer, and take them down', async () => {
  const done = await answered(actors)
  const other = await answered(actors)
  const page = await readFile(new URL('../../docs/runbooks/incident.md', import.meta.url), 'utf8')
  const part = page.split('## An answer has to go')[1]?.split('\n## ')[0] ?? ''
  const [list = '', takeDown = ''] = [...part.matchAll(/^```sql\n(.*?)^```/gms)].map(([, text = '']) =>
    text.replaceAll('QUESTION', done.questionId),
  )
  const { sql } = world.database
  expect(await sql.unsafe(list)).toMatchObject([{ id: done.video.declared.id, purpose: 'answer' }])
  await sql.unsafe(takeDown)
  await after(0)
  expect(await mediaState(done.video.declared.id)).toEqual({ state: 'purged', key: null })
  expect((await done.fan.post('/api/view', { token: done.viewPath.replace('/view/', '') })).status).toBe(410)
  expect((await view(other.fan, other.viewPath)).answer?.state).toBe('delivered')
})

test('the private link of a question that ended without an answer works for two years, and not longer', async () => {
  const { fan, viewPath, questionId } = await asked(actors)
  await screen(actors, questionId, 'Not for an athlete.')
  const open = async () => (await fan.post('/api/view', { token: viewPath.replace('/view/', '') })).status
  await after(729 * DAY_MS)
  expect(await open()).toBe(200)
  await after(3 * DAY_MS)
  expect(await open()).toBe(410)
})

test('mails are forgotten after 30 days, notices of payments after 90', async () => {
  const { sql } = world.database
  const begun = await world.context.clock.now()
  const { questionId } = await asked(actors)
  const [mail] = await sql<{ id: string }[]>`
    select id from mail where question_id = ${questionId} and kind = 'ask-received'`
  const id = mail?.id ?? ''
  const heard = await sql<{ id: string }[]>`select id from stripe_event where received_at >= ${begun}`
  expect(heard).not.toEqual([])
  const notices = async () =>
    (await sql`select from stripe_event where id = any (${heard.map((event) => event.id)})`).length
  expect([await there('mail', id), await there('mailbox', id)]).toEqual([true, true])
  await after(29 * DAY_MS)
  expect([await there('mail', id), await there('mailbox', id)]).toEqual([true, true])
  await after(2 * DAY_MS)
  expect([await there('mail', id), await there('mailbox', id)]).toEqual([false, false])
  await after(58 * DAY_MS)
  expect(await notices()).toBe(heard.length)
  await after(DAY_MS)
  expect(await notices()).toBe(0)
})

test('what was written to the team goes two years later, once it is dealt with', async () => {
  const { sql } = world.database
  const [open, over] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const [id, status] of [
    [open, 'New'],
    [over, 'Completed'],
  ] as const)
    await sql`
      insert into contact_form (id, first_name, last_name, email, subject, content, status, created_at)
      values (${id}, 'A', 'B', 'a@t.test', 'Hello', 'Hello', ${status}, app_now() - interval '25 months')`
  await after(HOUR_MS)
  expect([await there('contact_form', open), await there('contact_form', over)]).toEqual([true, false])
})

test('an ask that its fan named “Deleted” loses its words as well', async () => {
  const fan = world.browser()
  const ask = askOf(actors, { subject: 'Deleted' })
  await prepare(fan, ask)
  await fan.push('question.ask', { questionId: ask.questionId })
  await after(DAY_MS)
  await after(KEPT.draftsMs)
  const [left] = await world.database.sql`
    select state, text, asker ->> 'lastName' as name from prepared_ask where id = ${ask.questionId}`
  expect(left).toEqual({ state: 'released', text: '', name: NOBODY.lastName })
})

/**
 * Prepares a video ask whose video never comes and whose card is charged without our hearing of it, as after a restored
 * backup, and waits until the ask has ended. Returns its id and that of the charge.
 */
async function chargedUnheard({ isSubmitted }: { isSubmitted: boolean }) {
  const { payments } = world.context
  const fan = world.browser()
  const { declared } = await sampleVideo('question.webm')
  const ask = askOf(actors, { kind: 'video', text: '', video: declared })
  const { questionId } = ask
  const { body } = await prepare(fan, ask)
  await pay(fan, body.clientSecret)
  await world.quiesce()
  if (isSubmitted) await fan.push('question.ask', { questionId })
  const found = await payments.findConfirmed(questionId)
  const charged = await payments.capture((found.ok && found.value[0]?.id) || '', 1_500, questionId)
  const chargeId = (charged.ok && charged.value.charge?.id) || ''
  await after(DAY_MS)
  const [hold] = await world.database.sql`
    select state, charge_id as "chargeId" from hold where ask_id = ${questionId}`
  expect(hold).toEqual({ state: 'captured', chargeId })
  return { questionId, chargeId }
}

test('an ask whose charge was paid back at the provider keeps no words', async () => {
  const submitted = await chargedUnheard({ isSubmitted: true })
  const left = await chargedUnheard({ isSubmitted: false })
  const asks = () => world.database.sql`
    select subject, asker ->> 'lastName' as name from prepared_ask
    where id in (${submitted.questionId}, ${left.questionId})`
  const refund = async (amountCents: number) => {
    for (const { chargeId } of [submitted, left]) {
      const order = { chargeId, amountCents, refundId: 'no id of ours' }
      expect((await world.context.payments.refund(order, `${chargeId} ${amountCents}`)).ok).toBe(true)
    }
    await world.quiesce()
    await reconcile(world.context)
    await after(KEPT.draftsMs)
  }
  const whole = { subject: 'My catch', name: 'Lee' }
  await refund(500)
  expect(await asks()).toEqual([whole, whole])
  await refund(1_000)
  // One that was submitted stays known.
  expect(await asks()).toEqual([{ subject: 'Deleted', name: NOBODY.lastName }])
})

test('what the specification’s own calls were told before an ask goes a day later, also once its hold was charged', async () => {
  const fan = world.browser()
  const email = 'ticket@fan.test'
  const ticket = await confirmBeforeAsk(actors, fan, email)
  const video = await sampleVideo('question.webm')
  await fan.upload(video, 'question')
  const sent = await fan.post<{ state: string; questionId: string }>('/api/send-request', {
    ...{ ...ticket, subject: 'My catch', messageType: 'video', message: '', videoPath: video.declared.id },
    emailData: { reply_to: email, requester_email: email },
  })
  expect(sent.body.state).toBe('waiting')
  await world.quiesce()
  const { questionId } = sent.body
  await screen(actors, questionId)
  const athlete = await signedIn(world, actors.athlete)
  const answer = await sampleVideo('answer.mp4')
  await submit(athlete, questionId, answer)
  await athlete.upload(answer, 'answer')
  await world.quiesce()
  const [hold] = await world.database.sql`select state from hold where ask_id = ${questionId}`
  expect(hold).toEqual({ state: 'captured' })
  const tickets = () => world.database.sql`select from ask_ticket where asker ->> 'email' = ${email}`
  expect(await tickets()).toHaveLength(1)
  await after(KEPT.draftsMs)
  expect(await tickets()).toEqual([])
})

test('what became of a guest’s intents goes after a month, refused ones after a day; what nobody can read is not kept', async () => {
  const guest = world.browser()
  const form = (formId: string, captcha: string | null) => ({ formId, handle: '@somebody', captcha })
  const [sent, refused, unread] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const name = 'suggestion.send'
  const solved = form(crypto.randomUUID(), await guest.captcha())
  expect(await guest.push(name, solved, sent)).toMatchObject({ state: 'settled' })
  const unsolved = form(crypto.randomUUID(), null)
  expect(await guest.push(name, unsolved, refused)).toMatchObject({ state: 'refused' })
  expect(await guest.push('known to nobody', {}, unread)).toMatchObject({ state: 'refused' })
  const kept = async () =>
    (await Promise.all([sent, refused, unread].map((id) => there('intent_outcome', id)))).join()
  expect(await kept()).toBe('true,true,false')
  // Sent again, it is refused again.
  expect(await guest.push('known to nobody', {}, unread)).toMatchObject({ state: 'refused' })
  await after(21 * HOUR_MS)
  expect(await kept()).toBe('true,true,false')
  await after(2 * HOUR_MS)
  expect(await kept()).toBe('true,false,false')
  await after(29 * DAY_MS)
  expect(await kept()).toBe('true,false,false')
  await after(DAY_MS)
  expect(await kept()).toBe('false,false,false')
})
