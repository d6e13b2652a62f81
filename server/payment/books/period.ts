import { DAY_MS } from '../../../sync/limits.ts'

/** A period in UTC, without its end. */
export type Period = { from: Date; to: Date }

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * Returns the period of whole days, the last one included. If the last day is before the first, the period is
 * empty.
 */
export function daysOf({ from, until }: { from: string; until: string }): Period {
  const start = startOf(from)
  return { from: start, to: new Date(Math.max(start.getTime(), startOf(until).getTime() + DAY_MS)) }
}

/** Returns the period of a calendar month (`2026-11`). */
export function monthOf(month: string): Period {
  const from = startOf(`${month}-01`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) }
}

/** Returns the period of a calendar year (`2026`). */
export function yearOf(year: string): Period {
  return { from: startOf(`${year}-01-01`), to: startOf(`${Number(year) + 1}-01-01`) }
}

/** Formats a day such as "2026-11-03", in UTC. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Formats a second such as "2026-11-03 14:05:09", in UTC. */
export const secondOf = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
