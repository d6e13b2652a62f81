import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countCharacters, prose, z } from '../../../sync/shape.ts'
import { charactersOf, excessOf } from './text-limit.ts'

const CLIENT = new URL('../..', import.meta.url)

test('an excess is counted in characters, as the rules count them, without the spaces around', () => {
  expect(excessOf('🏃'.repeat(5), 5)).toBeNull()
  expect(excessOf(` ${'x'.repeat(5)} `, 5)).toBeNull()
  expect(excessOf('x'.repeat(6), 5)).toBe('1 character too many: at most 5.')
  expect(excessOf('x'.repeat(45), 5)).toBe('40 characters too many: at most 5.')
  expect(excessOf('x'.repeat(10_000))).toBeNull()
})

test('a letter that a keyboard types as several characters counts once, as it does for the rule', () => {
  const typed = ` ${'e\u0302\u0301'.repeat(5)} `
  expect(z.safeParse(prose(5), typed).success).toBe(true)
  expect(excessOf(typed, 5)).toBeNull()
  expect([charactersOf(typed), countCharacters(typed)]).toEqual([5, 5])
})

/**
 * In a field with `maxLength`, the browser cuts a pasted text without notice. `limit` keeps the text and says by
 * how much it is too long.
 */
test('no field of the app cuts what is typed or pasted', () => {
  const sources = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.tsx$/.test(path),
  )
  expect(sources.length).toBeGreaterThan(300)
  const cutting = sources.filter((path) =>
    /\bmaxLength\s*[=:}]/i.test(readFileSync(new URL(path, CLIENT), 'utf8')),
  )
  expect(cutting).toEqual([])
})
