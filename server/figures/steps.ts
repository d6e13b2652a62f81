import type { Step } from '../../sync/desk/figures.ts'
import { DAY_MS } from '../../sync/limits.ts'
import type { Queryable } from '../db/sql.ts'
import { dayOf, type Period } from '../payment/books/period.ts'

/** The longest period that is told day by day, week by week, month by month, in days. */
const LONGEST = [
  ['day', 62],
  ['week', 190],
  ['month', 3_700],
] as const

/** What one column stands for, so that a period has columns that can be told apart. */
export function stepFor({ from, to }: Period): Step {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  return LONGEST.find(([, longest]) => days <= longest)?.[0] ?? 'year'
}

/** The first day of every step of a period; the first and the last may be cut off by it. */
export function daysOfSteps({ from, to }: Period, step: Step): string[] {
  const days: string[] = []
  for (let at = from; at < to; at = nextStep(at, step)) days.push(dayOf(at))
  return days
}

function nextStep(at: Date, step: Step): Date {
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (step === 'year') return new Date(Date.UTC(year + 1, 0, 1))
  if (step === 'month') return new Date(Date.UTC(year, month + 1, 1))
  // Sunday is the seventh day
  return new Date(Date.UTC(year, month, date + (step === 'day' ? 1 : 8 - (at.getUTCDay() || 7))))
}

/** The first day of the step that the moment `at` falls in, as `daysOfSteps` has it. */
export const stepColumn = (sql: Queryable, { period, step }: { period: Period; step: Step }) => sql`
  to_char(greatest(date_trunc(${step}, at at time zone 'UTC'), ${period.from}::timestamptz at time zone 'UTC'), 'YYYY-MM-DD')`
