import { checkTakesQuestions } from '../../sync/athlete/athlete.ts'
import { floorCents } from '../../sync/payment/amount.ts'
import { screeningEndsAt } from '../../sync/question/deadlines.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { findOrCreateFan, isFirstTime } from '../account/guest-person.ts'
import { getAthlete } from '../athlete/find.ts'
import { findOrCreateConversation, touchConversation } from '../conversation/find-or-create.ts'
import { countOrdered } from '../http/recipient-limit.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { InternalError } from '../log.ts'
import { claimMedia } from '../media/claim.ts'
import { findMedia } from '../media/find-media.ts'
import { enqueueMail } from '../notify/enqueue.ts'
import { claimToken, linkHash, linkToken } from '../notify/private-link.ts'
import { checkUses } from '../payment/discount/discount-code.ts'
import { activeHold, lockActiveHold } from '../payment/find-hold.ts'
import { isOneself, isOwnCard } from '../payment/oneself.ts'
import { APPROVED_IN_PART, CHARGE_STANDS, OWN_CARD, OWN_QUESTION, releaseHold } from '../payment/release.ts'
import type { TxContext } from '../transact.ts'
import { recordEvent } from './event.ts'
import { ownsAsk } from './prepare-ask.ts'
import { putOnDesk } from './screening/tell-desk.ts'
import { type AskRow, lockAsk, ofOwner } from './store.ts'

/**
 * The state of an ask that its fan wants asked. `waiting`: for its video or its card; the server continues by
 * itself.
 */
export type Asked = { state: 'asked' | 'waiting' | 'released' }

/**
 * Turns the caller's own prepared ask into a question as soon as its video is verified and its card held (S1-4.25).
 * Idempotent by the question's id: exactly one question results, whoever calls. Refuses `not-found`.
 */
export async function askQuestion(
  work: TxContext,
  caller: Caller,
  { questionId }: { questionId: string },
): Promise<Result<Asked>> {
  const ask = await lockAsk(work.tx, questionId)
  if (!ask || !ownsAsk(caller, ask) || !can(caller, 'ask-question')) return refuse('not-found')
  if (await isDiscountGone(work, ask)) return done({ state: await releaseAsk(work, ask, 'discount-gone') })
  await work.tx`
    update prepared_ask set wanted_at = coalesce(wanted_at, app_now()), updated_at = app_now() where id = ${questionId}`
  return done({ state: await settleAsk(work, questionId, caller.personId) })
}

/**
 * Returns whether the ask has lost its use of a discount code. An ask left for long gives its use back, and takes
 * one again here if any is left.
 */
async function isDiscountGone(
  work: TxContext,
  { id, state, discountCodeId, wantedAt, principal }: AskRow,
): Promise<boolean> {
  if (discountCodeId === null || wantedAt !== null || state !== 'open') return false
  const left = await checkUses(work, { codeId: discountCodeId, askId: id, principal })
  return !left.ok
}

/**
 * Turns a prepared ask into a question if everything it needs is there. Called by the page, by the job that a
 * verified video or a confirmed card enqueues, and by the sweep. `by` is the account that wants it. An ask that can
 * no longer become a question is released, with a mail.
 */
