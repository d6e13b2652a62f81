import type { QuestionStatus } from '../question/status.ts'
import { day, z } from '../shape.ts'

/** How much time one column of a chart stands for: the longer the period, the more. Weeks begin on Monday. */
export const STEPS = ['day', 'week', 'month', 'year'] as const
export type Step = (typeof STEPS)[number]

/** Questions that came, by the status they have now. */
export type Asked = Record<QuestionStatus, number>

/**
 * What happened in a time, on the day on which it happened. `screened`: questions that the team decided on, `unscreened`:
 * whose time ran out before it did; `screenMs`: the middle one of the times it took. `inTime` and `late`: answers, by whether
 * they arrived before they were due; `missed`: questions whose time ran out without one; `answerMs`: the middle one of the
 * times from approval to arrival. Null is the middle of nothing.
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
 * Sums over the ledger, in cents, as the books have them: `cameIn` what fans paid, tips included, `wentBack` refunds and
 * disputes (negative), `share` ours, `fees` the provider's (negative).
 */
export type Moved = { cameIn: number; wentBack: number; share: number; fees: number }

/** How many ratings there are of one star to five. */
export type Stars = [number, number, number, number, number]

/** desk/figures: what is worth looking at of a period, in steps; days are whole days in UTC, the last one included. */
export const deskFiguresCall = z.strictObject({ from: day, until: day })
export type DeskFigures = Happened & {
  /** Null for whoever may not see the money. */
  money: Moved | null
}
export type DeskFiguresAnswer = {
  step: Step
  /** Every step of the period, by its first day within it. */
  steps: (DeskFigures & { day: string })[]
  whole: DeskFigures
  stars: Stars
  /** Whether the caller gets the weekly mail about the queue; null for whoever never does. */
  digest: boolean | null
  now: number
}

/** How far back an athlete looks, today included. */
export const LOOKED_BACK = { 'thirty-days': 30, 'ninety-days': 90, year: 365 } as const

/** my-figures: an athlete's own, of the time until now. Questions count once they were approved: before, they are told of none. */
export const myFiguresCall = z.strictObject({ of: z.enum(['thirty-days', 'ninety-days', 'year']) })
export type MyFigures = Pick<Happened, 'asked' | 'inTime' | 'late' | 'missed' | 'answerMs'> & {
  /** What was earned, less what went back, in cents. */
  earned: number
  /** How often their profile was looked at, not by themselves; a server of a build before this one does not say. */
  views?: number
}
export type MyFiguresAnswer = {
  step: Step
  steps: (MyFigures & { day: string })[]
  whole: MyFigures
  stars: Stars
  now: number
}
