import { describe, expect, test } from 'vitest'
import { CLARIFYING_MS, GIFT_MS, HOUR_MS } from '../limits.ts'
import { checkVideo, sniffVideoType } from '../media/video.ts'
import { checkClarifying } from './clarification.ts'
import { checkFreeAnswer, checkInTime } from './submit.ts'

const dueAt = Date.UTC(2026, 10, 24, 12)
const open = { status: 'approved', dueAt, answered: false } as const

describe('an announced answer', () => {
  test('D5 in time until dueAt by the clock that is given, too late from then on', () => {
    expect(checkInTime(open, dueAt - 1).ok).toBe(true)
    expect(checkInTime(open, dueAt)).toEqual({ ok: false, refusal: { code: 'too-late' } })
  })

  test('D58 one answer per question; S2-4.16 only an approved one', () => {
    expect(checkInTime({ ...open, answered: true }, dueAt - HOUR_MS)).toEqual({
      ok: false,
      refusal: { code: 'already-answered' },
    })
    expect(checkInTime({ ...open, status: 'completed' }, 0)).toEqual({
      ok: false,
      refusal: { code: 'already-answered' },
    })
    for (const status of ['new', 'rejected', 'athlete rejected'] as const) {
      expect(checkInTime({ ...open, status }, 0)).toEqual({ ok: false, refusal: { code: 'not-approved' } })
    }
  })
})

describe('D5 an answer that is given for nothing', () => {
  const settledAt = dueAt
  const ended = { status: 'athlete rejected', reason: 'no-answer', settledAt, answered: false } as const
  const codeOf = (question: Parameters<typeof checkFreeAnswer>[0], now: number) => {
    const may = checkFreeAnswer(question, now)
    return may.ok ? 'given' : may.refusal.code
  }

  test('until its time is over, for a question that ran out, was declined, or was never paid for', () => {
    for (const reason of ['no-answer', 'declined', 'payment-lapsed'] as const)
      expect(codeOf({ ...ended, reason }, settledAt + GIFT_MS - 1), reason).toBe('given')
    expect(codeOf(ended, settledAt + GIFT_MS)).toBe('too-late')
  })

  test('not where there is an answer, nor to a question that ended in another way or has not ended', () => {
    expect(codeOf({ ...ended, answered: true }, settledAt)).toBe('already-answered')
    expect(codeOf({ ...ended, status: 'completed' }, settledAt)).toBe('already-answered')
    for (const status of ['new', 'approved', 'rejected'] as const)
      expect(codeOf({ ...ended, status }, settledAt), status).toBe('not-expired')
    for (const reason of [null, 'admin-note', 'cancelled-by-asker', 'athlete-removed'] as const)
      expect(codeOf({ ...ended, reason }, settledAt), String(reason)).toBe('not-expired')
    expect(codeOf({ ...ended, settledAt: null }, settledAt)).toBe('not-expired')
  })
})

test('an answer may be asked about once more, once, and until thirty days after it was delivered', () => {
  const codeOf = (deliveredAt: number | null, asked: boolean, now: number) => {
    const may = checkClarifying({ deliveredAt, asked }, now)
    return may.ok ? 'asked' : may.refusal.code
  }
  expect(codeOf(dueAt, false, dueAt + CLARIFYING_MS - 1)).toBe('asked')
  expect(codeOf(dueAt, false, dueAt + CLARIFYING_MS)).toBe('clarifying-over')
  expect(codeOf(dueAt, true, dueAt)).toBe('clarified-already')
  expect(codeOf(null, false, dueAt)).toBe('answer-missing')
})

describe('a video', () => {
  const video = { bytes: 1_000, type: 'video/mp4', durationMs: 10_000, source: 'file' } as const

  test('D8 exactly 104857600 bytes are accepted, one more is not', () => {
    expect(checkVideo('question', { ...video, bytes: 104_857_600 }).ok).toBe(true)
    expect(checkVideo('question', { ...video, bytes: 104_857_601 })).toEqual({
      ok: false,
      refusal: { code: 'video-size' },
    })
  })

  test('D7 an answer runs 61.0 s at most and is told 60; D6 a question file 300 s', () => {
    expect(checkVideo('answer', { ...video, durationMs: 61_000 }).ok).toBe(true)
    const late = checkVideo('answer', { ...video, durationMs: 61_001 })
    expect(late).toEqual({
      ok: false,
      refusal: { code: 'video-too-long', detail: { seconds: 60, purpose: 'answer' } },
    })
    expect(checkVideo('question', { ...video, durationMs: 300_000 }).ok).toBe(true)
    expect(checkVideo('question', { ...video, durationMs: 300_001 }).ok).toBe(false)
    expect(checkVideo('question', { ...video, source: 'recorded', durationMs: 22_000 }).ok).toBe(false)
  })

  test('D93 the first bytes decide what a file is', () => {
    const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    expect(sniffVideoType(bytes('\0\0\0\x18ftypisom0000'))).toBe('video/mp4')
    expect(sniffVideoType(bytes('\0\0\0\x18ftypqt  0000'))).toBe('video/quicktime')
    expect(sniffVideoType(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8))).toBe('video/webm')
    expect(sniffVideoType(bytes('#EXTM3U\n#EXT-X-'))).toBe(null)
    expect(sniffVideoType(bytes(''))).toBe(null)
  })
})
