import { expect, test } from 'vitest'
import { shrinkVideo } from './shrink-video.ts'
import { isSmallerSame, isWorthMaking } from './smaller.ts'

test('a smaller video takes the place of a larger one only when it is the same', () => {
  const before = { bytes: 60_000_000, durationMs: 42_000, isHigh: true, hasSound: true }
  const after = { ...before, bytes: 11_000_000, durationMs: 42_080 }
  expect(isSmallerSame(before, after)).toBe(true)
  expect(isSmallerSame(before, { ...after, durationMs: 40_000 })).toBe(false)
  expect(isSmallerSame(before, { ...after, isHigh: false })).toBe(false)
  expect(isSmallerSame(before, { ...after, hasSound: false })).toBe(false)
  expect(isSmallerSame(before, { ...after, bytes: before.bytes })).toBe(false)
  expect(isSmallerSame(before, { ...after, bytes: before.bytes }, true)).toBe(true)
  expect(isSmallerSame(before, { ...after, hasSound: false, bytes: before.bytes }, true)).toBe(false)
})

const clip = { bytes: 9_000_000, durationMs: 9_000, videoCodec: 'avc', isCut: false }

test.each([
  ['a small H.264 file on a fast network', clip, false, false],
  ['the same on a slow one', clip, true, true],
  ['a lean one on a slow network', { ...clip, durationMs: 60_000 }, true, false],
  ['a large one', { ...clip, bytes: 31 * 1024 ** 2 }, false, true],
  ['HEVC, however small', { ...clip, videoCodec: 'hevc' }, false, true],
  ['a codec that is not known here', { ...clip, videoCodec: null }, false, false],
  ['one that an edit list cuts', { ...clip, videoCodec: 'hevc', isCut: true }, true, false],
] as const)('%s', (...[, file, isSlow, isWorth]) => expect(isWorthMaking(file, isSlow)).toBe(isWorth))

test('a file stays what it is where the browser cannot encode', async () => {
  const blob = new Blob([new Uint8Array(8)])
  const probed = {
    ...clip,
    type: 'video/quicktime',
    conversion: 'wanted',
    soundsLeftOut: 0,
    videoCodec: 'hevc',
    kept: { video: 0, audio: 1 },
  } as const
  expect(await shrinkVideo(blob, probed, { isSlow: true, canConvert: false })).toEqual({
    blob,
    type: 'video/quicktime',
    durationMs: 9_000,
  })
})
