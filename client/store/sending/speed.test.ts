import { expect, test } from 'vitest'
import { speedometer, timeLeftMs } from './speed.ts'

test('a speed is smoothed over what was measured, and tells what is left', () => {
  const speedOf = speedometer()
  expect(speedOf(0, 0)).toBeNull()
  expect(speedOf(100, 100)).toBeNull()
  expect(speedOf(1_000, 1_000)).toBe(1_000)
  expect(speedOf(1_000, 2_000)).toBe(700)
  expect(timeLeftMs(7_000, 700)).toBe(10_000)
  expect([timeLeftMs(7_000, null), timeLeftMs(7_000, 0)]).toEqual([null, null])
})
