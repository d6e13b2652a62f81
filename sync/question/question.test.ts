import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANSWER_MS, APPROVAL_NEEDS_MS, DAY_MS, GRACE_MS, HOUR_MS, SCREENING_MS } from '../limits.ts'
import { mayMove } from '../testing/may-move.ts'
import { checkContent, preparedAsk } from './ask.ts'
import { checkHoldLasts, dueAtOf, graceEndsAt, screeningEndsAt } from './deadlines.ts'
import { isSettled, QUESTION_LIFE, QUESTION_STATUSES, type QuestionMove } from './status.ts'

const now = Date.UTC(2026, 10, 21, 12)

describe('deadlines', () => {
  test('D4 margins stand once: 72 h to answer, 24 h grace, 12 h margin make 108 h', () => {
    expect(APPROVAL_NEEDS_MS).toBe(108 * HOUR_MS)
    expect(dueAtOf(now)).toBe(now + 72 * HOUR_MS)
    expect(graceEndsAt(dueAtOf(now))).toBe(now + ANSWER_MS + GRACE_MS)
  })

  test('D4 screening ends after 48 h, earlier where the hold is short, unclamped for a free question', () => {
    expect(screeningEndsAt(now, null)).toBe(now + SCREENING_MS)
    expect(screeningEndsAt(now, now + 7 * DAY_MS)).toBe(now + 48 * HOUR_MS)
    expect(screeningEndsAt(now, now + 5 * DAY_MS)).toBe(now + 12 * HOUR_MS)
  })

  test('D4 whoever approves before screening ends always has hold enough', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 14 * DAY_MS }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (lasts, part) => {
          const captureBefore = now + lasts
          const end = screeningEndsAt(now, captureBefore)
          const at = Math.floor(now + (end - now) * part)
          return end < now || checkHoldLasts(at, captureBefore).ok
        },
      ),
    )
  })

  test('D4 107 h of hold are too few, 108 h are enough, a free question needs none', () => {
    expect(checkHoldLasts(now, now + 107 * HOUR_MS)).toEqual({
      ok: false,
      refusal: { code: 'hold-too-short' },
    })
    expect(checkHoldLasts(now, now + 108 * HOUR_MS).ok).toBe(true)
    expect(checkHoldLasts(now, null).ok).toBe(true)
  })
})

describe('the life of a question', () => {
  test('S2-4.1 the five statuses, and S1-4.2 the only beginning is new', () => {
    expect(QUESTION_STATUSES).toEqual(['new', 'approved', 'rejected', 'athlete rejected', 'completed'])
    const reached = new Set<string>(Object.values(QUESTION_LIFE).map((move) => move.to))
    expect(reached.has('new')).toBe(false)
  })

  test('nothing moves a settled question, but for an answer that is given although its time ran out (D5)', () => {
    const moves = Object.keys(QUESTION_LIFE) as QuestionMove[]
    const settled = QUESTION_STATUSES.filter(isSettled)
    const left = settled.flatMap((status) =>
      moves.filter((move) => mayMove(status, move)).map((move) => [status, move]),
    )
    expect(left).toEqual([['athlete rejected', 'give']])
  })

  test('S2-4.16 only an approved question is answered, declined or expired', () => {
    for (const move of ['complete', 'decline', 'expire', 'lapse'] as const) {
      expect(QUESTION_STATUSES.filter((status) => mayMove(status, move))).toEqual(['approved'])
    }
  })
})

describe('what is asked', () => {
  const video = {
    id: crypto.randomUUID(),
    sha256: 'a'.repeat(64),
    bytes: 10,
    type: 'video/mp4',
    durationMs: 5,
    source: 'file',
  } as const

  test('S1-4.4 S1-5.6 a text or a video, never both, never neither', () => {
    expect(checkContent({ kind: 'text', text: 'Why?', video: null }).ok).toBe(true)
    expect(checkContent({ kind: 'video', text: '', video }).ok).toBe(true)
    expect(checkContent({ kind: 'text', text: '', video: null })).toEqual({
      ok: false,
      refusal: { code: 'nothing-asked' },
    })
    expect(checkContent({ kind: 'video', text: '', video: null })).toEqual({
      ok: false,
      refusal: { code: 'nothing-asked' },
    })
    expect(checkContent({ kind: 'text', text: 'Why?', video })).toEqual({
      ok: false,
      refusal: { code: 'text-and-video' },
    })
    expect(checkContent({ kind: 'video', text: 'Why?', video })).toEqual({
      ok: false,
      refusal: { code: 'text-and-video' },
    })
  })

  test('S1-3.13 S1-5.12 the shape: 500 characters counted as people do, trimmed, no unknown field', () => {
    const ask = {
      questionId: crypto.randomUUID(),
      athleteId: crypto.randomUUID(),
      subject: ' My start ',
      kind: 'text',
      text: '👟'.repeat(500),
      video: null,
      asker: {
        firstName: 'Ada',
        lastName: 'Obi',
        birthDate: '2000-02-29',
        countryCode: 'NG',
        city: 'Lagos',
        email: 'ada@obi.ng',
      },
      amountCents: 0,
    }
    const read = preparedAsk.safeParse(ask)
    expect(read.success && read.data.subject).toBe('My start')
    expect(preparedAsk.safeParse({ ...ask, text: `${ask.text}!` }).success).toBe(false)
    expect(preparedAsk.safeParse({ ...ask, status: 'approved' }).success).toBe(false)
    expect(preparedAsk.safeParse({ ...ask, subject: 'a\u0000b' }).success).toBe(false)
    expect(preparedAsk.safeParse({ ...ask, text: '\ud800' }).success).toBe(false)
    expect(preparedAsk.safeParse({ ...ask, amountCents: 0.5 }).success).toBe(false)
  })
})
