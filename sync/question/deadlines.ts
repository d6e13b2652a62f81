import { ANSWER_MS, APPROVAL_NEEDS_MS, GRACE_MS, SCREENING_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'

/**
 * Returns when an unscreened question is released: after 48 h, or earlier where the hold would not last. A free
 * question has no hold, so only the 48 hours count (D4).
 */
export function screeningEndsAt(submittedAt: Moment, captureBefore: Moment | null): Moment {
  const end = submittedAt + SCREENING_MS
  return captureBefore === null ? end : Math.min(end, captureBefore - APPROVAL_NEEDS_MS)
}

/** Returns when the athlete must have recorded: 72 h after approval (D1, D2). */
export function dueAtOf(approvedAt: Moment): Moment {
  return approvedAt + ANSWER_MS
}

/** Returns when an answer announced in time must have arrived completely (D5). */
export function graceEndsAt(dueAt: Moment): Moment {
  return dueAt + GRACE_MS
}

/**
 * Checks whether the hold lasts the 108 h that approval needs; a free question has no hold and always passes
 * (D4).
 */
export function checkHoldLasts(now: Moment, captureBefore: Moment | null): Result<true> {
  if (captureBefore === null) return done(true)
  return captureBefore - now >= APPROVAL_NEEDS_MS ? done(true) : refuse('hold-too-short')
}
