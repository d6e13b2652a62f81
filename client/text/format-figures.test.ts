import { expect, test } from 'vitest'
import { formatShare, formatSpan, formatStep } from './format-figures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a step is named by its first day, as exactly as it is long', () => {
  expect(formatStep('2026-11-03', 'day')).toBe('Nov 3')
  expect(formatStep('2026-11-02', 'week')).toBe('Nov 2')
  expect(formatStep('2026-11-01', 'month')).toBe('Nov 2026')
  expect(formatStep('2026-01-01', 'year')).toBe('2026')
})

test('a span is told in the two units that matter', () => {
  const spans = [
    0,
    20_000,
    8 * MINUTE,
    HOUR,
    3 * HOUR + 12 * MINUTE,
    47 * HOUR,
    52 * HOUR,
    71.6 * HOUR,
    72 * HOUR,
  ]
  expect(spans.map(formatSpan)).toEqual([
    '0',
    'under a minute',
    '8 min',
    '1 h',
    '3 h 12 min',
    '47 h',
    '2 d 4 h',
    '3 d',
    '3 d',
  ])
})

test('a share is rounded, and of nothing there is none', () => {
  expect(formatShare(1, 3)).toBe('33 %')
  expect(formatShare(0, 0)).toBeNull()
})
