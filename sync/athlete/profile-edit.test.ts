import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../limits.ts'
import type { Role } from '../roles.ts'
import { priceOptions } from './offer.ts'
import { applyProfileChange, type OwnProfile, profileChangeOf, profileSave } from './profile-edit.ts'

const NOW = Date.UTC(2026, 5, 1)
const stored: OwnProfile = {
  firstName: 'Nora',
  lastName: 'Quist',
  city: 'Eugene',
  countryCode: 'US',
  instagram: null,
  tiktok: null,
  x: null,
  sport: 'Rowing',
  position: null,
  bio: 'I row.',
  achievements: ['Head of the river'],
  interests: ['Catches'],
  noGoTopics: null,
  payoutHandle: null,
  priceCents: 1_500,
  pause: null,
}
const personId = '00000000-0000-4000-8000-000000000001'

/** Returns the result of saving a profile that was edited on a device which last saw `seen`. */
function save(after: Partial<OwnProfile>, { seen = stored, role = 'creator' as Role, now = NOW } = {}) {
  const change = profileChangeOf(seen, { ...seen, ...after })
  return change && applyProfileChange(stored, change, { role, now })
}
const parses = (after: object) => profileSave.safeParse({ personId, before: {}, after }).success

describe('S2-2.70 what may be changed', () => {
  test('a member changes what they tell; the rest stays', () => {
    expect(save({ bio: 'I row, and coach.', city: 'Oslo', countryCode: 'NO' })).toEqual({
      ok: true,
      value: { ...stored, bio: 'I row, and coach.', city: 'Oslo', countryCode: 'NO' },
    })
    expect(save({})).toBeNull()
  })

  test('S2-2.51 S2-2.74 price, pause and the like are an athlete’s alone', () => {
    expect(save({ city: 'Oslo', instagram: 'nora' }, { role: 'basic' })).toMatchObject({ ok: true })
    for (const after of [{ priceCents: 500 }, { pause: { until: null } }, { bio: 'x' }])
      expect(save(after, { role: 'basic' })).toMatchObject({ ok: false, refusal: { code: 'not-allowed' } })
    expect(save({ city: 'Oslo' }, { role: 'test' })).toMatchObject({ ok: false })
  })

  test('email, role, username, tags, promo and pictures are no part of it', () => {
    for (const field of ['email', 'role', 'username', 'tags', 'promo', 'pictureUrl', 'birthDate', 'listed'])
      expect(parses({ [field]: 'x' }), field).toBe(false)
    expect(parses({ city: 'Oslo' })).toBe(true)
  })

  test('S2-2.71 S2-2.72 S2-2.73 up to 8 areas of insight and at least one; handles without @', () => {
    const areas = (count: number) => Array.from({ length: count }, (_, n) => `Area ${n}`)
    expect([0, 1, 8, 9].map((count) => parses({ interests: areas(count) }))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect([0, 1, 3, 4].map((count) => parses({ achievements: areas(count) }))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(['@nora', 'nora.q', 'https://x.com/nora'].map((instagram) => parses({ instagram }))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('S2-9.9 D21 a price is free or one of 196 steps from $5 to $200', () => {
    const options = priceOptions()
    expect([options.length, options[0], options[1], options.at(-1)]).toEqual([197, 0, 500, 20_000])
    expect(options.every((priceCents) => parses({ priceCents }))).toBe(true)
    expect([100, 499, 550, 20_100, -500, null].some((priceCents) => parses({ priceCents }))).toBe(false)
  })

  test('D78 an athlete resides in one of the 43 countries, a fan anywhere there is', () => {
    expect(save({ countryCode: 'BR' })).toMatchObject({ refusal: { code: 'unknown-country' } })
    expect(save({ countryCode: 'BR' }, { role: 'basic' })).toMatchObject({ ok: true })
    expect(save({ countryCode: 'XX' }, { role: 'basic' })).toMatchObject({
      refusal: { code: 'unknown-country' },
    })
  })
})

describe('D98 what was changed elsewhere in the meantime', () => {
  const seen = { ...stored, bio: 'I swim.' }

  test('stands, and nothing of the change is made', () => {
    expect(save({ bio: 'I dive.', city: 'Oslo' }, { seen })).toEqual({
      ok: false,
      refusal: { code: 'changed-meanwhile', detail: { fields: 'bio' } },
    })
  })

  test('is no conflict in a field of its own, or where both changed the same', () => {
    expect(save({ city: 'Oslo' }, { seen })).toMatchObject({
      ok: true,
      value: { bio: 'I row.', city: 'Oslo' },
    })
    expect(save({ bio: 'I row.' }, { seen })).toMatchObject({ ok: true, value: { bio: 'I row.' } })
  })

  test('a change over one that is still under way is made after it', () => {
    const first = profileChangeOf(stored, { ...stored, bio: 'One.' })
    const second = profileChangeOf({ ...stored, bio: 'One.' }, { ...stored, bio: 'Two.' })
    const saving = { role: 'creator', now: NOW } as const
    const once = first && applyProfileChange(stored, first, saving)
    const twice = once?.ok && second && applyProfileChange(once.value, second, saving)
    expect(twice).toMatchObject({ ok: true, value: { bio: 'Two.' } })
  })

  test('what was not seen cannot be changed', () => {
    const change = { before: {}, after: { bio: 'x' } }
    expect(applyProfileChange(stored, change, { role: 'creator', now: NOW })).toMatchObject({ ok: false })
  })
})

describe('D82 a pause', () => {
  const until = NOW + 3 * DAY_MS
  const apply = (from: OwnProfile, pause: OwnProfile['pause'], now: number) => {
    const change = profileChangeOf({ ...stored, pause: { until: NOW + DAY_MS } }, { ...stored, pause })
    return change && applyProfileChange(from, change, { role: 'creator', now })
  }

  test('has a return date or none, at most a year ahead', () => {
    expect(save({ pause: { until } })).toMatchObject({ ok: true, value: { pause: { until } } })
    expect(save({ pause: { until: null } })).toMatchObject({ ok: true, value: { pause: { until: null } } })
    expect(save({ pause: { until: NOW + 400 * DAY_MS } })).toMatchObject({ ok: false })
  })

  test('that was over before it was told changes nothing', () => {
    expect(save({ pause: { until } }, { now: until + 1 })).toMatchObject({ ok: true, value: { pause: null } })
  })

  test('that ended by itself meanwhile may still be made longer', () => {
    expect(apply(stored, { until: NOW + 9 * DAY_MS }, NOW + 2 * DAY_MS)).toMatchObject({ ok: true })
    expect(apply(stored, { until: NOW + 9 * DAY_MS }, NOW)).toMatchObject({
      refusal: { code: 'changed-meanwhile' },
    })
  })
})
