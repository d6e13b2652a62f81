import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatDateTime,
  formatDay,
  formatDeadline,
  formatLeft,
  formatSoon,
  formatTimer,
  formatWait,
} from './format.ts'
import { formatCount, formatMoney } from './format-money.ts'

const FORMAT = join(import.meta.dirname, 'format.ts')
const NOW = Date.UTC(2026, 10, 19, 19, 30)
const HOUR = 3_600_000
const utc = { zone: 'UTC' } as const

describe('money', () => {
  test('D14 cents become dollars only here; whole dollars are short', () => {
    expect(formatMoney(500)).toBe('$5')
    expect(formatMoney(1250)).toBe('$12.50')
    expect(formatMoney(941)).toBe('$9.41')
    expect(formatMoney(0)).toBe('$0')
    expect(formatMoney(123_456_00, 'full')).toBe('$123,456.00')
    expect(formatMoney(-500)).toBe('-$5')
  })
  test('reads as the platform writes dollars and counts', () => {
    const dollars = (cents: number, digits: number) =>
      (cents / 100).toLocaleString('en-US', {
        ...{ style: 'currency', currency: 'USD' },
        ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
      })
    for (const cents of [1, 99, 100, 105, 99_999, 100_000, 12_345_678, 123_456_789_00, -1, -99_950]) {
      expect(formatMoney(cents, 'full')).toBe(dollars(cents, 2))
      expect(formatMoney(cents)).toBe(dollars(cents, cents % 100 === 0 ? 0 : 2))
    }
    for (const count of [0, 7, 999, 1_000, 54_321, 1_234_567])
      expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
  })
})

