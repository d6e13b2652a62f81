import { expect, test } from 'vitest'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { headOf, STANDING_PATHS } from './page-heads.ts'
import { profileHead } from './profile-head.ts'

const ATHLETE: Partial<PublicAthlete> = {
  firstName: 'Nora',
  lastName: 'Quist',
  username: 'nora',
  sport: 'Rowing',
  interests: [],
  achievements: [],
}
const PUBLIC = [...STANDING_PATHS, '/ask', '/demo']

test('every public page has a title and a description of its own', () => {
  const heads = PUBLIC.map(headOf({ publicUrl: null, port: 3_000 }))
  expect(new Set(heads.map(({ title }) => title)).size).toBe(PUBLIC.length)
  expect(new Set(heads.map(({ description }) => description)).size).toBe(PUBLIC.length)
  for (const { title, description = '', noindex } of heads) {
    expect(title).toMatch(/Infield/)
    expect(description.length, title).toBeGreaterThan(40)
    expect(description.length, title).toBeLessThan(170)
    expect(noindex, title).toBeUndefined()
  }
})

test('a long text without spaces is cut between characters', () => {
  const bio = `${'a'.repeat(79)}🏀${'東'.repeat(100)}`
  const { description } = profileHead({ ...ATHLETE, bio } as PublicAthlete, {
    origin: 'https://infield.example',
  })
  expect(description).toMatch(/🏀…$/)
})

test('a canonical address only where the server knows its own', () => {
  expect(headOf({ publicUrl: null, port: 3_000 })('/about').url).toBeUndefined()
  const head = headOf({ publicUrl: 'https://infield.example', port: 3_000 })
  expect(head('/about').url).toBe('https://infield.example/about')
  expect(head('/ask/ada').url).toBe('https://infield.example/ask/ada')
})
