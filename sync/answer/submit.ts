import { GIFT_MS } from '../limits.ts'
import { declaredVideo } from '../media/video.ts'
import type { Moment } from '../moment.ts'
import type { QuestionStatus, Reason } from '../question/status.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, id, moment, z } from '../shape.ts'

/** What reaches the server ahead of the video: a few hundred bytes (D5). */
export const answerSubmission = z.strictObject({
  answerId: id,
  questionId: id,
  video: declaredVideo,
  /** The device's clock, for display only: no deadline is decided by it (D5). */
  recordedAt: moment,
})
export type AnswerSubmission = Infer<typeof answerSubmission>

/**
 * The life of an answer. `waiting` (announced in time, bytes on their way) → `stored` (verified, capture under
 * way) → `delivered` (paid for and visible to the fan); `withdrawn` (its bytes never came, or were no video).
 */
export const ANSWER_STATES = ['waiting', 'stored', 'delivered', 'withdrawn'] as const
export type AnswerState = (typeof ANSWER_STATES)[number]

/** Whether an answer may be announced now: approved, not yet answered, and before `dueAt` by the server's clock (D5). */
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
 * How a question ended that may be answered for nothing after all: its time ran out, its athlete declined it, or it was
 * never paid for. Who takes an approved question back has left, so nobody would get it; what the team turned down gets none.
 */
const GIVABLE: readonly (Reason | null)[] = ['no-answer', 'declined', 'payment-lapsed']

/** Whether a take may be given as a free answer: its question ended without one, and not too long ago (D5). */
export function checkFreeAnswer({ status, reason, settledAt, answered }: Ended, now: Moment): Result<true> {
  if (answered || status === 'completed') return refuse('already-answered')
  if (status !== 'athlete rejected' || !GIVABLE.includes(reason) || settledAt === null)
    return refuse('not-expired')
  return now < settledAt + GIFT_MS ? done(true) : refuse('too-late')
}
