import type { Step } from '../../sync/desk/figures.ts'
import { DAY_MS } from '../../sync/limits.ts'
import type { Queryable } from '../db/sql.ts'
import { dayOf, type Period } from '../payment/books/period.ts'

/** The longest periods shown by day, by week and by month, in days. */
const LONGEST = [
  ['day', 62],
  ['week', 190],
  ['month', 3_700],
] as const

/** Chooses the step of a chart, so that its columns can be told apart. */
export function stepFor({ from, to }: Period): Step {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  return LONGEST.find(([, longest]) => days <= longest)?.[0] ?? 'year'
}

/** Returns the first day of every step of a period; the first and last step may be cut off. */
export function daysOfSteps({ from, to }: Period, step: Step): string[] {
  const days: string[] = []
  for (let at = from; at < to; at = nextStep(at, step)) days.push(dayOf(at))
  return days
}

function nextStep(at: Date, step: Step): Date {
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (step === 'year') return new Date(Date.UTC(year + 1, 0, 1))
  if (step === 'month') return new Date(Date.UTC(year, month + 1, 1))
  // Sunday is the seventh day.
  return new Date(Date.UTC(year, month, date + (step === 'day' ? 1 : 8 - (at.getUTCDay() || 7))))
}

/** Returns the SQL for the first day of the step that contains `at`, matching `daysOfSteps`. */
export const stepColumn = (sql: Queryable, { period, step }: { period: Period; step: Step }) => sql`
  to_char(greatest(date_trunc(${step}, at at time zone 'UTC'), ${period.from}::timestamptz at time zone 'UTC'), 'YYYY-MM-DD')`
