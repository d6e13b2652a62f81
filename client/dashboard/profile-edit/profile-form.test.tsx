import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { OwnProfile } from '../../../sync/athlete/profile-edit.ts'
import type { Role } from '../../../sync/roles.ts'
import { type FormValues, valuesOf } from './form-values.ts'
import { ProfileForm } from './profile-form.tsx'

const profile: OwnProfile = {
  firstName: 'Nora',
  lastName: 'Quist',
  city: 'Oslo',
  countryCode: 'NO',
  instagram: null,
  tiktok: null,
  x: null,
  sport: 'Rowing',
  position: null,
  bio: 'I row.',
  achievements: ['Head of the river'],
  interests: ['Catches', 'Starts'],
  noGoTopics: null,
  payoutHandle: null,
  priceCents: 1_500,
  pause: null,
}
const nothing = () => {}

function form(role: Role, values: Partial<FormValues> = {}): string {
  return renderToString(
    <ProfileForm
      from={profile}
      values={{ ...valuesOf(profile), ...values }}
      role={role}
      now={Date.UTC(2026, 5, 1)}
      onValues={nothing}
      onSave={async () => true}
      onClose={nothing}
    />,
  )
}
const count = (text: string, part: string) => text.split(part).length - 1
const areas = (number: number) => form('creator', { interests: Array.from({ length: number }, () => 'x') })

describe('the form of the profile', () => {
  test('S2-2.51 S2-2.74 S2-9.9 price and pause are an athlete’s, with 196 prices and free', () => {
    const athletes = form('creator')
    expect(athletes).toContain('Price of a question')
    expect(count(athletes, '<option value="')).toBeGreaterThan(197)
    expect(athletes).toContain('Free (tips optional)')
    for (const part of ['Price of a question', 'Pause', 'Bio', 'Areas of insight'])
      expect(form('basic'), part).not.toContain(part)
    expect(form('basic')).toContain('First name')
  })

  test('S2-2.71 S2-2.72 an area can be added up to 8, and removed while it is not the only one', () => {
    const [one, two, seven, eight] = [1, 2, 7, 8].map(areas)
    expect([one, two, seven, eight].map((page) => page?.includes('Add an area of insight'))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect([one, two, eight].map((page) => count(page ?? '', 'Remove area of insight'))).toEqual([0, 2, 8])
  })

  test('S2-2.75 S2-4.18 a pause is explained, with the team that does it, and the way to do it oneself', () => {
    expect(form('creator')).toMatch(/To pause them, contact .*our team/)
    expect(form('creator')).not.toContain('Take requests again on')
    expect(form('creator', { isPaused: true })).toContain('Take requests again on')
  })

  test('S2-2.73 a handle stands behind its @', () => {
    expect(count(form('basic'), '>@<')).toBe(3)
  })
})
