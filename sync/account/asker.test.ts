import { describe, expect, test } from 'vitest'
import { checkAsker, checkBirthDate, normaliseEmail } from './asker.ts'

const now = Date.UTC(2026, 10, 21, 12)
const who = {
  firstName: 'Ada',
  lastName: 'Obi',
  birthDate: '2000-01-01',
  countryCode: 'NG',
  city: 'Lagos',
  email: 'ada@obi.ng',
}

describe('who may ask', () => {
  test('S1-5.15 D9 D10 fifteen by calendar birthday: the day before, on and after', () => {
    expect(checkBirthDate('2011-11-22', now)).toEqual({ ok: false, refusal: { code: 'under-age' } })
    expect(checkBirthDate('2011-11-21', now).ok).toBe(true)
    expect(checkBirthDate('2011-11-20', now).ok).toBe(true)
  })

  test('D10 someone born on 29 February is fifteen on 1 March', () => {
    expect(checkBirthDate('2012-02-29', Date.UTC(2027, 1, 28)).ok).toBe(false)
    expect(checkBirthDate('2012-02-29', Date.UTC(2027, 2, 1)).ok).toBe(true)
  })

  test('S1-5.16 S2-5.28 D13 neither ahead of today nor before 1900', () => {
    expect(checkBirthDate('2026-11-22', now)).toEqual({ ok: false, refusal: { code: 'bad-birth-date' } })
    expect(checkBirthDate('1899-12-31', now)).toEqual({ ok: false, refusal: { code: 'bad-birth-date' } })
  })

  test('D78 a country that exists', () => {
    expect(checkAsker(who, now).ok).toBe(true)
    expect(checkAsker({ ...who, countryCode: 'ZZ' }, now)).toEqual({
      ok: false,
      refusal: { code: 'unknown-country' },
    })
  })

  test('D20 one address, however it is spelled', () => {
    expect(normaliseEmail(' Ada+x@Obi.NG ')).toBe('ada@obi.ng')
    expect(normaliseEmail('a.d.a@googlemail.com')).toBe('ada@gmail.com')
    expect(normaliseEmail('a.d.a@obi.ng')).toBe('a.d.a@obi.ng')
  })
})
