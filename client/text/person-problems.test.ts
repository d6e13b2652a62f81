import { expect, test } from 'vitest'
import { email, line, prose } from '../../sync/shape.ts'
import { lineProblem, personProblems } from './person-problems.ts'

const asker = {
  firstName: 'Ada',
  lastName: 'Obi',
  birthDate: '2000-01-01',
  countryCode: 'NG',
  city: 'Lagos',
  email: 'ada@obi.ng',
}
const NOW = Date.UTC(2026, 10, 27)
const problemOf = (text: string) => lineProblem(text, { wanted: 'Enter it.', max: 35 })

test('each thing that is wrong with a line is said as itself', () => {
  expect(problemOf('')).toBe('Enter it.')
  expect(problemOf('x'.repeat(36))).toBe('At most 35 characters.')
  expect(problemOf('x'.repeat(400))).toBe('At most 35 characters.')
  expect(problemOf('A\u0000da')).toMatch(/^This has a character that cannot be read/)
  expect(problemOf('\ud800')).toMatch(/^This has a character that cannot be read/)
})

test.each(['\u200b', '\u202e', '\ufeff \u2060', '\u200d', '\u0301'])(
  'a name of %j alone is no name',
  (text) => expect(problemOf(text)).toBe('Enter it.'),
)

test('marks that turn or hide text are taken out of names and texts; scripts keep what they are written with', () => {
  expect(line(35).parse('\u202egnik\u202c\u200b')).toBe('gnik')
  expect(prose(500).parse('a\u2066b\ufeff\nc')).toBe('ab\nc')
  for (const name of ['می\u200cخواهم', 'نورة', '👩\u200d🏫', 'José', 'Ọlá'])
    expect(line(35).parse(name)).toBe(name.normalize('NFC'))
})

test('marks that were copied along are no part of a line or of an address, and no reason to refuse it', () => {
  expect(line(35).parse('\u200eRosa\u200f\u061c')).toBe('Rosa')
  expect(prose(500).parse('\u05d0!\u200f b')).toBe('\u05d0!\u200f b')
  for (const address of ['\u200bada@obi.ng', 'ada@obi.ng\u202c', '\ufeffada@\u2060obi.ng\u200e']) {
    expect(email(254).parse(address)).toBe('ada@obi.ng')
    expect(personProblems({ ...asker, email: address }, NOW)).toEqual({})
  }
})

test('somebody with one name is told what to do', () => {
  expect(personProblems({ ...asker, lastName: '' }, NOW)).toEqual({
    lastName: 'Enter your last name. If you have only one name, type it here again.',
  })
  expect(personProblems({ ...asker, firstName: 'Sukarno', lastName: 'Sukarno' }, NOW)).toEqual({})
})
