import { APPROVAL_NEEDS_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'
import type { HoldState } from '../payment/amount.ts'
import { done, type Result, refuse } from '../result.ts'
import type { QuestionStatus, Reason } from './status.ts'

/** What decides whether the team may give a question another status, and what that does. */
export type StatusFacts = {
  status: QuestionStatus
  reason: Reason | null
  amountCents: number
  hold: HoldState
  captureBefore: Moment | null
  /** Of the answer that was not withdrawn, if there is one; `stored` also while its bytes are here and not verified yet. */
  answer: 'waiting' | 'stored' | 'delivered' | null
  /** A video question whose video is deleted asks nothing any more. */
  isVideoGone: boolean
}

/** What a change of status does: to the card, to an answer under way, and who is told. */
export type StatusEffect = {
  /** `kept`: still held as it is; `released`: the hold goes back; `untouched`: what was charged or released stays so. */
  money: 'none' | 'kept' | 'released' | 'untouched'
  /** The athlete gets it with 72 hours; it goes back to screening; it ends; or it is called something else and nothing more. */
  does: 'approves' | 'reopens' | 'rejects' | 'declines' | 'names'
}

/**
 * Any status from any status, with guarded effects (S2-4.2, S2-2.119, D54). Refuses `already-decided` for the status it
 * has, `answer-missing` for `completed` without a delivered answer, `already-answered` where there is one that a reopened
 * question would ask for again or that is being paid for, `hold-gone` and `hold-too-short` where the card could not pay,
 * `video-not-there`, and `ask-closed` for what its asker took back.
 */
export function effectOfStatus(facts: StatusFacts, to: QuestionStatus, now: Moment): Result<StatusEffect> {
  const { status, answer } = facts
  if (status === to) return refuse('already-decided', { status })
  if (to === 'completed')
    return answer === 'delivered'
      ? done({ money: moneyLeft(facts), does: 'names' })
      : refuse('answer-missing')
  if (to === 'approved' || to === 'new') return openAgain(facts, to, now)
  // an answer that is here and being paid for ends the question by itself
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
