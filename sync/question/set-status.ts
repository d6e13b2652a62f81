import { APPROVAL_NEEDS_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'
import type { HoldState } from '../payment/amount.ts'
import { done, type Result, refuse } from '../result.ts'
import type { QuestionStatus, Reason } from './status.ts'

/** The facts that decide whether the team may give a question another status, and with what effect. */
export type StatusFacts = {
  status: QuestionStatus
  reason: Reason | null
  amountCents: number
  hold: HoldState
  captureBefore: Moment | null
  /**
   * The state of the answer, if one exists that was not withdrawn; `stored` also while its bytes have arrived but
   * are not verified yet.
   */
  answer: 'waiting' | 'stored' | 'delivered' | null
  /** Whether the video of a video question was deleted, so that nothing is left that is asked. */
  isVideoGone: boolean
}

/** The effect of a change of status: on the card, on an answer under way, and on who is told. */
export type StatusEffect = {
  /**
   * `kept`: the hold stays; `released`: the hold is released; `untouched`: charged or released money stays as it
   * is.
   */
  money: 'none' | 'kept' | 'released' | 'untouched'
  /**
   * `approves`: the athlete gets it, with 72 hours; `reopens`: it goes back to screening; `rejects` and
   * `declines`: it ends; `names`: only its status changes.
   */
  does: 'approves' | 'reopens' | 'rejects' | 'declines' | 'names'
}

/**
 * Returns the effect of changing a question from any status to any other (S2-4.2, S2-2.119, D54). Refuses
 * `already-decided` for the current status; `answer-missing` for `completed` without a delivered answer;
 * `already-answered` where an answer exists that reopening would request again, or that is being paid for;
 * `hold-gone` and `hold-too-short` where the card could not pay; `video-not-there`; and `ask-closed` for a
 * question that its asker cancelled.
 */
export function effectOfStatus(facts: StatusFacts, to: QuestionStatus, now: Moment): Result<StatusEffect> {
  const { status, answer } = facts
  if (status === to) return refuse('already-decided', { status })
  if (to === 'completed')
    return answer === 'delivered'
      ? done({ money: moneyLeft(facts), does: 'names' })
      : refuse('answer-missing')
  if (to === 'approved' || to === 'new') return openAgain(facts, to, now)
  // An answer that has arrived and is being paid for will end the question by itself.
  if (answer === 'stored') return refuse('already-answered')
  if (status !== 'new' && status !== 'approved') return done({ money: moneyLeft(facts), does: 'names' })
  const money = isLive(facts.hold) ? 'released' : moneyLeft(facts)
  return done({ money, does: to === 'rejected' ? 'rejects' : 'declines' })
}

function openAgain(facts: StatusFacts, to: 'approved' | 'new', now: Moment): Result<StatusEffect> {
  const { answer, reason, amountCents, hold, captureBefore, isVideoGone } = facts
  if (answer !== null) return refuse('already-answered')
  if (reason === 'cancelled-by-asker') return refuse('ask-closed')
  if (isVideoGone) return refuse('video-not-there')
  if (amountCents > 0) {
    if (hold !== 'held') return refuse('hold-gone')
    if (captureBefore !== null && captureBefore - now < APPROVAL_NEEDS_MS) return refuse('hold-too-short')
  }
  return done({ money: amountCents > 0 ? 'kept' : 'none', does: to === 'new' ? 'reopens' : 'approves' })
}

const isLive = (hold: HoldState) => hold === 'held' || hold === 'pending'

function moneyLeft({ amountCents }: StatusFacts): 'none' | 'untouched' {
  return amountCents > 0 ? 'untouched' : 'none'
}
