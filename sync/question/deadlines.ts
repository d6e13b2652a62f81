import { ANSWER_MS, APPROVAL_NEEDS_MS, GRACE_MS, SCREENING_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'

/** When an unscreened question is released: 48 h, or earlier where the hold would not last; a free one has no clamp (D4). */
export function screeningEndsAt(submittedAt: Moment, captureBefore: Moment | null): Moment {
  const end = submittedAt + SCREENING_MS
  return captureBefore === null ? end : Math.min(end, captureBefore - APPROVAL_NEEDS_MS)
}

/** When the athlete must have recorded: 72 h after approval (D1, D2). */
export function dueAtOf(approvedAt: Moment): Moment {
  return approvedAt + ANSWER_MS
}

/** When an answer that was announced in time must have arrived with all its bytes (D5). */
export function graceEndsAt(dueAt: Moment): Moment {
  return dueAt + GRACE_MS
}

/** Approval needs 108 h of hold left; a free question always may (D4). */
export function checkHoldLasts(now: Moment, captureBefore: Moment | null): Result<true> {
  if (captureBefore === null) return done(true)
  return captureBefore - now >= APPROVAL_NEEDS_MS ? done(true) : refuse('hold-too-short')
}
