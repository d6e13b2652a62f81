import { expect, test } from 'vitest'
import { LEAST_MS, moveEnd } from './trim-video.ts'

test('the ends of a cut keep apart and inside the video, whichever is moved', () => {
  const whole = { fromMs: 0, toMs: 40_000 }
  const move = (moved: Parameters<typeof moveEnd>[1], from = whole) =>
    moveEnd(from, moved, { durationMs: 40_000, mostMs: 40_000 })
  expect(move({ fromMs: 3_000 })).toEqual({ fromMs: 3_000, toMs: 40_000 })
  expect(move({ toMs: 30_000 })).toEqual({ fromMs: 0, toMs: 30_000 })
  expect(move({ fromMs: 50_000 })).toEqual({ fromMs: 40_000 - LEAST_MS, toMs: 40_000 })
  expect(move({ toMs: 0 })).toEqual({ fromMs: 0, toMs: LEAST_MS })
  expect(move({ toMs: 4_000 }, { fromMs: 5_000, toMs: 9_000 })).toEqual({ fromMs: 5_000, toMs: 6_000 })
  const short = { durationMs: 40_000, mostMs: 10_000 }
  expect(moveEnd({ fromMs: 0, toMs: 10_000 }, { toMs: 25_000 }, short)).toEqual({
    fromMs: 15_000,
    toMs: 25_000,
  })
  expect(moveEnd({ fromMs: 20_000, toMs: 30_000 }, { fromMs: 5_000 }, short)).toEqual({
    fromMs: 5_000,
    toMs: 15_000,
  })
  expect(move({ fromMs: 8_800 }, { fromMs: 5_000, toMs: 9_000 })).toEqual({ fromMs: 8_000, toMs: 9_000 })
})
