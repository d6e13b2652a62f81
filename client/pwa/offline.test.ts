import { expect, test } from 'vitest'
import type { KnownPerson } from '../api/session.ts'
import { partsFor } from './offline.ts'

const person = (role: KnownPerson['role']) => ({
  person: { id: 'p', role, firstName: 'Rosa', username: null },
})

test('everybody keeps what asking needs, and behind a sign-in what their role opens', () => {
  expect(partsFor({ person: null })).toEqual(['asking'])
  expect(partsFor(person('basic'))).toEqual(['asking', 'dashboard'])
  expect(partsFor(person('creator'))).toEqual(['asking', 'dashboard', 'studio'])
  expect(partsFor(person('admin'))).toEqual(['asking', 'dashboard', 'desk'])
})
