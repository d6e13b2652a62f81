import { expect, test } from 'vitest'
import { readSpeed, SPEED, waitMs } from './use-playback.ts'

test('S2-5.42 the popup speed is 0.5 to 10 seconds, and nothing else', () => {
  expect(['0.5', '1', ' 2.25 ', '2,5', '10', '٢٫٥'].map(readSpeed)).toEqual([0.5, 1, 2.25, 2.5, 10, 2.5])
  for (const wrong of ['0.49', '10.01', '0', '-1', '', 'fast', '1e9', '1e0', '0x2'])
    expect(readSpeed(wrong), wrong).toBeNull()
})

test('S2-9.19 it starts at one second, and repeats after a pause of three', () => {
  expect(SPEED.start).toBe(1)
  expect([1, 2, 3].map((shown) => waitMs(shown, 3, SPEED.start))).toEqual([1_000, 1_000, 3_000])
})

test('S2-9.19 one lone message waits for the pause, not for the speed', () => {
  expect(waitMs(1, 1, 10)).toBe(3_000)
})
