import { checkTakesQuestions } from '../../sync/athlete/athlete.ts'
import { floorCents } from '../../sync/payment/amount.ts'
import { screeningEndsAt } from '../../sync/question/deadlines.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { findOrCreateFan, isFirstTime } from '../account/guest-person.ts'
import { getAthlete } from '../athlete/find.ts'
import { findOrCreateConversation, touchConversation } from '../conversation/find-or-create.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { InternalError } from '../log.ts'
import { claimMedia, mediaById } from '../media/claim.ts'
import { enqueueMail } from '../notify/enqueue.ts'
import { claimToken, linkHash, linkToken } from '../notify/private-link.ts'
import { checkUses } from '../payment/discount/discount-code.ts'
import { activeHold, lockActiveHold } from '../payment/hold.ts'
import { isOneself } from '../payment/oneself.ts'
import { APPROVED_IN_PART, OWN_CARD, OWN_QUESTION, releaseHold } from '../payment/release.ts'
import type { TxContext } from '../transact.ts'
import { recordEvent } from './event.ts'
import { ownsAsk } from './prepare-ask.ts'
import { putOnDesk } from './screening/tell-desk.ts'
import { type AskRow, lockAsk, ofOwner } from './store.ts'

/** What became of an ask that was wanted. `waiting`: on its video or its card; the server goes on by itself. */
export type Asked = { state: 'asked' | 'waiting' | 'released' }

/**
 * "Make it so" (S1-4.25): turns the caller's own prepared ask into a question as soon as its video is verified and
 * its card held. Idempotent by the question's id; exactly one question comes of it, whoever calls. Refuses `not-found`.
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

/** Left for so long that its use was given back, an ask takes it again when it is wanted, if there is one left. */
async function isDiscountGone(
  work: TxContext,
  { id, state, discountCodeId, wantedAt, principal }: AskRow,
): Promise<boolean> {
  if (discountCodeId === null || wantedAt !== null || state !== 'open') return false
  const left = await checkUses(work, { codeId: discountCodeId, askId: id, principal })
  return !left.ok
}

/**
 * Settles a prepared ask if everything it needs is there: called by the page, by the job a verified video or a
 * confirmed card enqueues, and by the sweep; `by`: the account that wants it. One that can no longer become a question is released, with a mail.
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
  // prepared by a browser in which its athlete has signed in since, or with an address that has become theirs
  if (await isOneself(work, { athleteId, personId: by ?? personId, email: ask.asker.email }))
    return releaseAsk(work, ask, OWN_QUESTION)
  const hold = await lockActiveHold(work, askId)
  const why = ask.amountCents > 0 && !hold ? await whyGivenBack(work, askId) : null
  if (why) return releaseAsk(work, ask, why)
  const paid = ask.amountCents === 0 || hold?.state === 'held'
  if (!ask.wantedAt && !(ask.amountCents > 0 && hold?.state === 'held')) return 'waiting'
  const media = ask.mediaId ? await mediaById(work.tx, ask.mediaId) : null
  if (media && (media.state === 'refused' || media.state === 'purged'))
    return releaseAsk(work, ask, 'video-unreadable')
  // no hold any more: the page was left for long; coming back prepares another one
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

/** Why the card that was shown last was let go, if it is no good for this question: its owner thinks that they have asked. */
async function whyGivenBack({ tx }: TxContext, askId: string): Promise<string | null> {
  const [last] = await tx<{ reason: string | null }[]>`
    select release_reason as reason from hold where ask_id = ${askId} order by attempt desc limit 1`
  return last?.reason === APPROVED_IN_PART || last?.reason === OWN_CARD ? last.reason : null
}

/** Whether this ask spends the free first question of a promo athlete; `spent` when another one did meanwhile (D20). */
async function isFreeFirst(
  work: TxContext,
  ask: AskRow,
  athlete: { priceCents: number | null; promo: boolean },
): Promise<boolean | 'spent'> {
  // what was asked of this fan, whatever the athlete has changed since
  const priceCents = ask.priceCents ?? athlete.priceCents
  const price = floorCents({ priceCents, promo: false, firstTime: false })
  if (!athlete.promo || ask.discountCodeId || ask.amountCents >= price) return false
  // the athlete's row is the meeting point of two first questions asked at once
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
  // what an account asks is the account's alone: a browser keeps its guest when it is signed out, and whoever comes next
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
    const claimed = await claimMedia(work, {
      mediaId: ask.mediaId,
      principal: ask.principal,
      by: ask.id,
      key,
    })
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
  await enqueueMail(work, { kind: 'ask-received', questionId: ask.id })
  await enqueue(work, 'question.deadline', { data: { questionId: ask.id }, startAfter: endsAt })
  await context.fault('ask.before-commit')
}

type AsksOf = { personId: string | null; email: string; reason: string }

/** Whoever leaves asks nothing more: every ask under way is released, with a mail where a card was held for it. */
export async function releaseAsks(work: TxContext, { personId, email, reason }: AsksOf): Promise<void> {
  const open = await work.tx<{ id: string }[]>`
    select id from prepared_ask
    where state = 'open' and ${ofOwner(work.tx, { personId, email })} order by id`
  for (const { id } of open) {
    const ask = await lockAsk(work.tx, id)
    if (ask?.state !== 'open') continue
    const hold = await activeHold(work.tx, id)
    if (hold?.state === 'held') {
      await releaseAsk(work, ask, reason)
      continue
    }
    if (hold) await releaseHold(work, hold.id, reason)
    await work.tx`update prepared_ask set state = 'released', reason = ${reason}, updated_at = app_now() where id = ${id}`
  }
}

/** Gives the money back and says so; the words and the video stay with the asker's device. */
export async function releaseAsk(work: TxContext, ask: AskRow, reason: string): Promise<'released'> {
  await work.tx`update prepared_ask set state = 'released', reason = ${reason}, updated_at = app_now() where id = ${ask.id}`
  const hold = await activeHold(work.tx, ask.id)
  if (hold) await releaseHold(work, hold.id, reason)
  await enqueueMail(work, { kind: 'ask-released', askId: ask.id, data: { reason } })
  return 'released'
}
