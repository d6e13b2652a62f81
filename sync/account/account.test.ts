import { describe, expect, test } from 'vitest'
import { tokenOfHash } from './mailed-link.ts'
import { checkPasswordLength } from './password.ts'
import { isUsername } from './username.ts'

describe('S2-5.5 S2-5.16 a username', () => {
  test.each(['a', '7', 'robin', '0123456789abcde'])('may be %s', (name) =>
    expect(isUsername(name)).toBe(true),
  )
  test.each(['', 'Robin', 'ro bin', 'rö', 'a_b', '0123456789abcdef', 'robin\n'])('is not %j', (name) =>
    expect(isUsername(name)).toBe(false),
  )
})

describe('D48 the length of a password', () => {
  test('counts characters, not units', () => {
    expect(checkPasswordLength('🏃'.repeat(7), 'basic')).toEqual({
      ok: false,
      refusal: { code: 'password-too-short', detail: { least: 8 } },
    })
    expect(checkPasswordLength('🏃'.repeat(128), 'basic').ok).toBe(true)
    expect(checkPasswordLength('🏃'.repeat(129), 'basic').ok).toBe(false)
  })
})

test('the token of a mailed address, and of nothing else', () => {
  const token = 'A-_9'.repeat(11).slice(0, 43)
  expect(tokenOfHash(`#token=${token}`)).toBe(token)
  for (const hash of ['', '#', `#token=${token}x`, `#token=${token.slice(1)}`, `#x&token=${token}`])
    expect(tokenOfHash(hash)).toBeNull()
})
