import { describe, expect, test } from 'vitest'
import { monthOf, nameOf, offered, readBooksSearch, searchOf } from './books-search.ts'

const NOW = Date.UTC(2028, 1, 10)

describe('what an address of the money page says', () => {
  test('nothing said: the month of now, with its last day', () => {
    expect(readBooksSearch({}, NOW)).toEqual({
      view: 'payouts',
      from: '2028-02-01',
      until: '2028-02-29',
      figure: null,
      athlete: null,
      question: null,
    })
  })

  test('what makes no sense is as if it was not said', () => {
    const search = { view: 'x', from: '1 or 1', until: 5, figure: 'all', athlete: 'a', question: {} }
    expect(readBooksSearch(search, NOW)).toEqual(readBooksSearch({}, NOW))
  })

  test('a link says what it was made of', () => {
    const search = {
      view: 'ledger',
      figure: 'tips',
      from: '2027-01-01',
      until: '2027-12-31',
      athlete: null,
    } as const
    expect(readBooksSearch(searchOf(search), NOW)).toMatchObject(search)
  })
})

test('a period that is a month or a year has its name', () => {
  for (const name of ['2027-02', '2027-12', '2027']) expect(nameOf(monthOf(name))).toBe(name)
  expect(nameOf({ from: '2027-01-02', until: '2027-01-31' })).toBeNull()
})

test('two years of months are offered', () => {
  const { months, years } = offered(NOW)
  expect([months.length, months[0], months.at(-1), years]).toEqual([
    24,
    '2028-02',
    '2026-03',
    ['2028', '2027', '2026'],
  ])
})
