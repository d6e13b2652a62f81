import { expect, onTestFinished, test, vi } from 'vitest'
import { barShare, listen, loudness, silenceWatch } from './level-meter.tsx'

test('a voice fills the bar, silence leaves it empty', () => {
  expect(loudness([])).toBe(0)
  expect(loudness(new Float32Array(64))).toBe(0)
  expect(loudness([0.5, -0.5, 0.5, -0.5])).toBeCloseTo(0.5)
  expect(barShare(0)).toBe(0)
  expect(barShare(0.175)).toBeCloseTo(0.5)
  expect(barShare(0.9)).toBe(1)
})

test('a microphone that hears nothing is told of after four seconds, and no more once it hears', () => {
  const isSilent = silenceWatch()
  expect(isSilent(0, 1_000)).toBe(false)
  expect(isSilent(0.001, 4_900)).toBe(false)
  expect(isSilent(0, 5_000)).toBe(true)
  expect(isSilent(0.2, 5_100)).toBe(false)
  expect(isSilent(0, 5_200)).toBe(false)
  expect(isSilent(0, 9_300)).toBe(true)
})

test('a microphone that Web Audio does not take leaves the bar empty, and no audio context open', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const close = vi.fn(async () => {})
  vi.stubGlobal(
    'AudioContext',
    class {
      close = close
      createAnalyser = () => ({})
      createMediaStreamSource(): never {
        throw new DOMException('different sample rates', 'NotSupportedError')
      }
    },
  )
  const stream = { getAudioTracks: () => [{}] } as unknown as MediaStream
  const onLevel = vi.fn()
  const stop = listen(stream, onLevel)
  expect(close).toHaveBeenCalledOnce()
  expect(stop).not.toThrow()
  vi.stubGlobal('AudioContext', undefined)
  expect(listen(stream, onLevel)).not.toThrow()
})
