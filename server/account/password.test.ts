import { describe, expect, test } from 'vitest'
import { checkNewPassword } from './password.ts'

const owner = { email: 'maria.reed@club.example', username: 'rower88', firstName: 'Maria', lastName: 'Reed' }

function check(password: string, role: 'basic' | 'admin' = 'basic') {
  const checked = checkNewPassword(password, { ...owner, role })
  return checked.ok ? null : checked.refusal
}

describe('D48 S2-5.8 a new password', () => {
  test('has 8 to 128 characters, whatever they are', () => {
    expect(check('éß🏃 ñ%a')).toEqual({ code: 'password-too-short', detail: { least: 8 } })
    for (const good of ['xK9 pears', 'çok uzun değil', 'zzqv zzqv', '🏃'.repeat(8), `${'q'.repeat(127)}x`])
      expect(check(good), good).toBeNull()
    expect(check(`${'q'.repeat(128)}x`)).toEqual({ code: 'password-too-long' })
  })

  test('of an admin has at least 15', () => {
    expect(check('fourteen chars', 'admin')).toEqual({ code: 'password-too-short', detail: { least: 15 } })
    expect(check('fifteen letters', 'admin')).toBeNull()
  })

  test.each([
    'password',
    '12345678',
    'iloveyou',
    'trustno1',
    'qwertyuiop',
    'PassWord1',
    ' football ',
    'ＰＡＳＳＷＯＲＤ',
    '1qaz2wsx3edc4rfv',
  ])('is not %s, which is tried first', (frequent) => {
    expect(check(frequent)).toEqual({ code: 'password-frequent' })
  })

  test.each([
    'maria.reed@club.example',
    'Maria.Reed',
    'mariareed1998',
    'reed-maria!',
    'rower88+1',
    'Rower88!2026',
    'infield1',
    'Infield2026!',
    'infield-rower88',
    'ＩＮＦＩＥＬＤ2026',
    'club.example',
  ])('is not %s, which is the owner’s name, address or ours', (guessable) => {
    expect(check(guessable)).toEqual({ code: 'password-guessable' })
  })

  test('may have such a word among others', () => {
    for (const good of ['infield mowers hum', 'maria likes rain', 'rower88 and a half'])
      expect(check(good), good).toBeNull()
  })

  test('names of two letters are no reason to refuse it', () => {
    const li = { ...owner, role: 'basic', firstName: 'Li', lastName: 'Wu', username: 'li' } as const
    expect(checkNewPassword('lililiwu', { ...li, email: 'li@wu.example' }).ok).toBe(true)
  })

  test('is not refused for the notice above the list', () => {
    expect(check('# Permission is hereby granted')).toBeNull()
  })
})
