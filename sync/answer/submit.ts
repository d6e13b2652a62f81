import { GIFT_MS } from '../limits.ts'
import { declaredVideo } from '../media/video.ts'
import type { Moment } from '../moment.ts'
import type { QuestionStatus, Reason } from '../question/status.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, id, moment, z } from '../shape.ts'

/** What the device sends ahead of an answer's video: a few hundred bytes (D5). */
export const answerSubmission = z.strictObject({
  answerId: id,
  questionId: id,
  video: declaredVideo,
  /** The device's clock, for display only; it decides no deadline (D5). */
  recordedAt: moment,
})
export type AnswerSubmission = Infer<typeof answerSubmission>

/**
 * The life of an answer. `waiting` (announced in time, bytes on their way) → `stored` (verified, capture under
 * way) → `delivered` (paid for and visible to the fan); `withdrawn` (its bytes never came, or were no video).
 */
export const ANSWER_STATES = ['waiting', 'stored', 'delivered', 'withdrawn'] as const
export type AnswerState = (typeof ANSWER_STATES)[number]

/**
 * Checks whether an answer may be announced now: approved, not yet answered, and before `dueAt` by the server's
 * clock (D5).
 */
export function checkInTime(
  question: { status: QuestionStatus; dueAt: Moment | null; answered: boolean },
  now: Moment,
): Result<true> {
  if (question.answered) return refuse('already-answered')
  if (question.status === 'completed') return refuse('already-answered')
  if (question.status !== 'approved' || question.dueAt === null) return refuse('not-approved')
  return now < question.dueAt ? done(true) : refuse('too-late')
}

type Ended = {
  status: QuestionStatus
  reason: Reason | null
  settledAt: Moment | null
  answered: boolean
}

/**
 * The reasons for which an ended question may still get a free answer: its time ran out, its athlete declined it,
 * or it was never paid for. A fan who cancels an approved question has left and would not get it; a question that
 * the team rejected gets none.
 */
const GIVABLE: readonly (Reason | null)[] = ['no-answer', 'declined', 'payment-lapsed']

/**
 * Checks whether a question ended in a way that leaves room for a free answer (D5). Returns the moment until which
 * the server takes one, by the server's clock. A device offers one whatever its own clock says, because that may be
 * wrong.
 */
export function givableUntil({ status, reason, settledAt, answered }: Ended): Result<Moment> {
  if (answered || status === 'completed') return refuse('already-answered')
  if (status !== 'athlete rejected' || !GIVABLE.includes(reason) || settledAt === null)
    return refuse('not-expired')
  return done(settledAt + GIFT_MS)
}

/**
 * Checks whether a take may be given as a free answer now: its question ended without an answer, and not too long
 * ago by the server's clock (D5).
 */
export function checkFreeAnswer(ended: Ended, now: Moment): Result<true> {
  const until = givableUntil(ended)
  if (!until.ok) return until
  return now < until.value ? done(true) : refuse('too-late')
}
