import { expect, test } from 'vitest'
import type { Waiting } from '../waiting.ts'
import { restOfRow } from './use-row.ts'

const asked = (id: string, dueAt: number, submittedAt = 0) =>
  ({ question: { id, dueAt, submittedAt }, asker: null }) as Waiting

test('a row goes on from the nearest deadline to the farthest, past what was skipped, answered or declined', () => {
  const row = [asked('a', 1), asked('b', 2), asked('c', 2, 5), asked('d', 9)]
  const restOf = (id: string, waiting = row) => {
    const current = row.find(({ question }) => question.id === id)?.question
    return current && restOfRow(waiting, current).map(({ question }) => question.id)
  }
  expect(restOf('a')).toEqual(['b', 'c', 'd'])
  expect(restOf('b')).toEqual(['c', 'd'])
  expect(restOf('d')).toEqual([])
  // An answered question no longer waits, and the row goes on from its place.
  expect(restOf('b', [row[0], row[3]] as Waiting[])).toEqual(['d'])
})
