import { describe, expect, test } from 'vitest'
import { APPROVAL_NEEDS_MS, HOUR_MS } from '../limits.ts'
import type { HoldState } from '../payment/amount.ts'
import { effectOfStatus, type StatusFacts } from './set-status.ts'
import { QUESTION_STATUSES, type QuestionStatus } from './status.ts'

const NOW = 1_700_000_000_000
const facts: StatusFacts = {
  status: 'new',
  reason: null,
  amountCents: 1_500,
  hold: 'held',
  captureBefore: NOW + 160 * HOUR_MS,
  answer: null,
  isVideoGone: false,
}
const says = (more: Partial<StatusFacts>, to: QuestionStatus) => {
  const result = effectOfStatus({ ...facts, ...more }, to, NOW)
  return result.ok ? `${result.value.does} ${result.value.money}` : result.refusal.code
}
/** The states of the hold that a question of each status may have. */
const HOLDS: Record<QuestionStatus, readonly HoldState[]> = {
  new: ['held'],
  approved: ['held', 'capturing'],
  rejected: ['releasing', 'released', 'lapsed', 'captured'],
  'athlete rejected': ['releasing', 'released', 'lapsed', 'captured'],
  completed: ['captured'],
}
const answerOf = (hold: HoldState) =>
  hold === 'captured' ? 'delivered' : hold === 'capturing' ? 'stored' : null

describe('S2-2.119 S2-4.2 D54 any status from any status', () => {
  test('a new one is decided: let through with its hold, or given back', () => {
    expect(QUESTION_STATUSES.map((to) => says({}, to))).toEqual([
      'already-decided',
      'approves kept',
      'rejects released',
      'declines released',
      'answer-missing',
    ])
  })

  test('an approved one goes back to screening, or is ended with its hold', () => {
    expect(QUESTION_STATUSES.map((to) => says({ status: 'approved' }, to))).toEqual([
      'reopens kept',
      'already-decided',
      'rejects released',
      'declines released',
      'answer-missing',
    ])
  })

  test('one whose announced answer is on its way can be ended, and not opened anew', () => {
    expect(QUESTION_STATUSES.map((to) => says({ status: 'approved', answer: 'waiting' }, to))).toEqual([
      'already-answered',
      'already-decided',
      'rejects released',
      'declines released',
      'answer-missing',
    ])
  })

  test('the money of every combination that leaves a captured or released state is untouched, or it is refused', () => {
    for (const from of QUESTION_STATUSES)
      for (const hold of HOLDS[from])
        for (const to of QUESTION_STATUSES) {
          const said = says({ status: from, hold, answer: answerOf(hold) }, to)
          if (hold !== 'held') expect(said, `${from} ${hold} → ${to}`).not.toMatch(/released|kept/)
          if (from !== to && to === 'approved' && hold !== 'held')
            expect(said, `${from} ${hold} → ${to}`).toMatch(/hold-gone|already-answered/)
        }
  })

  test('completed is said of a question with a delivered answer alone', () => {
    for (const answer of [null, 'waiting', 'stored'] as const)
      expect(says({ status: 'rejected', hold: 'released', answer }, 'completed')).toBe('answer-missing')
    expect(says({ status: 'rejected', hold: 'captured', answer: 'delivered' }, 'completed')).toBe(
      'names untouched',
    )
    expect(says({ status: 'completed', hold: 'captured', answer: 'delivered' }, 'rejected')).toBe(
      'names untouched',
    )
    expect(says({ status: 'completed', hold: 'captured', answer: 'delivered' }, 'approved')).toBe(
      'already-answered',
    )
    expect(says({ status: 'approved', hold: 'capturing', answer: 'stored' }, 'rejected')).toBe(
      'already-answered',
    )
  })

  test('a free one may be opened again, as long as it still asks something and its asker wants it', () => {
    const free: Partial<StatusFacts> = {
      status: 'rejected',
      amountCents: 0,
      hold: 'none',
      captureBefore: null,
    }
    expect(says(free, 'approved')).toBe('approves none')
    expect(says(free, 'new')).toBe('reopens none')
    expect(says({ ...free, isVideoGone: true }, 'approved')).toBe('video-not-there')
    expect(says({ ...free, reason: 'cancelled-by-asker' }, 'new')).toBe('ask-closed')
  })

  test('D4 a hold that would not outlast an answer opens nothing', () => {
    expect(says({ captureBefore: NOW + APPROVAL_NEEDS_MS }, 'approved')).toBe('approves kept')
    expect(says({ captureBefore: NOW + APPROVAL_NEEDS_MS - 1 }, 'approved')).toBe('hold-too-short')
    expect(says({ status: 'approved', captureBefore: NOW }, 'new')).toBe('hold-too-short')
  })
})
