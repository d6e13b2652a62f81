import type { QuestionStatus } from '../question/status.ts'
import { day, z } from '../shape.ts'

/** How much time one column of a chart covers: the longer the period, the more. Weeks begin on Monday. */
export const STEPS = ['day', 'week', 'month', 'year'] as const
export type Step = (typeof STEPS)[number]

/** How many questions came in, by the status they have now. */
export type Asked = Record<QuestionStatus, number>

/**
 * The events of a period, each counted on the day it happened. `screened`: questions that the team decided on;
 * `unscreened`: questions whose time ran out before that; `screenMs`: the median time the team took. `inTime` and
 * `late`: answers that arrived before or after they were due; `missed`: questions whose time ran out without an
 * answer; `answerMs`: the median time from approval to arrival. A median is null where it has no values.
 */
export type Happened = {
  asked: Asked
  screened: number
  unscreened: number
  screenMs: number | null
  inTime: number
  late: number
  missed: number
  answerMs: number | null
}

/**
 * Sums over the ledger, in cents, as in the books: `cameIn` what fans paid, including tips; `wentBack` refunds
 * and disputes (negative); `share` ours; `fees` the provider's (negative).
 */
export type Moved = { cameIn: number; wentBack: number; share: number; fees: number }

/** How many ratings gave one star, two stars and so on up to five. */
export type Stars = [number, number, number, number, number]

/**
 * The `desk/figures` call: returns the figures of a period in steps. Days are whole days in UTC, including the
 * last one.
 */
export const deskFiguresCall = z.strictObject({ from: day, until: day })
export type DeskFigures = Happened & {
  /** Null for a caller who may not see money. */
  money: Moved | null
}
export type DeskFiguresAnswer = {
  step: Step
  /** Every step of the period, identified by its first day within the period. */
  steps: (DeskFigures & { day: string })[]
  whole: DeskFigures
  stars: Stars
  /** Whether the caller gets the weekly mail about the queue; null for callers who never get it. */
  digest: boolean | null
  now: number
}

/** How many days back an athlete can look, today included. */
export const LOOKED_BACK = { 'thirty-days': 30, 'ninety-days': 90, year: 365 } as const

/**
 * The `my-figures` call: an athlete's own figures up to now. Questions count from their approval on, because the
 * athlete learns of none before it.
 */
export const myFiguresCall = z.strictObject({ of: z.enum(['thirty-days', 'ninety-days', 'year']) })
export type MyFigures = Pick<Happened, 'asked' | 'inTime' | 'late' | 'missed' | 'answerMs'> & {
  /** What the athlete earned, less what went back, in cents. */
  earned: number
  /** How often others opened the athlete's profile; missing in answers of servers from before this figure existed. */
  views?: number
}
export type MyFiguresAnswer = {
  step: Step
  steps: (MyFigures & { day: string })[]
  whole: MyFigures
  stars: Stars
  now: number
}