export async function settleAsk(
  work: TxContext,
  askId: string,
  by: string | null = null,
): Promise<Asked['state']> {
  const ask = await lockAsk(work.tx, askId)
  if (!ask) return 'released'
  if (ask.state !== 'open') return ask.state
  const { athleteId, personId } = ask
  // the athlete may have signed in since in the browser that prepared the ask, or may have taken over its address
  if (await isOneself(work, { athleteId, personId: by ?? personId, email: ask.asker.email }))
    return releaseAsk(work, ask, OWN_QUESTION)
  // a card that was confirmed late continues the ask without its page, and the code may be used up by then
  if ((await activeHold(work.tx, askId))?.state === 'held' && (await isDiscountGone(work, ask)))
    return releaseAsk(work, ask, 'discount-gone')
  const hold = await lockActiveHold(work.tx, askId)
  if (await isCharged(work, askId)) return releaseAsk(work, ask, CHARGE_STANDS)
  // a card that was confirmed before the ask was there could not be compared with its athlete's then
  if (hold?.state === 'held' && (await isOwnCard(work, { askId, athleteId })))
    return releaseAsk(work, ask, OWN_CARD)
  const why = ask.amountCents > 0 && !hold ? await whyGivenBack(work, askId) : null
  if (why) return releaseAsk(work, ask, why)
  const paid = ask.amountCents === 0 || hold?.state === 'held'
  if (!ask.wantedAt && !(ask.amountCents > 0 && hold?.state === 'held')) return 'waiting'
  const media = ask.mediaId ? await findMedia(work.tx, ask.mediaId) : null
  if (media && (media.state === 'refused' || media.state === 'purged'))
    return releaseAsk(work, ask, 'video-unreadable')
  // the same video was prepared with two asks, and the other one has become a question with it
  if (media?.claimedBy && media.claimedBy !== askId) return releaseAsk(work, ask, 'video-not-there')
  // the hold was released because the page was left for long; coming back prepares another one
  if (ask.amountCents > 0 && !hold) return 'waiting'
  const waiting = !paid || (media !== null && media.state !== 'stored')
  if (waiting) return 'waiting'
  const athlete = await getAthlete(work.tx, ask.athleteId)
  if (!athlete || !checkTakesQuestions(athlete).ok) return releaseAsk(work, ask, 'athlete-unavailable')
  const free = await isFreeFirst(work, ask, athlete)
  if (free === 'spent') return releaseAsk(work, ask, 'price-changed')
  await insertQuestion(work, { ask, free, athlete, captureBefore: hold?.captureBefore ?? null })
  return 'asked'
}

/**
 * Returns whether a card was charged for an ask that is no question here, as after a restored backup. Such an ask
 * must not take a second card; the team has been told of the charge.
 */
async function isCharged({ tx }: TxContext, askId: string): Promise<boolean> {
  const [charged] = await tx`select from hold where ask_id = ${askId} and state = 'captured' limit 1`
  return charged !== undefined
}

/**
 * Returns why the last card was released if it was unfit for this question, because the fan believes that they have
 * asked; otherwise null.
 */
async function whyGivenBack({ tx }: TxContext, askId: string): Promise<string | null> {
  const [last] = await tx<{ reason: string | null }[]>`
    select release_reason as reason from hold where ask_id = ${askId} order by attempt desc limit 1`
  return last?.reason === APPROVED_IN_PART || last?.reason === OWN_CARD ? last.reason : null
}

/**
 * Returns whether this ask uses the free first question of its asker; `spent` when another ask used it meanwhile
 * (D20). One that was prepared while the athlete gave them stays free after that, once.
 */
async function isFreeFirst(
  work: TxContext,
  ask: AskRow,
  athlete: { priceCents: number | null },
): Promise<boolean | 'spent'> {
  // the price this fan was shown, even if the athlete has changed it since
  const priceCents = ask.priceCents ?? athlete.priceCents
  const price = floorCents({ priceCents, promo: false, firstTime: false })
  // whatever the athlete gives by now: without a code, only a first question was prepared below the price
  if (ask.discountCodeId || ask.amountCents >= price) return false
  // lock the athlete's row, so that two first questions asked at the same time are decided one after the other
  await work.tx`select from person where id = ${ask.athleteId} for no key update`
  return (await isFirstTime(work, ask.athleteId, ask)) ? true : 'spent'
}

type NewQuestion = {
  ask: AskRow
  free: boolean
  athlete: { noGoTopics: string | null }
  captureBefore: Date | null
}

