import { describe, expect, test } from 'vitest'
import { afterGone, moveOfKey, stepFrom } from './desk-keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false }
const press = (key: string, more = {}) => moveOfKey({ ...plain, key, ...more }, { isTyping: false })

describe('the keys of the desk', () => {
  test('j and k move, a approves, r rejects, / searches, x chooses, u undoes', () => {
    expect(['j', 'k', 'a', 'r', '/', 'x', 'u', 'y'].map((key) => press(key))).toEqual([
      'next',
      'previous',
      'approve',
      'reject',
      'search',
      'choose',
      'undo',
      null,
    ])
  })

  test('a modifier or a field keeps the key for itself', () => {
    expect(press('r', { ctrlKey: true })).toBeNull()
    expect(press('a', { metaKey: true })).toBeNull()
    expect(moveOfKey({ ...plain, key: 'a' }, { isTyping: true })).toBeNull()
  })

  test('a held key goes on through the list and does nothing else again', () => {
    expect(['j', 'k', 'a', 'r', '/', 'x', 'u'].map((key) => press(key, { repeat: true }))).toEqual([
      'next',
      'previous',
      ...Array(5).fill(null),
    ])
  })

  test('moving starts at the first row and stops at the ends', () => {
    const ids = ['a', 'b', 'c']
    expect(stepFrom(ids, null, 1)).toBe('a')
    expect(stepFrom(ids, 'gone', -1)).toBe('a')
    expect(stepFrom(ids, 'a', 1)).toBe('b')
    expect(stepFrom(ids, 'c', 1)).toBe('c')
    expect(stepFrom(ids, 'a', -1)).toBe('a')
    expect(stepFrom([], null, 1)).toBeNull()
  })

  test('a decided row gives the selection to the one that takes its place', () => {
    expect(afterGone(['a', 'b', 'c'], 'b')).toBe('c')
    expect(afterGone(['a', 'b', 'c'], 'c')).toBe('b')
    expect(afterGone(['a'], 'a')).toBeNull()
  })
})
