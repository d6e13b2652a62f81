import { REMINDERS_MS } from '../../sync/limits.ts'
import { checkHoldLasts, dueAtOf } from '../../sync/question/deadlines.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { touchConversation } from '../conversation/find-or-create.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { purgeMedia } from '../media/sweep.ts'
import { tellByMail, tellByPush } from '../notify/tell.ts'
import { activeHold } from '../payment/hold.ts'
import { releaseHold } from '../payment/release.ts'
import type { Work } from '../work.ts'
import { moveQuestion } from './event.ts'
import { lockQuestion, type QuestionRow } from './store.ts'

type Screened = { status: string; revision: number }

/** The question an admin decides on, if it is still as they saw it. Refuses `not-found`, `already-decided`, `changed-meanwhile`. */
async function questionToScreen(
  work: Work,
  caller: Caller,
  seen: { questionId: string; revision: number },
): Promise<Result<QuestionRow>> {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  const question = await lockQuestion(work.tx, seen.questionId)
  if (!question) return refuse('not-found')
  if (question.status !== 'new') return refuse('already-decided', { status: question.status })
  if (question.revision !== seen.revision) return refuse('changed-meanwhile', { status: question.status })
  return done(question)
}

/**
 * An admin lets a question through (S1-1.6, S2-4): fixes `dueAt`, 72 h from now, and tells the athlete by push and
 * mail. Refuses `hold-too-short` when less than 108 h of the hold are left (D4), `hold-gone` when there is none.
 */
export async function approveQuestion(
  work: Work,
  caller: Caller,
  args: { questionId: string; revision: number },
): Promise<Result<Screened>> {
  const found = await questionToScreen(work, caller, args)
  if (!found.ok) return found
  const question = found.value
  const hold = await activeHold(work.tx, question.id)
  if (question.amountCents > 0 && hold?.state !== 'held') return refuse('hold-gone')
  const lasts = checkHoldLasts(work.now.getTime(), hold?.captureBefore?.getTime() ?? null)
  if (!lasts.ok) return lasts
  const dueAt = new Date(dueAtOf(work.now.getTime()))
  await moveQuestion(work, {
    questionId: question.id,
    move: 'approve',
    actor: `person:${caller.personId}`,
    reason: null,
  })
  await work.tx`update question set approved_at = ${work.now}, due_at = ${dueAt} where id = ${question.id}`
  await touchConversation(work, question.conversationId, true)
  const told = { kind: 'request-approved', questionId: question.id, personId: question.athleteId } as const
  await tellByMail(work, told)
  await tellByPush(work, told)
  await tellByMail(work, { kind: 'question-approved', questionId: question.id })
  await enqueue(work, 'question.deadline', { data: { questionId: question.id }, startAfter: dueAt })
  for (const before of REMINDERS_MS) {
    const startAfter = new Date(dueAt.getTime() - before)
    await enqueue(work, 'question.reminder', { data: { questionId: question.id }, startAfter })
  }
  return done({ status: 'approved', revision: question.revision + 1 })
}

/**
 * An admin turns a question down: status, release and mail are committed together, the mail says "released" only
 * once Stripe confirmed (D31). The video is purged, the row and the note stay (D55).
 */
export async function rejectQuestion(
  work: Work,
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
  await tellByMail(work, { kind: 'question-rejected', questionId: question.id })
  return done({ status: 'rejected', revision: question.revision + 1 })
}

/** Orders the release of whatever hold a question has; nothing where nothing is held. */
export async function releaseQuestionHold(
  work: Work,
  question: Pick<QuestionRow, 'id'>,
  reason: string,
): Promise<void> {
  const hold = await activeHold(work.tx, question.id)
  if (hold && (hold.state === 'held' || hold.state === 'pending')) await releaseHold(work, hold.id, reason)
}
