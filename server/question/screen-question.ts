import { REMINDERS_MS } from '../../sync/limits.ts'
import { checkHoldLasts, dueAtOf } from '../../sync/question/deadlines.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { recordAct } from '../audit/record-act.ts'
import { touchConversation } from '../conversation/find-or-create.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { purgeMedia } from '../media/sweep.ts'
import { enqueueMail, enqueuePushMessage } from '../notify/enqueue.ts'
import { activeHold } from '../payment/find-hold.ts'
import { releaseHold } from '../payment/release.ts'
import type { TxContext } from '../transact.ts'
import { moveQuestion } from './event.ts'
import { lockQuestion } from './get.ts'
import type { QuestionRow } from './store.ts'

export type Screened = { status: string; revision: number }

/**
 * Returns the question an admin wants to decide, if it is still as they saw it and no other admin's decision on it
 * is waiting. Refuses `not-allowed`, `not-found`, `already-decided`, `changed-meanwhile`.
 */
export async function questionToScreen(
  work: TxContext,
  caller: Caller,
  seen: { questionId: string; revision: number },
): Promise<Result<QuestionRow>> {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  const question = await lockQuestion(work.tx, seen.questionId)
  if (!question) return refuse('not-found')
  if (question.status !== 'new') return refuse('already-decided', { status: question.status })
  if (question.revision !== seen.revision) return refuse('changed-meanwhile', { status: question.status })
  const by = await decidedBy(work, question.id, caller)
  return by === null ? done(question) : refuse('already-decided', { status: question.status, by })
}

/** Returns the first name of another admin whose decision on a question is waiting; otherwise null. */
export async function decidedBy(
  { tx }: TxContext,
  questionId: string,
  caller: Caller,
): Promise<string | null> {
  const [waiting] = await tx<{ by: string }[]>`
    select p.first_name as by from screening_decision d join person p on p.id = d.admin_id
    where d.question_id = ${questionId} and d.refused is null and d.admin_id is distinct from ${caller.personId}`
  return waiting?.by ?? null
}

/** Checks that the hold lasts long enough for an answer (D4). Refuses `hold-gone`, `hold-too-short`. */
export async function checkApproval(work: TxContext, question: QuestionRow): Promise<Result<true>> {
  const hold = await activeHold(work.tx, question.id)
  if (question.amountCents > 0 && hold?.state !== 'held') return refuse('hold-gone')
  return checkHoldLasts(work.now.getTime(), hold?.captureBefore?.getTime() ?? null)
}

/**
 * Approves a question for an admin (S1-1.6, S2-4): sets `dueAt` to 72 h from now, and tells the athlete by push
 * message and mail. Refuses `hold-too-short` when less than 108 h of the hold are left (D4), and `hold-gone` when
 * there is none.
 */
export async function approveQuestion(
  work: TxContext,
  caller: Caller,
  args: { questionId: string; revision: number },
): Promise<Result<Screened>> {
  const found = await questionToScreen(work, caller, args)
  if (!found.ok) return found
  const question = found.value
  const lasts = await checkApproval(work, question)
  if (!lasts.ok) return lasts
  await moveQuestion(work, {
    questionId: question.id,
    move: 'approve',
    actor: `person:${caller.personId}`,
    reason: null,
  })
  await letThrough(work, question)
  await recordAct(work, caller, { act: 'question.approve', subject: question.id })
  return done({ status: 'approved', revision: question.revision + 1 })
}

/**
 * Carries out an approval: sets the due date in 72 hours, tells both sides, and enqueues the reminders and the
 * deadline.
 */
export async function letThrough(work: TxContext, question: QuestionRow): Promise<void> {
  const dueAt = new Date(dueAtOf(work.now.getTime()))
  // a reopened question may have had an announced answer before, and notes that say why it was ended
  await work.tx`
    update question set approved_at = ${work.now}, due_at = ${dueAt}, grace_ends_at = null, admin_note = null,
      athlete_note = null
    where id = ${question.id}`
  await touchConversation(work, question.conversationId, true)
  const told = { kind: 'request-approved', questionId: question.id, personId: question.athleteId } as const
  await enqueueMail(work, told)
  await enqueuePushMessage(work, told)
  await enqueueMail(work, { kind: 'question-approved', questionId: question.id })
  await enqueue(work, 'question.deadline', { data: { questionId: question.id }, startAfter: dueAt })
  for (const before of REMINDERS_MS) {
    const startAfter = new Date(dueAt.getTime() - before)
    const data = { questionId: question.id, dueAt: dueAt.getTime() }
    await enqueue(work, 'question.reminder', { data, startAfter })
  }
}

/**
 * Rejects a question for an admin. Status, release and mail are committed together; the mail says "released" only
 * once Stripe has confirmed it (D31). The video is purged; the row and the note stay (D55).
 */
export async function rejectQuestion(
  work: TxContext,
  caller: Caller,
  args: { questionId: string; revision: number; note: string },
): Promise<Result<Screened>> {
  const found = await questionToScreen(work, caller, args)
  if (!found.ok) return found
  const question = found.value
  await moveQuestion(work, {
    questionId: question.id,
    move: 'reject',
    actor: `person:${caller.personId}`,
    reason: 'admin-note',
  })
  await work.tx`update question set admin_note = ${args.note} where id = ${question.id}`
  await releaseQuestionHold(work, question, 'rejected')
  if (question.mediaId) await purgeMedia(work, question.mediaId)
  await touchConversation(work, question.conversationId, false)
  await enqueueMail(work, { kind: 'question-rejected', questionId: question.id })
  await recordAct(work, caller, { act: 'question.reject', subject: question.id })
  return done({ status: 'rejected', revision: question.revision + 1 })
}

/** Orders the release of a question's hold; does nothing when nothing is held. */
export async function releaseQuestionHold(
  work: TxContext,
  question: Pick<QuestionRow, 'id'>,
  reason: string,
): Promise<void> {
  const hold = await activeHold(work.tx, question.id)
  if (hold && (hold.state === 'held' || hold.state === 'pending')) await releaseHold(work, hold.id, reason)
}
