import { describe, expect, test } from 'vitest'
import { unsentLine } from './unsent-line.tsx'

const NONE = { answers: 0, replies: 0, questions: 0, changes: 0 }

describe('the offline line', () => {
  test('counts answers in the words of the look', () => {
    expect(unsentLine({ ...NONE, answers: 3 })).toBe(
      "Offline. 3 answers are safe on this device and will send when you're back.",
    )
  })
  test('one thing is one', () => {
    expect(unsentLine({ ...NONE, questions: 1 })).toBe(
      "Offline. 1 question is safe on this device and will send when you're back.",
    )
    expect(unsentLine({ ...NONE, changes: 1 })).toContain('1 change is safe')
  })
  test('answers and questions together', () => {
    expect(unsentLine({ ...NONE, answers: 1, questions: 2 })).toContain('1 answer and 2 questions are safe')
    expect(unsentLine({ answers: 1, replies: 1, questions: 2, changes: 1 })).toContain(
      '1 answer, 1 reply, 2 questions and 1 change are safe',
    )
  })
  test('with nothing unsent it says what there is', () => {
    expect(unsentLine(NONE)).toBe('Offline. What you opened before is here.')
  })
})
