import { screeningEndsAt } from '../../../sync/question/deadlines.ts'
import { effectOfStatus, type StatusEffect, type StatusFacts } from '../../../sync/question/set-status.ts'
import type { QuestionStatus, Reason } from '../../../sync/question/status.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import { recordAct } from '../../audit/record-act.ts'
import { touchConversation } from '../../conversation/find-or-create.ts'
import { enqueue } from '../../jobs/queue-names.ts'
import { purgeMedia } from '../../media/sweep.ts'
import { enqueueMail } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { hasArrived } from '../arrived.ts'
import { recordEvent } from '../event.ts'
import { lockQuestion, type QuestionRow } from '../get.ts'
import { decidedBy, letThrough, releaseQuestionHold, type Screened } from '../screen-question.ts'
import { announceOnDesk } from './tell-desk.ts'

type Args = { questionId: string; revision: number; status: QuestionStatus; note: string }

/**
 * Gives a question any status for an admin, with guarded effects (S2-4.2, D54). `effectOfStatus` decides what may
 * happen and to which money; the desk showed its result to the admin before. Refuses as `effectOfStatus` does;
 * `changed-meanwhile` when the question is not as the admin saw it; `already-decided` when another admin's decision
 * is waiting; `athlete-unavailable` and `ask-closed` when one side has left; and `first-question-spent`.
 */
export async function setStatus(work: TxContext, caller: Caller, args: Args): Promise<Result<Screened>> {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  const { tx } = work
  const question = await lockQuestion(tx, args.questionId)
  if (!question) return refuse('not-found')
  if (question.revision !== args.revision) return refuse('changed-meanwhile', { status: question.status })
  const by = await decidedBy(work, question.id, caller)
  if (by !== null) return refuse('already-decided', { status: question.status, by })
  const facts = await factsOf(work, question)
  const effect = effectOfStatus(facts, args.status, work.now.getTime())
  if (!effect.ok) return effect
  if (effect.value.does === 'approves' || effect.value.does === 'reopens') {
    const open = await checkBothThere(work, question)
    if (!open.ok) return open
  }
  const free = await checkStillFirst(work, question, args.status)
  if (!free.ok) return free
  await tx`delete from screening_decision where question_id = ${question.id}`
  await renameStatus(work, question, { status: args.status, does: effect.value.does })
  await bringAbout(work, { question, facts, note: args.note, does: effect.value.does })
  const detail = { from: question.status, to: args.status, money: effect.value.money }
  const actor = `person:${caller.personId}`
  await recordEvent(work, { questionId: question.id, move: 'set-status', actor, detail })
  await recordAct(work, caller, { act: 'question.set-status', subject: question.id, detail })
  return done({ status: args.status, revision: question.revision + 1 })
}

async function factsOf(work: TxContext, question: QuestionRow): Promise<StatusFacts> {
  const [beside] = await work.tx<
    { answer: StatusFacts['answer']; isVideoGone: boolean; captureBefore: Date | null }[]
  >`
    select a.state as answer, coalesce(m.state = 'purged', false) as "isVideoGone", h.capture_before as "captureBefore"
    from question q left join answer a on a.question_id = q.id and a.state <> 'withdrawn'
    left join media m on m.id = q.media_id
    left join lateral (select capture_before from hold where ask_id = q.id order by attempt desc limit 1) h on true
    where q.id = ${question.id}`
  const { status, reason, amountCents, holdState: hold } = question
  return {
    status,
    reason,
    amountCents,
    hold,
    // an answer that has arrived counts as stored, even if it is not verified yet
    answer:
      beside?.answer === 'waiting' && (await hasArrived(work, question.id))
        ? 'stored'
        : (beside?.answer ?? null),
    isVideoGone: beside?.isVideoGone ?? false,
    captureBefore: beside?.captureBefore?.getTime() ?? null,
  }
}

/** Checks that both sides of a question are still there, so that it may be opened. */
async function checkBothThere({ tx }: TxContext, { id }: QuestionRow): Promise<Result<true>> {
  const [found] = await tx<{ isAsked: boolean; isAnswerable: boolean }[]>`
    select f.leaving_at is null and q.link_hash is not null as "isAsked",
      t.role = 'creator' and t.leaving_at is null and t.closed_at is null as "isAnswerable"
    from question q join person f on f.id = q.fan_id join person t on t.id = q.athlete_id where q.id = ${id}`
  if (!found?.isAsked) return refuse('ask-closed')
  return found.isAnswerable ? done(true) : refuse('athlete-unavailable')
}

