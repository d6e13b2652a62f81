import type { Step } from '../../sync/desk/figures.ts'
import { partsOf } from './format-date.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a step by its first day (`2026-11-03`): "Nov 3", "Nov 2026" or "2026". */
export function formatStep(first: string, step: Step): string {
  const { month, day, year } = partsOf(Date.parse(first), { zone: 'UTC' })
  if (step === 'year') return String(year)
  return step === 'month' ? `${month} ${year}` : `${month} ${day}`
}

const LONG_MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** Formats a month (`2026-11`): "November 2026". */
export function formatMonth(month: string): string {
  const [year, number] = month.split('-')
  return `${LONG_MONTHS[Number(number) - 1]} ${year}`
}

/** The column heading for the steps of each size. */
export const STEP_NAMES: Record<Step, string> = {
  day: 'Day',
  week: 'Week from',
  month: 'Month',
  year: 'Year',
}

/** Formats a span in the two largest units that matter: "2 d 4 h", "3 h 12 min", "8 min", "under a minute". */
export function formatSpan(milliseconds: number): string {
  if (milliseconds < MINUTE) return milliseconds === 0 ? '0' : 'under a minute'
  const minutes = Math.round(milliseconds / MINUTE)
  const hours = Math.round(minutes / 60)
  const [whole, rest, names] =
    minutes >= (2 * DAY) / MINUTE
      ? [Math.floor(hours / 24), hours % 24, ['d', 'h'] as const]
      : [Math.floor(minutes / 60), minutes % 60, ['h', 'min'] as const]
  return [whole && `${whole} ${names[0]}`, rest && `${rest} ${names[1]}`].filter(Boolean).join(' ')
}

/** Formats a share: "38 %", rounded; null when the whole is zero. */
export function formatShare(part: number, whole: number): string | null {
  return whole === 0 ? null : `${Math.round((part / whole) * 100)} %`
}
