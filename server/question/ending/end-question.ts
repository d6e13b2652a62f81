import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import { touchConversation } from '../../conversation/find-or-create.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { purgeMedia } from '../../media/sweep.ts'
import { enqueueMail, enqueuePushMessage } from '../../notify/enqueue.ts'
import { isReachable } from '../../notify/push-messages.ts'
import { isStillTrue } from '../../notify/still-true.ts'
import { activeHold } from '../../payment/find-hold.ts'
import type { TxContext } from '../../transact.ts'
import { hasArrived } from '../arrived.ts'
import { moveQuestion } from '../event.ts'
import { lockQuestion } from '../get.ts'
import { releaseQuestionHold } from '../screen-question.ts'

/**
 * Cancels a question for its asker, until it is approved (D62): the hold is released and a mail sent. Refuses
 * `not-found` for anybody else's question, and `already-decided` once it was screened.
 */
export async function cancelQuestion(
  work: TxContext,
  caller: Caller,
  { questionId }: { questionId: string },
): Promise<Result<{ status: string }>> {
  const question = await lockQuestion(work.tx, questionId)
  const owns =
    question !== null &&
    ((caller.personId !== null && question.fanId === caller.personId) ||
      (caller.guestId !== null && question.guestId === caller.guestId))
  if (!owns || !can(caller, 'cancel-question')) return refuse('not-found')
  const actor = caller.personId ? `person:${caller.personId}` : `guest:${caller.guestId}`
  const moved = await moveQuestion(work, { questionId, move: 'cancel', actor, reason: 'cancelled-by-asker' })
  if (!moved) return refuse('already-decided', { status: question.status })
  await releaseQuestionHold(work, question, 'cancelled')
  if (question.mediaId) await purgeMedia(work, question.mediaId)
  await enqueueMail(work, { kind: 'question-cancelled', questionId })
  return done({ status: 'rejected' })
}

/**
 * Declines an approved question for its athlete, with an optional note (S2-4.16, D32): the hold is released and the
 * fan mailed. Refuses `not-found` for anybody else's question, `already-answered` once an answer was announced, and
 * `not-approved`.
 */
export async function declineQuestion(
  work: TxContext,
  caller: Caller,
  { questionId, note }: { questionId: string; note: string },
): Promise<Result<{ status: string; revision: number }>> {
  const question = await lockQuestion(work.tx, questionId)
  if (!question?.approvedAt || question.athleteId !== caller.personId || !can(caller, 'decline-question')) {
    return refuse('not-found')
  }
  if (question.graceEndsAt) return refuse('already-answered')
  const actor = `person:${caller.personId}`
  if (!(await moveQuestion(work, { questionId, move: 'decline', actor, reason: 'declined' }))) {
    return refuse('not-approved', { status: question.status })
  }
  await work.tx`update question set athlete_note = ${note} where id = ${questionId}`
  await releaseQuestionHold(work, question, 'declined')
  await touchConversation(work, question.conversationId, true)
  await enqueueMail(work, { kind: 'question-declined', questionId })
  return done({ status: 'athlete rejected', revision: question.revision + 1 })
}

/**
 * Ends a question whose deadline has passed by the database's clock, exactly once (D3–D5): an unscreened question
 * is released, unless an admin has decided and the decision takes effect in a moment; an approved one without an announced answer expires at `dueAt`; one whose announced answer never
 * arrived expires at `dueAt` + 24 h. A question whose answer has arrived waits until it is verified. Any other
 * stays as it is.
 */
export async function endOverdueQuestion(work: TxContext, questionId: string): Promise<void> {
  const question = await lockQuestion(work.tx, questionId)
  if (!question) return
  const due = (at: Date | null) => at !== null && at.getTime() <= work.now.getTime()
  if (question.status === 'new' && due(question.screeningEndsAt)) {
    if (!(await isBeingDecided(work, questionId))) await endScreening(work, questionId)
    return
  }
  if (question.status !== 'approved' || !due(question.graceEndsAt ?? question.dueAt)) return
  if (await hasArrived(work, questionId)) return
  const moved = await moveQuestion(work, { questionId, move: 'expire', actor: 'system', reason: 'no-answer' })
  if (!moved) return
  await work.tx`update question set athlete_note = 'No answer in time' where id = ${questionId}`
  await work.tx`update answer set state = 'withdrawn', updated_at = app_now() where question_id = ${questionId} and state = 'waiting'`
  await releaseQuestionHold(work, question, 'expired')
  await touchConversation(work, question.conversationId, true)
  await enqueueMail(work, { kind: 'question-expired', questionId })
  await enqueueMail(work, { kind: 'request-expired', questionId, personId: question.athleteId })
}

