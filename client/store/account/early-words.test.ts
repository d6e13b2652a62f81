import { beforeEach, expect, test, vi } from 'vitest'
import { earlyWords, forgetEarlyWords } from './early-words.ts'

const words = (id: string, athleteId: string) => ({ id, athleteId, body: '{}', savedAt: 1 })

beforeEach(() => {
  const store: Record<string, unknown> = {}
  const leave = (athleteId: string, value: object) => {
    store[`infield.words.early.${athleteId}`] = JSON.stringify(value)
  }
  leave('x', words('a', 'x'))
  leave('y', words('b', 'y'))
  leave('z', {})
  store['infield.words.guest'] = JSON.stringify(words('c', 'x'))
  const hidden = (value: unknown) => ({ value, enumerable: false })
  vi.stubGlobal(
    'localStorage',
    Object.defineProperties(store, {
      getItem: hidden((key: string) => store[key] ?? null),
      removeItem: hidden((key: string) => delete store[key]),
    }),
  )
})

test('one draft for each athlete, and nothing of what else is kept', () => {
  expect(earlyWords().map(({ id }) => id)).toEqual(['a', 'b'])
  forgetEarlyWords('a')
  forgetEarlyWords('c')
  expect(earlyWords().map(({ id }) => id)).toEqual(['b'])
  expect(localStorage.getItem('infield.words.guest')).not.toBeNull()
  forgetEarlyWords()
  expect(Object.keys(localStorage)).toEqual(['infield.words.guest'])
})
