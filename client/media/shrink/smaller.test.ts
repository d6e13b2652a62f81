import { expect, test } from 'vitest'
import { shrinkVideo } from './shrink-video.ts'
import { isSmallerSame } from './smaller.ts'

test('a smaller video takes the place of a larger one only when it is the same', () => {
  const before = { bytes: 60_000_000, durationMs: 42_000, isHigh: true, hasSound: true }
  const after = { ...before, bytes: 11_000_000, durationMs: 42_080 }
  expect(isSmallerSame(before, after)).toBe(true)
  expect(isSmallerSame(before, { ...after, durationMs: 40_000 })).toBe(false)
  expect(isSmallerSame(before, { ...after, isHigh: false })).toBe(false)
  expect(isSmallerSame(before, { ...after, hasSound: false })).toBe(false)
  expect(isSmallerSame(before, { ...after, bytes: before.bytes })).toBe(false)
})

test('a file that is small enough, and any file where the browser cannot encode, stays what it is', async () => {
  const probed = { type: 'video/quicktime', durationMs: 9_000 } as const
  for (const bytes of [8, 31 * 1024 ** 2]) {
    const blob = new Blob([new Uint8Array(bytes)])
    expect(await shrinkVideo(blob, probed)).toEqual({ blob, ...probed })
  }
})
