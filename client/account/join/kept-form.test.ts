import { expect, test, vi } from 'vitest'
import { forgetTypedForms } from '../../store/account/typed-forms.ts'
import type { Joining } from './check-joining.ts'
import { keepForm, readKeptForm } from './kept-form.ts'

test('a sign-up that was begun in a tab is deleted by a sign-out there', () => {
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
  keepForm({ firstName: 'Ada' } as Joining)
  expect(readKeptForm()).toMatchObject({ firstName: 'Ada' })
  forgetTypedForms()
  expect(readKeptForm()).toBeNull()
})
