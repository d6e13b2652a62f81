import { expect, test } from 'vitest'
import { CHALK, chalkOfSport } from './chalk-data.ts'

test('every drawing is made of finite numbers', () => {
  for (const drawing of Object.values(CHALK))
    expect(JSON.stringify(drawing)).not.toMatch(/NaN|undefined|null/)
})

test('a sport finds its ground whatever its case, and an unknown one gets the track', () => {
  expect(chalkOfSport('Basketball')).toBe('key')
  expect(chalkOfSport(' track & FIELD ')).toBe('lanes')
  expect(chalkOfSport('Equestrian')).toBe('track')
  expect(chalkOfSport(null)).toBe('track')
})
