import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { questionNote } from './desk/screening.ts'
import { feedbackForm } from './forms/forms.ts'
import { countCharacters, day, line, prose, z } from './shape.ts'

const NOTHING_SEEN = ['\u00ad', ' \u0301\n', '\u2061\u200b', '\u200d\ufeff']

describe('a text', () => {
  test('of which nothing can be seen is empty, and where one is asked for it is none', () => {
    for (const text of NOTHING_SEEN) {
      expect(z.parse(prose(20), text)).toBe('')
      const of = { questionId: randomUUID(), noteId: randomUUID() }
      expect(z.safeParse(questionNote, { ...of, text }).success).toBe(false)
      expect(z.safeParse(feedbackForm, { feedbackId: randomUUID(), content: text }).success).toBe(false)
    }
    for (const text of ['e\u0301'.normalize('NFC'), '👩‍👩‍👧', '\u05d0\u05b0', '.'])
      expect(z.parse(prose(20), text)).toBe(text)
  })
})

test('the characters of a text are counted as it is stored, which is how the rules bound it', () => {
  for (const text of [` ${'e\u0302\u0301'.repeat(5)}`, '\u200bnine \ufeff', '👩‍👩‍👧', 'x'.repeat(5)]) {
    const count = countCharacters(text)
    for (const shape of [line, prose]) {
      expect(z.safeParse(shape(count), text).success, text).toBe(true)
      expect(z.safeParse(shape(count - 1), text).success, text).toBe(false)
    }
  }
})

test('a day exists in every calendar that it is asked of', () => {
  for (const text of ['0000-01-01', '9999-12-31', '2026-02-29', '2026-13-01', '2026-1-1'])
    expect(z.safeParse(day, text).success, text).toBe(false)
  for (const text of ['0001-01-01', '2028-02-29', '9998-12-31'])
    expect(z.safeParse(day, text).success, text).toBe(true)
})
