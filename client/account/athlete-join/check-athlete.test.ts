import { describe, expect, test } from 'vitest'
import { joinAthleteCall } from '../../../sync/athlete/join.ts'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { checkAthleteJoining } from './check-athlete.ts'
import { EMPTY, type JoiningValues, joinCallOf } from './joining-values.ts'

const NOW = Date.UTC(2026, 10, 22)
const picture: ReadyPicture = { blob: new Blob(['x']), url: 'blob:x', position: null }
const good: JoiningValues = {
  ...EMPTY,
  firstName: 'Ada',
  lastName: 'Lund',
  birthDate: '1999-05-06',
  countryCode: 'NO',
  city: 'Bergen',
  email: 'ada@join.test',
  username: 'ada',
  sport: 'Rowing',
  bio: 'I row.',
  achievements: ['A cup'],
  interests: ['Starts'],
  picture,
}
const problems = (more: Partial<JoiningValues> = {}, password = 'chosen by Ada') =>
  checkAthleteJoining({ ...good, ...more }, password, NOW)

describe('S2-5.4 what the form asks for', () => {
  test('S2-5.13 everything but position, networks, no-go topics and covers', () => {
    expect(problems()).toEqual({})
    expect(Object.keys(checkAthleteJoining(EMPTY, '', NOW)).sort()).toEqual(
      'achievements bio birthDate city countryCode email firstName interests lastName password picture sport'.split(
        ' ',
      ),
    )
  })

  test('S2-2.31 D78 a country of residence that is one of the 43', () => {
    expect(problems({ countryCode: 'BR' })).toEqual({ countryCode: 'Choose your country from the list.' })
  })

  test('S2-5.2 S2-5.3 D9 fifteen years, by calendar birthday', () => {
    expect(Object.keys(problems({ birthDate: '2011-11-23' }))).toEqual(['birthDate'])
    expect(problems({ birthDate: '2011-11-22' })).toEqual({})
  })

  test('S2-5.9 S2-5.10 each shown entry is filled in', () => {
    expect(problems({ achievements: ['A cup', ' '] }).achievements).toMatch(/Fill in every/)
    expect(problems({ interests: ['Starts', 'Starts'] }).interests).toMatch(/once/)
    expect(problems({ interests: ['x'.repeat(81)] }).interests).toMatch(/80 characters/)
  })

  test('a character that cannot be read is said to be that, in whatever field', () => {
    const unread = /^This has a character that cannot be read/
    const told = problems({
      position: 'Mid\u0000field',
      bio: 'I row.\u0000',
      noGoTopics: '\u0000',
      achievements: ['A \u0000cup'],
    })
    expect(Object.keys(told).toSorted()).toEqual(['achievements', 'bio', 'noGoTopics', 'position'])
    for (const said of Object.values(told)) expect(said).toMatch(unread)
  })

  test('S2-5.8 D48 a password that is too short or too long', () => {
    expect(Object.keys(problems({}, 'short'))).toEqual(['password'])
    expect(Object.keys(problems({}, 'x'.repeat(129)))).toEqual(['password'])
  })
})

test('S2-5.13 D100 what is sent is what the server takes: handles without @, no role, nothing empty', () => {
  const call = joinCallOf(
    { ...good, instagram: '@ada.rows', x: ' ', covers: [picture] },
    { code: 'C', password: 'p' },
  )
  expect(joinAthleteCall.safeParse(call).success).toBe(true)
  expect(call).toMatchObject({ covers: 1, profile: { instagram: 'ada.rows', x: null, position: null } })
  expect(JSON.stringify(call)).not.toContain('role')
})
