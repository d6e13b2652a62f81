import { describe, expect, test } from 'vitest'
import { type OwnProfile, profileChangeOf } from '../../../sync/athlete/profile-edit.ts'
import { DAY_MS } from '../../../sync/limits.ts'
import { dayOf, type FormValues, profileOf, startOfDay, valuesOf } from './form-values.ts'
import { profileProblems } from './profile-problems.ts'

const NOW = Date.UTC(2026, 5, 1, 12)
const from: OwnProfile = {
  firstName: 'Nora',
  lastName: 'Quist',
  city: 'Eugene',
  countryCode: 'US',
  instagram: null,
  tiktok: null,
  x: 'nora',
  // An old database may have a sport that is no longer in the list.
  sport: 'Parkour',
  position: ' 800 m ',
  bio: '',
  achievements: [],
  interests: ['Pacing'],
  noGoTopics: null,
  payoutHandle: null,
  priceCents: 1_537,
  pause: { until: startOfDay('2026-06-09') + 5_000 },
}

/** Returns the fields with a problem once the form is filled in like this. */
function problemsOf(change: Partial<FormValues>, role = 'creator') {
  const wanted = profileOf({ ...valuesOf(from), ...change }, from)
  const changed = Object.keys(profileChangeOf(from, wanted)?.after ?? {}) as (keyof OwnProfile)[]
  return Object.keys(profileProblems(wanted, { changed, role, now: NOW }))
}

describe('the form of the profile', () => {
  test('what nobody touched is no change, however it is stored', () => {
    expect(profileOf(valuesOf(from), from)).toEqual(from)
    expect(problemsOf({})).toEqual([])
  })

  test('texts are trimmed, empty ones are none, and empty rows are no entries', () => {
    const values = {
      ...valuesOf(from),
      x: ' ',
      city: ' Oslo ',
      interests: [' Pacing ', '', 'Bends'],
      price: '0',
    }
    expect(profileOf(values, from)).toEqual({
      ...from,
      x: null,
      city: 'Oslo',
      interests: ['Pacing', 'Bends'],
      priceCents: 0,
    })
  })

  test('D22 free is a price that was chosen, and none is none', () => {
    expect(valuesOf({ ...from, priceCents: null }).price).toBe('')
    expect(valuesOf({ ...from, priceCents: 0 }).price).toBe('0')
    expect(profileOf({ ...valuesOf(from), price: '' }, { ...from, priceCents: null }).priceCents).toBeNull()
  })

  test('a return date is the beginning of its day here, and goes with the pause', () => {
    const tomorrow = dayOf(NOW + DAY_MS)
    const until = new Date(2026, 5, 2).getTime()
    expect(profileOf({ ...valuesOf(from), returnDay: tomorrow }, from).pause).toEqual({ until })
    expect(profileOf({ ...valuesOf(from), returnDay: '' }, from).pause).toEqual({ until: null })
    expect(profileOf({ ...valuesOf(from), isPaused: false }, from).pause).toBeNull()
    expect(problemsOf({ returnDay: tomorrow })).toEqual([])
    expect(problemsOf({ returnDay: dayOf(NOW) })).toEqual(['pause'])
    expect(problemsOf({ returnDay: dayOf(NOW + 500 * DAY_MS) })).toEqual(['pause'])
  })

  test('S2-2.71 S2-2.73 each mistake is told under its field', () => {
    expect(
      problemsOf({
        firstName: ' ',
        instagram: 'nora quist',
        interests: ['', ' '],
        achievements: ['Twice', 'Twice'],
        bio: 'x'.repeat(1_001),
      }).toSorted(),
    ).toEqual(['achievements', 'bio', 'firstName', 'instagram', 'interests'])
    expect(problemsOf({ countryCode: 'BR' })).toEqual(['countryCode'])
    expect(problemsOf({ countryCode: 'BR' }, 'basic')).toEqual([])
  })

  test('a character that cannot be read is said to be that, and not that something is missing', () => {
    const wanted = { ...from, firstName: 'No\u0000ra', bio: '\u0000', achievements: ['A \u0000cup'] }
    const changed = ['firstName', 'bio', 'achievements'] as const
    const told = Object.values(profileProblems(wanted, { changed, role: 'creator', now: NOW }))
    expect(told).toHaveLength(3)
    for (const said of told) expect(said).toMatch(/^This has a character that cannot be read/)
  })
})
