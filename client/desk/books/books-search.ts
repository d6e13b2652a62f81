import { type Figure, FLOWS, NO_ATHLETE, STANDINGS } from '../../../sync/desk/books.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import type { Moment } from '../../../sync/moment.ts'

/** The views of the money page, with their names. */
export const VIEWS = { payouts: 'Payouts and returns', books: 'Books', ledger: 'Ledger' } as const
export type View = keyof typeof VIEWS

/** The parameters in the address of the money page, so that admins can link to what they see. */
export type BooksSearch = {
  view: View
  from: string
  until: string
  figure: Figure | null
  /** An athlete's id, or `NO_ATHLETE`; null: of all. */
  athlete: string | null
  question: string | null
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const ID = /^[0-9a-f-]{36}$/
const ATHLETE = new RegExp(`${ID.source}|^${NO_ATHLETE}$`)
const FIGURES: readonly string[] = [...FLOWS, ...STANDINGS]

const text = (value: unknown, form: RegExp) => (typeof value === 'string' && form.test(value) ? value : null)

/** Reads the parameters from the address. A missing or malformed period is the current month in UTC. */
export function readBooksSearch(search: Record<string, unknown>, now: Moment): BooksSearch {
  const month = monthOf(dayOf(now).slice(0, 7))
  return {
    view: Object.keys(VIEWS).find((view): view is View => view === search.view) ?? 'payouts',
    from: text(search.from, DAY) ?? month.from,
    until: text(search.until, DAY) ?? month.until,
    figure: FIGURES.find((figure): figure is Figure => figure === search.figure) ?? null,
    athlete: text(search.athlete, ATHLETE),
    question: text(search.question, ID),
  }
}

/**
 * Checks whether the first day is after the last one, as can happen while the admin types. Such a period has
 * nothing to show.
 */
export const isReversed = ({ from, until }: Pick<BooksSearch, 'from' | 'until'>): boolean => from > until

/** Returns the search parameters of a link into the money page. */
export function searchOf(to: Partial<BooksSearch>): Record<string, string> {
  const said = Object.entries({ tab: 'money', ...to }).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return Object.fromEntries(said)
}

/** Returns the UTC day of a moment, as in "2026-11-03". */
const dayOf = (at: Moment): string => new Date(at).toISOString().slice(0, 10)

/** Returns the first and the last of the latest `days` days in UTC, including today. */
export function lastDays(days: number, now: Moment): { from: string; until: string } {
  return { from: dayOf(now - (days - 1) * DAY_MS), until: dayOf(now) }
}

/** Returns the first and the last day of a month (`2026-11`) or a year (`2026`). */
export function monthOf(name: string): { from: string; until: string } {
  const [year = 0, month] = name.split('-').map(Number)
  const end = month === undefined ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month, 1)
  return { from: month === undefined ? `${name}-01-01` : `${name}-01`, until: dayOf(end - DAY_MS) }
}

/** Returns the month or the year that a period covers exactly, or null. */
export function nameOf({ from, until }: Pick<BooksSearch, 'from' | 'until'>): string | null {
  return (
    [from.slice(0, 7), from.slice(0, 4)].find((name) => {
      const days = monthOf(name)
      return days.from === from && days.until === until
    }) ?? null
  )
}

const MONTHS_BACK = 24

/** Returns the months and years that the period picker offers, newest first. */
export function offered(now: Moment): { months: string[]; years: string[] } {
  const at = new Date(now)
  const months = Array.from({ length: MONTHS_BACK }, (_, back) =>
    dayOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1)).slice(0, 7),
  )
  return { months, years: [...new Set(months.map((month) => month.slice(0, 4)))] }
}
