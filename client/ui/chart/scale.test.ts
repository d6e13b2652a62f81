import { expect, test } from 'vitest'
import { rangeOf, stack, topOf } from './scale.ts'

const HOUR = 3_600_000

test('an axis ends at the first round number that holds the highest, and can be halved', () => {
  expect([0, 1, 3, 5, 7, 11, 61, 1_001].map((n) => topOf(n, 'count'))).toEqual([
    2, 2, 4, 6, 10, 20, 100, 2_000,
  ])
  expect([0, 199, 201, 70_000].map((n) => topOf(n, 'cents'))).toEqual([200, 200, 400, 100_000])
  expect([0, HOUR, 5 * HOUR, 71 * HOUR, 97 * HOUR].map((n) => topOf(n, 'milliseconds') / HOUR)).toEqual([
    1 / 6,
    1,
    8,
    72,
    144,
  ])
})

test('values stand on one another, those below zero downwards, and nothing takes no room', () => {
  expect(stack([2, null, 3, -1, -2])).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 2 },
    { from: 2, to: 5 },
    { from: 0, to: -1 },
    { from: -1, to: -3 },
  ])
})

test('a chart goes as far as its highest and its lowest column', () => {
  expect(rangeOf([[1, 2], [5, 2], []], 'count')).toEqual({ top: 10, bottom: 0 })
  expect(rangeOf([[250, -150]], 'cents')).toEqual({ top: 400, bottom: -200 })
  expect(rangeOf([[100_000, -150]], 'cents')).toEqual({ top: 100_000, bottom: -25_000 })
  expect(rangeOf([], 'count')).toEqual({ top: 2, bottom: 0 })
})
