import type { Moment } from '../../sync/moment.ts'
import { formatDate, formatDayBefore, partsOf, type Zone } from './format-date.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a time: "14:00". */
export function formatTime(at: Moment, where?: Zone): string {
  return partsOf(at, where).time
}

/** Formats a date and time: "Nov 21, 2026, 14:00". */
export function formatDateTime(at: Moment, where?: Zone): string {
  return `${formatDate(at, where)}, ${formatTime(at, where)}`
}

/** Formats the separators of a thread: "Today", "Yesterday" or "Fri, Nov 20, 2026". */
export function formatDay(at: Moment, now: Moment, where?: Zone): string {
  const day = formatDate(at, where)
  if (day === formatDate(now, where)) return 'Today'
  if (day === formatDayBefore(now, where)) return 'Yesterday'
  return `${partsOf(at, where).weekday}, ${day}`
}

/**
 * Formats a near moment: "Fri 14:00" within six days, otherwise "Nov 21, 14:00", with the year where the day alone
 * could be taken for one of another year.
 */
export function formatSoon(at: Moment, now: Moment, where?: Zone): string {
  const time = formatTime(at, where)
  const distance = Math.abs(at - now)
  if (distance < 6 * DAY) return `${partsOf(at, where).weekday} ${time}`
  if (distance > 180 * DAY) return formatDateTime(at, where)
  return `${formatDate(at, where).replace(/, \d+$/, '')}, ${time}`
}

/**
 * Formats a deadline with the time left: "18 h left, until Fri 14:00". After it, by a clock that may be wrong: "Until
 * Fri 14:00, which may have passed".
 */
export function formatDeadline(due: Moment, now: Moment, where?: Zone): string {
  if (due <= now) return `Until ${formatUntil(due, now, where)}`
  return `${formatLeft(due - now)} left, until ${formatSoon(due, now, where)}`
}

/**
 * Formats the moment until which something is possible: "Fri 14:00"; after it, by a clock that may be wrong: "Fri
 * 14:00, which may have passed".
 */
export function formatUntil(until: Moment, now: Moment, where?: Zone): string {
  return `${formatSoon(until, now, where)}${until <= now ? ', which may have passed' : ''}`
}

/**
 * Formats a span in its largest unit: "3 days", "50 h", "42 min". Uses hours below three days, and rounds down so
 * that it never promises more time than there is.
 */
export function formatLeft(milliseconds: number): string {
  if (milliseconds >= 3 * DAY) return `${Math.floor(milliseconds / DAY)} days`
  if (milliseconds >= HOUR) return `${Math.floor(milliseconds / HOUR)} h`
  return milliseconds >= MINUTE ? `${Math.floor(milliseconds / MINUTE)} min` : 'under a minute'
}

/**
 * Formats how long to wait, in the unit of the result: "42 min", "2 h", "3 days". Rounds up, so that nobody comes back
 * too early.
 */
export function formatWait(milliseconds: number): string {
  const wholly = (unit: number) => Math.ceil(milliseconds / unit)
  if (wholly(MINUTE) < 60) return `${wholly(MINUTE)} min`
  return wholly(HOUR) < 72 ? `${wholly(HOUR)} h` : `${wholly(DAY)} days`
}

/** Formats a past moment: "just now", "5 min ago", "3 h ago", "yesterday", then the date. */
export function formatAgo(at: Moment, now: Moment, where?: Zone): string {
  const past = now - at
  if (past < MINUTE) return 'just now'
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`
  const day = formatDay(at, now, where)
  if (day === 'Today' || past < 12 * HOUR) return `${Math.floor(past / HOUR)} h ago`
  return day === 'Yesterday' ? 'yesterday' : formatDate(at, where)
}

/** Formats a timer: "0:07", "1:01", "1:02:03". */
export function formatTimer(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const tail = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** Formats a size: "640 kB", "4.2 MB". Units are 1024, so that the limit of 104857600 bytes reads as "100 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const power = bytes < 1023.5 * 1024 ? 1 : bytes < 1023.5 * 1024 ** 2 ? 2 : 3
  const size = bytes / 1024 ** power
  return `${size < 9.95 && power > 1 ? size.toFixed(1) : Math.round(size)} ${['B', 'kB', 'MB', 'GB'][power]}`
}