/** Returns whether a decision about the question waits for the ten seconds in which it can be undone. */
async function isBeingDecided({ tx }: TxContext, questionId: string): Promise<boolean> {
  const [waiting] =
    await tx`select from screening_decision where question_id = ${questionId} and refused is null`
  return waiting !== undefined
}

async function endScreening(work: TxContext, questionId: string): Promise<void> {
  const question = await lockQuestion(work.tx, questionId)
  if (!question) return
  const moved = await moveQuestion(work, {
    questionId,
    move: 'screening-limit',
    actor: 'system',
    reason: 'screening-limit',
  })
  if (!moved) return
  await releaseQuestionHold(work, question, 'not screened in time')
  await enqueueMail(work, { kind: 'screening-expired', questionId })
  await enqueueMail(work, { kind: 'request-withdrawn', questionId, personId: question.athleteId })
}

type Reminder = 'request-reminder' | 'answer-not-arrived'

/** How long a device has to confirm a push message before it counts as unreached. */
const SILENCE_MS = 10 * 60_000
/** For how long an announced answer's video counts as on its way. */
const ON_ITS_WAY_MS = 2 * 60 * 60_000

/**
 * Reminds the athlete of an open question, or of an announced answer whose video has not arrived: by push message, or
 * by mail if none of their devices can be reached. Does nothing if the question has another deadline since, because
 * it was approved again.
 */
export async function remindAthlete(
  work: TxContext,
  { questionId, dueAt }: { questionId: string; dueAt?: number },
): Promise<void> {
  const question = await lockQuestion(work.tx, questionId)
  if (question?.status !== 'approved') return
  // a job of an earlier version names no deadline
  if (dueAt !== undefined && question.dueAt?.getTime() !== dueAt) return
  const kind = question.graceEndsAt ? 'answer-not-arrived' : 'request-reminder'
  if (!(await isStillTrue(work.tx, kind, questionId))) return
  if (question.graceEndsAt && (await isJustAnnounced(work, questionId))) return
  const told = { kind, questionId, personId: question.athleteId } as const
  if (!(await isReachable(work, question.athleteId))) return enqueueMail(work, told)
  const pushId = await enqueuePushMessage(work, told)
  const startAfter = new Date(work.now.getTime() + SILENCE_MS)
  await enqueue(work, 'push.silent', { data: { pushId }, startAfter })
}

/** Returns whether an answer was announced so recently that its video may still be on its way. */
async function isJustAnnounced({ tx }: TxContext, questionId: string): Promise<boolean> {
  const [announced] = await tx`
    select from answer where question_id = ${questionId} and submitted_at > app_now() - ${ON_ITS_WAY_MS} * interval '1 millisecond'`
  return announced !== undefined
}

/** Mails a reminder that reached no device, once, while the question is still open and the reminder is still true. */
export async function mailSilentReminder(work: TxContext, pushId: string): Promise<void> {
  const [silent] = await work.tx<{ kind: Reminder; questionId: string; personId: string }[]>`
    update push_message p set mailed_at = app_now() from question q
    where p.id = ${pushId} and p.received_at is null and p.mailed_at is null
      and q.id = p.question_id and q.status = 'approved'
      and p.kind = case when q.grace_ends_at is null then 'request-reminder' else 'answer-not-arrived' end
    returning p.kind, p.question_id as "questionId", p.person_id as "personId"`
  if (silent && (await isStillTrue(work.tx, silent.kind, silent.questionId))) await enqueueMail(work, silent)
}

/**
 * Ends a question whose hold is gone although we did not release it, because the bank cancelled it or it expired
 * early. A question that still needs it closes as lapsed, and both sides are told. A question whose answer has
 * arrived is closed by `completeAnswer` instead.
 */
export async function endWithoutHold(work: TxContext, questionId: string): Promise<void> {
  const question = await lockQuestion(work.tx, questionId)
  if (!question || question.amountCents === 0 || !['new', 'approved'].includes(question.status)) return
  if (await activeHold(work.tx, questionId)) return
  if (await hasArrived(work, questionId)) return
  const move = question.status === 'new' ? 'lapse-unscreened' : 'lapse'
  await moveQuestion(work, { questionId, move, actor: 'system', reason: 'payment-lapsed' })
  await work.tx`update answer set state = 'withdrawn', updated_at = app_now() where question_id = ${questionId} and state = 'waiting'`
  await touchConversation(work, question.conversationId, question.approvedAt !== null)
  await enqueueMail(work, { kind: 'payment-lapsed', questionId })
  if (question.approvedAt) {
    await enqueueMail(work, {
      kind: 'payment-lapsed',
      questionId,
      personId: question.athleteId,
      data: { to: 'athlete' },
    })
  }
}
