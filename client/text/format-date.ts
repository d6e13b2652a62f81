import type { Moment } from '../../sync/moment.ts'

/** The zone in which a moment is shown: UTC, or by default the viewer's own. */
export type Zone = { zone?: 'UTC' }

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/**
 * Returns the parts of a date. Written by hand, because the first use of `Intl` on a page is slow on a slow phone.
 */
export function partsOf(at: Moment, { zone }: Zone = {}) {
  const offsetMinutes = zone ? 0 : new Date(at).getTimezoneOffset()
  const date = new Date(at - offsetMinutes * 60_000)
  return {
    year: date.getUTCFullYear(),
    month: MONTHS[date.getUTCMonth()] ?? '',
    day: date.getUTCDate(),
    weekday: WEEKDAYS[date.getUTCDay()] ?? '',
    time: `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`,
  }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats the day before that of a moment: 24 hours earlier can be another day where the clocks change. */
export function formatDayBefore(at: Moment, { zone }: Zone = {}): string {
  const offsetMinutes = zone ? 0 : new Date(at).getTimezoneOffset()
  return formatDate(at - offsetMinutes * 60_000 - 24 * 3_600_000, { zone: 'UTC' })
}

/** Formats a date: "Nov 21, 2026" (S2-9.27). */
export function formatDate(at: Moment, where?: Zone): string {
  const { month, day, year } = partsOf(at, where)
  return `${month} ${day}, ${year}`
}
