import { expect, test } from 'vitest'
import type { PersonDocument } from '../../../sync/collections.ts'
import type { OutboxRow } from '../../db/device.ts'
import { likelyProfile } from './likely-profile.ts'

const stored = { bio: 'One.', city: 'Oslo', revision: 4 } as NonNullable<PersonDocument['profile']>

function entry(state: OutboxRow['state'], [before, after]: [string, string], revision = 0) {
  return {
    state,
    args: { personId: 'x', before: { bio: before }, after: { bio: after } },
    value: { revision },
  }
}
const shown = (...entries: ReturnType<typeof entry>[]) =>
  likelyProfile(stored, entries, { role: 'creator', now: 1 }).bio

test('S2-2.70 what is under way shows at once, one change after the other; what was refused does not', () => {
  expect(shown()).toBe('One.')
  expect(shown(entry('waiting', ['One.', 'Two.']), entry('parked', ['Two.', 'Three.']))).toBe('Three.')
  expect(shown(entry('refused', ['One.', 'Two.']))).toBe('One.')
})

test('D98 a change that will lose is not shown as made', () => {
  expect(shown(entry('waiting', ['Zero.', 'Two.']))).toBe('One.')
})

test('what the server has settled shows until a pull brings it, and not after', () => {
  expect(shown(entry('settled', ['One.', 'Two.'], 5))).toBe('Two.')
  expect(shown(entry('settled', ['One.', 'Two.'], 4))).toBe('One.')
})
