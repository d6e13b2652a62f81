import type { QuestionMove, Reason } from '../../sync/question/status.ts'
import { QUESTION_LIFE } from '../../sync/question/status.ts'
import type { TxContext } from '../transact.ts'

/** Appends a record of who moved a question, and how. */
export async function recordEvent(
  { tx }: TxContext,
  event: { questionId: string; move: string; actor: string; detail?: Record<string, string> },
): Promise<void> {
  await tx`
    insert into question_event (question_id, move, actor, detail)
    values (${event.questionId}, ${event.move}, ${event.actor}, ${tx.json(event.detail ?? {})})`
}

/**
 * Moves a question by compare-and-set. Returns true when this call moved it, and false when another call was
 * faster. A move that settles the question also records when and why.
 */
export async function moveQuestion(
  work: TxContext,
  move: { questionId: string; move: QuestionMove; actor: string; reason: Reason | null },
): Promise<boolean> {
  const { from, to } = QUESTION_LIFE[move.move]
  const moved = await work.tx`
    update question set status = ${to}, reason = ${move.reason}, revision = revision + 1, updated_at = app_now(),
      settled_at = case when ${to === 'approved'} then null else app_now() end
    where id = ${move.questionId} and status = any (${[...from]}::text[]) returning id`
  if (moved.length === 0) return false
  await recordEvent(work, {
    questionId: move.questionId,
    move: move.move,
    actor: move.actor,
    ...(move.reason && { detail: { reason: move.reason } }),
  })
  return true
}
