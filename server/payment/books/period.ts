import { DAY_MS } from '../../../sync/limits.ts'

/** A stretch of time in UTC, its end not included. */
export type Period = { from: Date; to: Date }

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** Whole days, the last one included; one that ends before it begins ends as it begins, so that nothing moves in it. */
export function daysOf({ from, until }: { from: string; until: string }): Period {
  const start = startOf(from)
  return { from: start, to: new Date(Math.max(start.getTime(), startOf(until).getTime() + DAY_MS)) }
}

/** A calendar month (`2026-11`). */
export function monthOf(month: string): Period {
  const from = startOf(`${month}-01`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) }
}

/** A calendar year (`2026`). */
export function yearOf(year: string): Period {
  return { from: startOf(`${year}-01-01`), to: startOf(`${Number(year) + 1}-01-01`) }
}

/** "2026-11-03" */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** "2026-11-03 14:05:09" */
export const secondOf = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
