import { describe, expect, test } from 'vitest'
import { checkJoining } from './check-joining.ts'

const now = Date.UTC(2026, 5, 15)
const robin = {
  firstName: 'Robin',
  lastName: 'Reed',
  birthDate: '1998-04-02',
  countryCode: 'CA',
  city: 'Banff',
  email: 'robin@join.test',
  username: 'robin',
  password: 'chosen by the fan',
  picture: { blob: new Blob(['x']), url: 'blob:x', position: null },
  instagram: '',
  tiktok: '@robin.reed',
  x: '',
}

describe('S2-5.17 what a fan has to tell', () => {
  test('is enough when everything is there', () => expect(checkJoining(robin, now)).toEqual({}))

  test('names every field that is missing', () => {
    const empty = {
      firstName: ' ',
      lastName: '',
      birthDate: '',
      countryCode: '',
      city: '',
      email: '',
      password: '',
      picture: null,
    }
    expect(Object.keys(checkJoining({ ...robin, ...empty }, now)).sort()).toEqual(Object.keys(empty).sort())
  })

  test('S2-5.17 where else they are found is optional, with or without the @', () => {
    expect(checkJoining({ ...robin, instagram: 'https://instagram.com/robin' }, now)).toHaveProperty(
      'instagram',
    )
    expect(checkJoining({ ...robin, x: '@robin' }, now)).toEqual({})
  })

  test('D11 fifteen by the calendar', () => {
    expect(checkJoining({ ...robin, birthDate: '2011-06-15' }, now)).toEqual({})
    expect(checkJoining({ ...robin, birthDate: '2011-06-16' }, now)).toEqual({
      birthDate: 'You must be at least 15 years old to use Infield',
    })
  })

  test('D48 a password has its length', () => {
    expect(checkJoining({ ...robin, password: 'short' }, now).password).toBe(
      'A password needs at least 8 characters.',
    )
  })
})
