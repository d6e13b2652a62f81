import type { Moment } from '../../sync/moment.ts'

/** Where a moment is read: in the viewer's own zone, or in UTC. */
export type Zone = { zone?: 'UTC' }

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** The names and figures of a moment. By hand, because the first use of `Intl` on a page takes a slow phone long. */
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

/** "Nov 21, 2026" (S2-9.27) */
export function formatDate(at: Moment, where?: Zone): string {
  const { month, day, year } = partsOf(at, where)
  return `${month} ${day}, ${year}`
}
