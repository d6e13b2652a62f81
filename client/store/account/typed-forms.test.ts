import { expect, test, vi } from 'vitest'
import { forgetTypedForms, keepTyped, readTyped } from './typed-forms.ts'

test('a form that was begun in a tab is deleted by a sign-out there', () => {
  const stored: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value
    },
    removeItem: (key: string) => {
      delete stored[key]
    },
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(stored, name, { value })
  vi.stubGlobal('sessionStorage', stored)
  keepTyped('joining', { firstName: 'Ada' })
  expect(readTyped('joining')).toEqual({ firstName: 'Ada' })
  forgetTypedForms()
  expect(readTyped('joining')).toEqual({})
})