describe('moments', () => {
  test('a deadline says what is left and until when, in the zone of the viewer', () => {
    const due = Date.UTC(2026, 10, 20, 14)
    expect(formatDeadline(due, NOW, utc)).toBe('18 h left, until Fri 14:00')
    expect(formatDeadline(due, due - 42 * 60_000, utc)).toBe('42 min left, until Fri 14:00')
    expect(formatDeadline(due, due - 30_000, utc)).toBe('under a minute left, until Fri 14:00')
  })
  test('S2-9 a fresh answer deadline of 72 hours reads as 3 days; past it, by a clock that may be wrong, it may have passed', () => {
    expect(formatDeadline(NOW + 72 * HOUR, NOW, utc)).toBe('3 days left, until Sun 19:30')
    expect(formatDeadline(NOW + 72 * HOUR - 1, NOW, utc)).toBe('71 h left, until Sun 19:29')
    expect(formatDeadline(NOW, NOW, utc)).toBe('Until Thu 19:30, which may have passed')
  })
  test('what is left is told in hours below three days, and never rounded up', () => {
    const spans = [
      4 * 24 * HOUR - 1,
      3 * 24 * HOUR,
      3 * 24 * HOUR - 1,
      25 * HOUR,
      HOUR,
      HOUR - 1,
      60_000,
      59_999,
    ]
    expect(spans.map(formatLeft)).toEqual([
      '3 days',
      '3 days',
      '71 h',
      '25 h',
      '1 h',
      '59 min',
      '1 min',
      'under a minute',
    ])
  })
  test('a wait is rounded up, in the unit of what comes out', () => {
    const waits = [60_000, 60_001, 59.5 * 60_000, HOUR + 1, 23 * HOUR + 1, 71 * HOUR + 1, 73 * HOUR]
    expect(waits.map(formatWait)).toEqual(['1 min', '2 min', '1 h', '2 h', '24 h', '3 days', '4 days'])
  })
  test('S2-9.27 midnight is 00:00, and a far moment carries its date: month, day, year', () => {
    expect(formatSoon(Date.UTC(2026, 10, 21), NOW, utc)).toBe('Sat 00:00')
    expect(formatSoon(Date.UTC(2026, 11, 24, 8, 5), NOW, utc)).toBe('Dec 24, 08:05')
    // without its year, a date of last year would read as one to come
    expect(formatSoon(Date.UTC(2025, 11, 24, 8, 5), NOW, utc)).toBe('Dec 24, 2025, 08:05')
    expect(formatDateTime(NOW, utc)).toBe('Nov 19, 2026, 19:30')
  })
  test('thread separators follow the calendar of the zone', () => {
    expect(formatDay(NOW - HOUR, NOW, utc)).toBe('Today')
    expect(formatDay(NOW - 20 * HOUR, NOW, utc)).toBe('Yesterday')
    expect(formatDay(Date.UTC(2026, 10, 13), NOW, utc)).toBe('Fri, Nov 13, 2026')
  })
  test.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Asia/Tokyo', 'Australia/Lord_Howe'])(
    'in %s a moment reads as the platform writes it there',
    (zone) => {
      const script = `
      const { formatDateTime, formatDay } = await import(${JSON.stringify(FORMAT)})
      const hours = Array.from({ length: 400 }, (_, step) => ${NOW} + step * 23.7 * 3_600_000)
      const of = (options, at) => new Intl.DateTimeFormat('en-US', { hourCycle: 'h23', ...options }).format(at)
      for (const at of hours) {
        const day = of({ month: 'short', day: 'numeric', year: 'numeric' }, at)
        const time = of({ hour: '2-digit', minute: '2-digit' }, at)
        const expected = [day + ', ' + time, of({ weekday: 'short' }, at) + ', ' + day].join()
        const told = [formatDateTime(at), formatDay(at, 0)].join()
        if (told !== expected) throw new Error(told + ' is not ' + expected)
      }`
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, TZ: zone },
      })
    },
  )
  test('the day before is yesterday also where the clocks were changed', () => {
    const script = `
      const { formatDay } = await import(${JSON.stringify(FORMAT)})
      const told = [['2026-03-29T12:00', '2026-03-30T00:30'], ['2026-03-28T12:00', '2026-03-30T00:30'],
        ['2026-10-24T12:00', '2026-10-25T23:30']].map(([at, now]) => formatDay(Date.parse(at), Date.parse(now)))
      if (told.join() !== 'Yesterday,Sat, Mar 28, 2026,Yesterday') throw new Error(told.join())`
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: 'Europe/Oslo' },
    })
  })
  test('how long ago', () => {
    expect(formatAgo(NOW - 5000, NOW, utc)).toBe('just now')
    expect(formatAgo(NOW + 5000, NOW, utc)).toBe('just now')
    expect(formatAgo(NOW - 5 * 60_000, NOW, utc)).toBe('5 min ago')
    expect(formatAgo(NOW - 3 * HOUR, NOW, utc)).toBe('3 h ago')
    expect(formatAgo(NOW - 26 * HOUR, NOW, utc)).toBe('yesterday')
    expect(formatAgo(NOW - 90 * HOUR, NOW, utc)).toBe('Nov 16, 2026')
  })
})

describe('measures', () => {
  test('timers and sizes', () => {
    expect([7, 40.9, 61, 3723].map(formatTimer)).toEqual(['0:07', '0:40', '1:01', '1:02:03'])
    expect([512, 655_360, 4_404_019, 104_857_600, 104_857_599, 1_073_741_800].map(formatBytes)).toEqual([
      '512 B',
      '640 kB',
      '4.2 MB',
      '100 MB',
      '100 MB',
      '1.0 GB',
    ])
  })
})

test('nothing that a first screen shows is written by Intl, whose first use keeps a slow phone busy', () => {
  const client = join(import.meta.dirname, '..')
  const users = globSync('**/*.{ts,tsx}', { cwd: client })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /\bIntl\.|\.toLocale(Date|Time)?String\(/.test(readFileSync(join(client, file), 'utf8')),
    )
  // The country name that is not part of the served page, and the time zone sent with the event stream and an ask.
  expect(users.toSorted()).toEqual(['api/time-zone.ts', 'athlete/country-name.tsx'])
})
