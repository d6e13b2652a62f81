import { beforeEach, expect, test, vi } from 'vitest'
import { forgetWords, leaveWords, withLastWords, wordsAlone } from './draft-backup.ts'

const row = { id: 'a', body: 'as the disk has it', savedAt: 10 }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  })
})

test('BR-2 words that a page left on its way out stand in place of the older ones of the same draft', () => {
  leaveWords('ada', { id: 'a', athleteId: 'x', body: 'and the last word', savedAt: 11 })
  expect(withLastWords('ada', row).body).toBe('and the last word')
  expect(withLastWords('ada', { ...row, id: 'b' }).body).toBe(row.body)
  expect(withLastWords('guest', row).body).toBe(row.body)
})

test('what the database got after all is let go of: an older clock elsewhere does not bring it back', () => {
  leaveWords('ada', { id: 'a', athleteId: 'x', body: 'left', savedAt: 11 })
  expect(withLastWords('ada', { ...row, savedAt: 12 }).body).toBe(row.body)
  expect(withLastWords('ada', row).body).toBe(row.body)
})

test('BR-2 words of which a full database got nothing are a draft by themselves', () => {
  const words = { id: 'a', athleteId: 'x', body: 'nowhere else', savedAt: 11 }
  expect(leaveWords('ada', words)).toBe(true)
  expect(wordsAlone('ada', [])).toEqual([words])
  expect(wordsAlone('ada', [{ id: 'a' }])).toEqual([])
  expect(wordsAlone('guest', [])).toEqual([])
})

test('BR-2 a second draft on a full device leaves the words of the first', () => {
  const first = { id: 'a', athleteId: 'x', body: 'a whole question', savedAt: 11 }
  const second = { id: 'b', athleteId: 'y', body: 'I', savedAt: 12 }
  leaveWords('ada', first)
  leaveWords('ada', second)
  expect(wordsAlone('ada', [])).toEqual([first, second])
  forgetWords('ada', 'b')
  expect(wordsAlone('ada', [])).toEqual([first])
})

test('words that a former build left are found, and go as others do', () => {
  const words = { id: 'a', athleteId: 'x', body: 'left by a former build', savedAt: 11 }
  localStorage.setItem('infield.words.ada', JSON.stringify(words))
  expect(wordsAlone('ada', [])).toEqual([words])
  leaveWords('ada', { ...words, body: 'and gone on with', savedAt: 12 })
  expect(withLastWords('ada', row).body).toBe('and gone on with')
  forgetWords('ada', 'a')
  expect(wordsAlone('ada', [])).toEqual([])
})

test('they go with their draft, and with no other', () => {
  leaveWords('ada', { id: 'a', athleteId: 'x', body: 'and the last word', savedAt: 11 })
  forgetWords('ada', 'b')
  expect(withLastWords('ada', row).body).toBe('and the last word')
  forgetWords('ada', 'a')
  expect(withLastWords('ada', row)).toEqual(row)
})

test('P4 they go with their account', () => {
  leaveWords('ada', { id: 'a', athleteId: 'x', body: 'and the last word', savedAt: 11 })
  forgetWords('ada')
  expect(withLastWords('ada', row)).toEqual(row)
})

test('a browser that keeps nothing goes without', () => {
  vi.stubGlobal('localStorage', undefined)
  leaveWords('ada', { id: 'a', athleteId: 'x', body: 'x', savedAt: 11 })
  forgetWords('ada')
  expect(withLastWords('ada', row)).toEqual(row)
})
