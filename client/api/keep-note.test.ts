import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSignOutPending, markSignOut } from './call.ts'
import { keepNote, readNote } from './keep-note.ts'
import { type KeptSession, keepSession, readKeptSession } from './kept-session.ts'

const kept = new Map<string, string>()
const sessionOf = (id: string) => ({ person: { id, firstName: id } }) as KeptSession

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Leaves no room in the storage. */
function fillUp(): void {
  localStorage.setItem = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
}

test('a note without room is missing, and stops nobody', () => {
  expect([keepNote('a', '1'), kept.get('a')]).toEqual([true, '1'])
  fillUp()
  expect([keepNote('b', '1'), kept.has('b')]).toEqual([false, false])
})

test('a note that is missing or damaged, or that a browser blocks, is none', () => {
  kept.set('whole', '{"id":1}').set('cut', '{"id"')
  expect(['whole', 'cut', 'none'].map(readNote)).toEqual([{ id: 1 }, null, null])
  localStorage.getItem = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  expect(readNote('whole')).toBeNull()
})

test('without room the kept session stays that of the same person, and is never that of another one', () => {
  keepSession(sessionOf('ada'))
  fillUp()
  keepSession(sessionOf('ada'))
  expect(readKeptSession()?.person?.id).toBe('ada')
  keepSession(sessionOf('bo'))
  expect(readKeptSession()).toBeNull()
})

test('without room for its mark a sign-out is known to the page', () => {
  fillUp()
  markSignOut()
  expect(isSignOutPending()).toBe(true)
})
