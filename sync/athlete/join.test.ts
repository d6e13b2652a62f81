import { describe, expect, test } from 'vitest'
import { placesFor } from '../media/picture.ts'
import { checkAthlete, joinAthleteCall } from './join.ts'
import { athleteProfile } from './profile.ts'
import { RESIDENCE_CODES } from './residence.ts'
import { SPORTS } from './sports.ts'

const SPECIFIED =
  'Archery, Badminton, Baseball, Basketball, Bodybuilding, Boxing, Canoe/Kayak, Fitness Creator, Cycling, Diving, Equestrian, Fencing, Field Hockey, Football, Golf, Gymnastics, Handball, Judo, Nutrition Creator, Powerlifting, Rowing, Rugby, Sailing, Shooting, Skateboarding, Soccer, Softball, Sport Climbing, Surfing, Swimming, Table Tennis, Taekwondo, Tennis, Track & Field, Triathlon, Volleyball, Water Polo, Weightlifting, Wellness Creator, Wrestling, Other'

const profile = {
  sport: 'Golf',
  position: null,
  bio: 'I putt.',
  achievements: ['An ace'],
  interests: ['Putting'],
  instagram: null,
  tiktok: null,
  x: null,
  noGoTopics: null,
}
const call = {
  code: 'x',
  person: {
    firstName: 'Ada',
    lastName: 'Lund',
    birthDate: '1999-05-06',
    countryCode: 'NO',
    city: 'Bergen',
    email: 'ada@join.test',
  },
  username: 'ada',
  password: 'chosen by Ada',
  profile,
  covers: 0,
}
const isProfile = (more: object) => athleteProfile.safeParse({ ...profile, ...more }).success
const isCall = (more: object) => joinAthleteCall.safeParse({ ...call, ...more }).success
const list = (count: number) => Array.from({ length: count }, (_, at) => `Entry ${at}`)

describe('the lists', () => {
  test('S2-3.13 the 41 sports stand in their order', () => {
    expect(SPORTS).toEqual(SPECIFIED.split(', '))
    expect(SPORTS).toHaveLength(41)
    expect(isProfile({ sport: 'Chess' })).toBe(false)
  })

  test('S2-3.14 D37 D78 an athlete resides in one of 43 countries', () => {
    expect(new Set(RESIDENCE_CODES).size).toBe(43)
    const now = Date.UTC(2026, 0, 1)
    for (const [countryCode, code] of [
      ['NO', null],
      ['AE', null],
      ['BR', 'unknown-country'],
      ['XX', 'unknown-country'],
    ] as const) {
      const result = checkAthlete({ countryCode, birthDate: '1999-05-06' }, now)
      expect(result.ok ? null : result.refusal.code, countryCode).toBe(code)
    }
  })
})

describe('S2-5.4 what is required', () => {
  test('everything but position, the networks and the no-go topics', () => {
    expect(isCall({})).toBe(true)
    for (const field of ['firstName', 'lastName', 'birthDate', 'countryCode', 'city', 'email'])
      expect(isCall({ person: { ...call.person, [field]: '' } }), field).toBe(false)
    for (const field of ['sport', 'bio']) expect(isProfile({ [field]: ' ' }), field).toBe(false)
    for (const field of ['position', 'instagram', 'tiktok', 'x', 'noGoTopics'])
      expect(isProfile({ [field]: null }), field).toBe(true)
  })

  test('S2-5.2 S2-9.1 D9 D10 fifteen by calendar birthday: the day before, on it, after it', () => {
    const born = { birthDate: '2011-02-28', countryCode: 'NO' }
    const ages = [27, 28, 29].map((day) => checkAthlete(born, Date.UTC(2026, 1, day)).ok)
    expect(ages).toEqual([false, true, true])
  })

  test('S2-5.9 S2-5.10 S2-9.2 D91 up to three achievements and eight areas of insight, one each at least, each filled in', () => {
    for (const [field, most] of [
      ['achievements', 3],
      ['interests', 8],
    ] as const) {
      expect(
        [0, 1, most, most + 1].map((count) => isProfile({ [field]: list(count) })),
        field,
      ).toEqual([false, true, true, false])
      for (const wrong of [['Filled in', ' '], ['Twice', 'Twice'], ['x'.repeat(81)], ['two\nlines']])
        expect(isProfile({ [field]: wrong }), `${field} ${wrong}`).toBe(false)
    }
  })

  test('S2-5.5 a username is lower-case letters and digits, fifteen at most', () => {
    for (const username of ['a', '0', 'abcdefghij12345']) expect(isCall({ username }), username).toBe(true)
    for (const username of ['', 'Ada', 'a b', 'a_b', 'adä', 'a'.repeat(16), 'ada\n'])
      expect(isCall({ username }), username).toBe(false)
  })

  test('S2-5.13 a handle has no @ and is no address', () => {
    for (const handle of ['ada.rows', 'ada_rows', 'A1']) expect(isProfile({ instagram: handle })).toBe(true)
    for (const handle of ['@ada', 'ada rows', 'https://x.com/ada', '../ada', '', 'ada?x', 'a'.repeat(31)])
      for (const network of ['instagram', 'tiktok', 'x'])
        expect(isProfile({ [network]: handle }), `${network} ${handle}`).toBe(false)
  })

  test('S2-5.11 D92 a profile picture and up to three covers; of more the first three are kept', () => {
    expect(placesFor(0)).toEqual(['profile'])
    expect(placesFor(7)).toEqual(['profile', 'cover1', 'cover2', 'cover3'])
    expect([-1, 4, 1.5].map((covers) => isCall({ covers }))).toEqual([false, false, false])
  })

  test('D100 nothing else is taken: no role, no price, no code of one’s own', () => {
    for (const more of [{ role: 'creator' }, { priceCents: 0 }, { pictureUrl: 'x' }])
      expect(isCall(more)).toBe(false)
    expect(isProfile({ tags: ['running'] })).toBe(false)
  })
})
