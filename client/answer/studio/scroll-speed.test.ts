import { expect, test } from 'vitest'
import { scrollSpeed } from './teleprompter.tsx'

test('notes scroll to their end as they are spoken, and stand still where they fit', () => {
  const words = Array(96).fill('word').join(' ')
  // 96 words take forty seconds, which is the length meant for an answer.
  expect(scrollSpeed(words, 400)).toBeCloseTo(10)
  expect(scrollSpeed('Thank them first.', 40)).toBe(10)
  expect(scrollSpeed(words, 0)).toBe(0)
  expect(scrollSpeed('', -3)).toBe(0)
})
