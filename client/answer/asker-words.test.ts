import { describe, expect, test } from 'vitest'
import { NOBODY } from '../../sync/account/mine.ts'
import type { Partner } from '../../sync/collections.ts'
import { countryName } from '../text/country-options.ts'
import { askerFacts, fromCountry, partnerName, placeOf } from './asker-words.ts'

const FAN: Partner = {
  ...{ id: 'fan', role: 'basic', firstName: 'Kim', lastName: 'L', username: null, sport: null, city: null },
  ...{ countryCode: 'NO', age: 27, pictureUrl: null },
}
const ATHLETE: Partner = { ...FAN, role: 'creator', username: 'nora', age: null }

describe('what is told of an asker', () => {
  test('a fan has an initial, and an athlete a surname, which may be one character', () => {
    expect(partnerName({ ...FAN, lastName: 'L' })).toBe('Kim L.')
    expect(partnerName({ ...FAN, lastName: 'क्षे' })).toBe('Kim क्षे.')
    expect(partnerName({ ...FAN, lastName: '' })).toBe('Kim')
    expect(partnerName({ ...ATHLETE, firstName: 'Nora', lastName: 'Quist' })).toBe('Nora Quist')
    expect(partnerName({ ...ATHLETE, firstName: '娜', lastName: '李' })).toBe('娜 李')
  })

  test('one who has left has no initial', () => {
    const left = { ...FAN, firstName: NOBODY.firstName, lastName: NOBODY.lastName, countryCode: '' }
    expect(partnerName(left)).toBe('Former member')
  })

  test('D104 a minor is told by "under 18" and the country alone', () => {
    expect(askerFacts({ age: 'under 18', countryCode: 'US' })).toBe('under 18, United States')
    expect(askerFacts({ age: 27, countryCode: 'NO' })).toBe('27, Norway')
    expect(askerFacts({ age: null, countryCode: '' })).toBe('')
    expect(placeOf({ city: null, countryCode: 'US' })).toBe('United States')
    expect(placeOf({ city: 'Boston', countryCode: 'US' })).toBe('Boston, United States')
  })

  test('a country has its article after "from"', () => {
    const told = ['US', 'GB', 'NL', 'AE', 'DO', 'KY', 'NO', 'CZ', ''].map(fromCountry)
    expect(told).toEqual([
      ...['the United States', 'the United Kingdom', 'the Netherlands', 'the United Arab Emirates'],
      ...['the Dominican Republic', 'the Cayman Islands', 'Norway', 'Czechia', ''],
    ])
  })

  test('an unknown country stays as it is written', () => {
    expect(countryName('')).toBe('')
    expect(countryName('Elsewhere')).toBe('Elsewhere')
  })
})

test('an initial of more than one code unit gets its dot', () => {
  expect(partnerName({ ...FAN, lastName: '🏀' })).toBe('Kim 🏀.')
})
