import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../sync/limits.ts'
import type { OutboxRow } from '../device.ts'
import { afterFailure, backOffMs, isParkedDue, nextBatch, PARK_AFTER } from './outbox-rules.ts'

const now = Date.UTC(2026, 10, 21)
const open = { skipped: new Set<string>(), alone: false, now }

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

  test('a parked entry is tried again after a day, before what waits behind it', () => {
    const rows = [row(1, 'a', { state: 'parked', parkedAt: now - DAY_MS }), row(2, 'a')]
    expect(counters(nextBatch(rows, open))).toEqual([1])
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

describe('trouble', () => {
  test('the fifth failure parks', () => {
    let entry = row(1, 'a')
    for (let failure = 1; failure < PARK_AFTER; failure += 1) {
      entry = { ...entry, ...afterFailure(entry, now) }
      expect(entry.state).toBe('waiting')
    }
    expect(afterFailure(entry, now)).toEqual({ state: 'parked', failures: 5, parkedAt: now })
  })

  test('an entry parked by a clock a day ahead is due once the clock is set right', () => {
    expect(isParkedDue({ parkedAt: now + DAY_MS }, now)).toBe(true)
    expect(isParkedDue({ parkedAt: now - DAY_MS + 1 }, now)).toBe(false)
  })

  test('waits double to five minutes and spread', () => {
    expect(backOffMs(0, 1)).toBe(2_000)
    expect(backOffMs(3, 1)).toBe(16_000)
    expect(backOffMs(30, 1)).toBe(300_000)
    expect(backOffMs(30, 0)).toBe(150_000)
  })
})