async function insertQuestion(
  work: TxContext,
  { ask, free, athlete, captureBefore }: NewQuestion,
): Promise<void> {
  const { tx, context, now } = work
  const fanId = ask.personId ?? (await findOrCreateFan(work, ask.asker))
  const conversationId = await findOrCreateConversation(work, fanId, ask.athleteId)
  const endsAt = new Date(screeningEndsAt(now.getTime(), captureBefore?.getTime() ?? null))
  const hash = linkHash(linkToken(context.secrets.privateLink, ask.id, 1))
  // a question asked by an account belongs to the account alone, because a browser keeps its guest after a sign-out
  // and shows the guest's questions to its next user
  const guestId = ask.personId ? null : ask.guestId
  const claim = ask.personId ? null : linkHash(claimToken(context.secrets.mailedLink, ask.id, 1))
  await tx`
    insert into question (id, conversation_id, fan_id, athlete_id, guest_id, asker, subject, kind, text, media_id,
      amount_cents, hold_state, submitted_at, screening_ends_at, free_key, link_hash, claim_hash)
    values (${ask.id}, ${conversationId}, ${fanId}, ${ask.athleteId}, ${guestId}, ${tx.json(ask.asker)}, ${ask.subject},
      ${ask.kind}, ${ask.text}, ${ask.mediaId}, ${ask.amountCents}, ${ask.amountCents > 0 ? 'held' : 'none'}, ${now}, ${endsAt},
      ${free ? ask.principal : null}, ${hash}, ${claim})`
  await tx`update prepared_ask set state = 'asked', updated_at = app_now() where id = ${ask.id}`
  if (ask.mediaId) {
    const key = `conversations/${conversationId}/${now.getTime()}_question`
    const claimed = await claimMedia(work, { mediaId: ask.mediaId, by: ask.id, key })
    if (!claimed.ok) throw new InternalError(`video ${ask.mediaId} of ask ${ask.id}: ${claimed.refusal.code}`)
  }
  await recordEvent(work, { questionId: ask.id, move: 'ask', actor: ask.principal })
  await touchConversation(work, conversationId, false)
  const { subject, text } = ask
  await putOnDesk(work, {
    id: ask.id,
    subject,
    text,
    noGoTopics: athlete.noGoTopics,
    screeningEndsAt: endsAt,
    typed: ask.personId ? null : { ...ask.asker, athleteId: ask.athleteId, isFree: free },
  })
  if (await mayBeMailed(work, ask)) await enqueueMail(work, { kind: 'ask-received', questionId: ask.id })
  await enqueue(work, 'question.deadline', { data: { questionId: ask.id }, startAfter: endsAt })
  await context.fault('ask.before-commit')
}

/**
 * Returns whether the asker is mailed that the question was received. An address that strangers asked with too often
 * in an hour is not, because the question stands without that mail, and its card may be held already.
 */
async function mayBeMailed({ context, tx }: TxContext, { personId, asker }: AskRow): Promise<boolean> {
  return personId !== null || (await countOrdered(context, tx, { kind: 'ask', email: asker.email })).ok
}

type AsksOf = { personId: string | null; email: string; reason: string }

/** Releases all open asks of a person who leaves, with a mail if a card was held or charged for one. */
export async function releaseAsks(work: TxContext, { personId, email, reason }: AsksOf): Promise<void> {
  const open = await work.tx<{ id: string }[]>`
    select id from prepared_ask
    where state = 'open' and ${ofOwner(work.tx, { personId, email })} order by id`
  for (const { id } of open) {
    const ask = await lockAsk(work.tx, id)
    if (ask?.state !== 'open') continue
    const hold = await activeHold(work.tx, id)
    if (hold && hold.state !== 'pending') {
      await releaseAsk(work, ask, reason)
      continue
    }
    if (hold) await releaseHold(work, hold.id, reason)
    await work.tx`update prepared_ask set state = 'released', reason = ${reason}, updated_at = app_now() where id = ${id}`
  }
}

/**
 * Releases an ask and its hold, and mails the fan; the words and the video remain on the fan's device. A charge
 * stands until the team refunds it.
 */
export async function releaseAsk(work: TxContext, ask: AskRow, reason: string): Promise<'released'> {
  await work.tx`update prepared_ask set state = 'released', reason = ${reason}, updated_at = app_now() where id = ${ask.id}`
  const hold = await activeHold(work.tx, ask.id)
  if (hold?.state === 'pending' || hold?.state === 'held') await releaseHold(work, hold.id, reason)
  await enqueueMail(work, { kind: 'ask-released', askId: ask.id, data: { reason } })
  return 'released'
}
