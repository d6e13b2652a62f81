import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../sync/limits.ts'
import { done, refuse } from '../../sync/result.ts'
import { probeVideo } from './probe.ts'

const MP4_HEAD = Uint8Array.from([0, 0, 0, 24, ...Buffer.from('ftypisom'), 0, 0, 2, 0])
const WEBM_HEAD = Uint8Array.from([0x1a, 0x45, 0xdf, 0xa3, ...new Uint8Array(12)])
const PLAIN = {
  conversion: 'none',
  soundsLeftOut: 0,
  videoCodec: 'avc',
  isCut: false,
  kept: { video: 0, audio: 1 },
} as const
const lasting = (seconds: number | null) => async () =>
  seconds === null ? refuse('video-unreadable') : done({ ...PLAIN, durationMs: seconds * 1_000 })
const codeOf = (result: Awaited<ReturnType<typeof probeVideo>>) => (result.ok ? null : result.refusal.code)

/** Creates a blob that claims a size without having it. */
function sized(bytes: number): Blob {
  const blob = new Blob([MP4_HEAD])
  return Object.defineProperty(blob, 'size', { value: bytes })
}

describe('a chosen video', () => {
  test('S1-5.7 D93 is what its first bytes say, whatever it is called', async () => {
    const named = new Blob([WEBM_HEAD], { type: 'video/mp4' })
    const probed = await probeVideo(named, { purpose: 'question' }, lasting(12))
    expect(probed).toEqual({
      ok: true,
      value: { ...PLAIN, type: 'video/webm', bytes: 16, durationMs: 12_000 },
    })
    const text = new Blob(['just a text, called a video'], { type: 'video/mp4' })
    expect(codeOf(await probeVideo(text, { purpose: 'question' }, lasting(1)))).toBe('video-type')
  })

  test('S1-5.8 D8 may be exactly 100 MB and not a byte more', async () => {
    expect((await probeVideo(sized(LIMITS.videoBytes), { purpose: 'question' }, lasting(1))).ok).toBe(true)
    expect(codeOf(await probeVideo(sized(LIMITS.videoBytes + 1), { purpose: 'question' }, lasting(1)))).toBe(
      'video-size',
    )
  })

  test('S1-5.9 D6 D7 may run 300 s as a question and 61.0 s as an answer', async () => {
    const ofLength = (seconds: number, purpose: 'question' | 'answer') =>
      probeVideo(new Blob([MP4_HEAD]), { purpose }, lasting(seconds))
    expect((await ofLength(300, 'question')).ok).toBe(true)
    expect(codeOf(await ofLength(300.1, 'question'))).toBe('video-too-long')
    expect((await ofLength(61, 'answer')).ok).toBe(true)
    expect(codeOf(await ofLength(61.1, 'answer'))).toBe('video-too-long')
  })

  test('S1-5.11 D94 that cannot be measured, or is empty, is unreadable', async () => {
    expect(codeOf(await probeVideo(new Blob([MP4_HEAD]), { purpose: 'question' }, lasting(null)))).toBe(
      'video-unreadable',
    )
    expect(codeOf(await probeVideo(new Blob([]), { purpose: 'question' }, lasting(1)))).toBe(
      'video-unreadable',
    )
  })
  test('S1-5.11 that is in a cloud and gone by now is refused, and nobody waits for it', async () => {
    const gone = new Blob([MP4_HEAD])
    const slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) })
    Object.defineProperty(gone, 'slice', { value: slice })
    expect(codeOf(await probeVideo(gone, { purpose: 'answer' }, lasting(1)))).toBe('video-unreadable')
  })
})
