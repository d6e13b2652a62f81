import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../sync/limits.ts'
import type { OutboxRow } from '../../db/device.ts'
import { afterFailure, isParkedDue, nextBatch, OCCASION_MS, PARK_AFTER } from './outbox-rules.ts'

const now = Date.UTC(2026, 10, 21)
const open = { skipped: new Set<string>(), alone: false, anew: false, now }

function row(counter: number, subject: string, change: Partial<OutboxRow> = {}): OutboxRow {
  return {
    counter,
    id: `id-${counter}`,
    name: 'question.ask',
    version: 1,
    args: { questionId: subject },
    subject,
    state: 'waiting',
    tries: 0,
    failures: 0,
    parkedAt: null,
    createdAt: now,
    settledAt: null,
    value: null,
    refusal: null,
    ...change,
  }
}

const counters = (rows: OutboxRow[]) => rows.map(({ counter }) => counter)

describe('what is sent next', () => {
  test('one entry a subject, oldest first', () => {
    const rows = [row(1, 'a'), row(2, 'b'), row(3, 'a'), row(4, 'c')]
    expect(counters(nextBatch(rows, open))).toEqual([1, 2, 4])
  })

  test('a parked entry holds back its own subject and no other', () => {
    const rows = [row(1, 'a', { state: 'parked', parkedAt: now - 1 }), row(2, 'a'), row(3, 'b')]
    expect(counters(nextBatch(rows, open))).toEqual([3])
  })

  test('a parked entry is tried again after an hour, or when all is tried anew, before what waits behind it', () => {
    const rows = [row(1, 'a', { state: 'parked', parkedAt: now - HOUR_MS }), row(2, 'a')]
    expect(counters(nextBatch(rows, open))).toEqual([1])
    const early = [row(1, 'a', { state: 'parked', parkedAt: now - HOUR_MS + 1 }), row(2, 'a')]
    expect(counters(nextBatch(early, open))).toEqual([])
    expect(counters(nextBatch(early, { ...open, anew: true }))).toEqual([1])
  })

  test('what announces a video is never set aside for later', () => {
    for (const name of ['answer.submit', 'answer.give', 'clarification.film'] as const) {
      const rows = [row(1, 'a', { name, state: 'parked', parkedAt: now }), row(2, 'b')]
      expect(counters(nextBatch(rows, open))).toEqual([1, 2])
    }
  })

  test('a refused or settled entry holds nothing back', () => {
    const rows = [row(1, 'a', { state: 'refused' }), row(2, 'a', { state: 'settled' }), row(3, 'a')]
    expect(counters(nextBatch(rows, open))).toEqual([3])
  })

  test('skipped subjects wait, and alone means one', () => {
    const rows = [row(1, 'a'), row(2, 'b'), row(3, 'c')]
    expect(counters(nextBatch(rows, { ...open, skipped: new Set(['a']), alone: true }))).toEqual([2])
  })

  test('a push stays within what the server reads, and one too large still goes by itself', () => {
    const large = { args: { questionId: 'x', body: 'ü'.repeat(15_000) } }
    const rows = [row(1, 'a', large), row(2, 'b', large), row(3, 'c', large)]
    expect(counters(nextBatch(rows, open))).toEqual([1, 2])
    const huge = row(1, 'a', { args: { body: 'x'.repeat(200_000) } })
    expect(counters(nextBatch([huge, row(2, 'b')], open))).toEqual([1])
  })

  test('at most fifty at once', () => {
    const rows = Array.from({ length: 70 }, (_, at) => row(at, `subject-${at}`))
    expect(nextBatch(rows, open)).toHaveLength(50)
  })
})

describe('errors', () => {
  test('the fifth occasion parks, an hour after the first at the least', () => {
    let entry = row(1, 'a')
    let at = now
    for (let occasion = 1; occasion < PARK_AFTER; occasion += 1, at += OCCASION_MS) {
      entry = { ...entry, ...afterFailure(entry, at) }
      expect(entry).toMatchObject({ state: 'waiting', failures: occasion })
    }
    expect(afterFailure(entry, at)).toEqual({ state: 'parked', failures: 5, failedAt: at, parkedAt: at })
    expect(at - now).toBeGreaterThanOrEqual(HOUR_MS)
  })

  test('failures near to each other are one; a clock that was set back makes another of it', () => {
    const once = { ...row(1, 'a'), ...afterFailure(row(1, 'a'), now) }
    expect(afterFailure(once, now + OCCASION_MS - 1)).toMatchObject({ failures: 1, failedAt: now })
    expect(afterFailure(once, now + OCCASION_MS)).toMatchObject({ failures: 2 })
    expect(afterFailure(once, now - 1)).toMatchObject({ failures: 2, failedAt: now - 1 })
  })

  test('an entry parked by a clock that was ahead is due once the clock is set right', () => {
    expect(isParkedDue(row(1, 'a', { parkedAt: now + HOUR_MS }), now)).toBe(true)
    expect(isParkedDue(row(1, 'a', { parkedAt: now - HOUR_MS + 1 }), now)).toBe(false)
  })
})
