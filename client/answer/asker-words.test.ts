import { describe, expect, test } from 'vitest'
import { countryName } from '../text/country-options.ts'
import { askerFacts, fromCountry, partnerName, placeOf } from './asker-words.ts'

describe('what is told of an asker', () => {
  test('a surname of one letter is an initial', () => {
    expect(partnerName({ firstName: 'Kim', lastName: 'L' })).toBe('Kim L.')
    expect(partnerName({ firstName: 'Nora', lastName: 'Quist' })).toBe('Nora Quist')
    expect(partnerName({ firstName: 'Kim', lastName: '' })).toBe('Kim')
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
  expect(partnerName({ firstName: 'Kim', lastName: '🏀' })).toBe('Kim 🏀.')
})