/** Checks that a free first question is still the first one if it gets a status under which it counts as such. */
async function checkStillFirst(
  { tx }: TxContext,
  { id }: QuestionRow,
  to: QuestionStatus,
): Promise<Result<true>> {
  if (to === 'rejected' || to === 'athlete rejected') return done(true)
  const [other] = await tx`
    select from question q join question o on o.athlete_id = q.athlete_id and o.free_key = q.free_key and o.id <> q.id
    where q.id = ${id} and o.status not in ('rejected', 'athlete rejected') limit 1`
  return other ? refuse('first-question-spent') : done(true)
}

/**
 * Returns the reason that goes with this status. A reason from before is kept if only the name of the status
 * changes; otherwise the team closed the question.
 */
function reasonUnder(
  status: QuestionStatus,
  before: Reason | null,
  does: StatusEffect['does'],
): Reason | null {
  if (status !== 'rejected' && status !== 'athlete rejected') return null
  const kept = does === 'names' ? before : null
  return kept ?? (status === 'rejected' ? 'admin-note' : 'closed-by-team')
}

/**
 * Sets the status. This is the only place that switches off the database's guard on status changes, for one
 * statement.
 */
async function renameStatus(
  { tx }: TxContext,
  { id, reason: before }: QuestionRow,
  { status, does }: { status: QuestionStatus; does: StatusEffect['does'] },
): Promise<void> {
  const reason = reasonUnder(status, before, does)
  const isOpen = status === 'new' || status === 'approved'
  await tx`select set_config('infield.status_set', 'on', true)`
  await tx`
    update question set status = ${status}, reason = ${reason}, revision = revision + 1, updated_at = app_now(),
      settled_at = case when ${isOpen} then null else coalesce(settled_at, app_now()) end where id = ${id}`
  await tx`select set_config('infield.status_set', 'off', true)`
}

type Brought = { question: QuestionRow; facts: StatusFacts; note: string; does: StatusEffect['does'] }

async function bringAbout(work: TxContext, { question, facts, note, does }: Brought): Promise<void> {
  if (does === 'names') return touchConversation(work, question.conversationId, question.approvedAt !== null)
  if (does === 'approves') return letThrough(work, question)
  if (does === 'reopens') return reopen(work, question, facts)
  await endByTeam(work, { question, note, does })
}

/** Returns a question to screening, where the athlete does not see it. The notes on why it was ended go with that. */
async function reopen(work: TxContext, question: QuestionRow, { captureBefore }: StatusFacts): Promise<void> {
  const endsAt = new Date(screeningEndsAt(work.now.getTime(), captureBefore))
  await work.tx`
    update question set approved_at = null, due_at = null, grace_ends_at = null, screening_ends_at = ${endsAt},
      admin_note = null, athlete_note = null
    where id = ${question.id}`
  await enqueue(work, 'question.deadline', { data: { questionId: question.id }, startAfter: endsAt })
  await announceOnDesk(work, { id: question.id, screeningEndsAt: endsAt })
  await touchConversation(work, question.conversationId, question.approvedAt !== null)
  if (question.approvedAt) await tellAthleteItIsGone(work, question)
}

async function endByTeam(work: TxContext, { question, note, does }: Omit<Brought, 'facts'>): Promise<void> {
  const { tx } = work
  const questionId = question.id
  await tx`update question set admin_note = ${note} where id = ${questionId}`
  await tx`
    update answer set state = 'withdrawn', updated_at = app_now() where question_id = ${questionId} and state = 'waiting'`
  await releaseQuestionHold(work, question, does === 'rejects' ? 'rejected' : 'declined')
  if (does === 'rejects' && question.mediaId) await purgeMedia(work, question.mediaId)
  await touchConversation(work, question.conversationId, question.approvedAt !== null)
  await enqueueMail(work, {
    kind: does === 'rejects' ? 'question-rejected' : 'question-declined',
    questionId,
    // the athlete saw it, so it was approved before, whatever its status is now
    ...((does === 'declines' || question.approvedAt) && { data: { by: 'team' } }),
  })
  if (question.approvedAt) await tellAthleteItIsGone(work, question)
}

async function tellAthleteItIsGone(
  work: TxContext,
  { id: questionId, athleteId }: QuestionRow,
): Promise<void> {
  await enqueueMail(work, {
    kind: 'request-withdrawn',
    questionId,
    personId: athleteId,
    data: { reason: 'by-team' },
  })
}
