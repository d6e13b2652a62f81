import { describe, expect, test } from 'vitest'
import { checkNewPassword } from './password.ts'

const check =
  (password: string, role: 'basic' | 'admin' = 'basic') =>
  () =>
    checkNewPassword(password, role)

describe('D48 S2-5.8 a new password', () => {
  test('has 8 to 128 characters, whatever they are', () => {
    expect(check('éß🏃 ñ%a')).toThrow(/8 characters or more/)
    for (const good of ['xK9 pears', 'çok uzun değil', 'zzqv zzqv', '🏃'.repeat(8), `${'q'.repeat(127)}x`])
      expect(check(good), good).not.toThrow()
    expect(check(`${'q'.repeat(128)}x`)).toThrow(/128 characters at most/)
  })

  test('of an admin has at least 15', () => {
    expect(check('fourteen chars', 'admin')).toThrow(/15 characters or more/)
    expect(check('fifteen letters', 'admin')).not.toThrow()
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
    expect(check(frequent)).toThrow(/everybody tries first/)
  })

  test('is not refused for the notice above the list', () => {
    expect(check('# Permission is hereby granted')).not.toThrow()
  })
})
