import { expect, test } from 'vitest'
import { joiningError } from './use-athlete-joining.ts'

const networkError = { ok: false, offline: true, status: null, retryAfterMs: null } as const

test('S2-5.1 S2-8.2 S2-8.3 S2-8.4 S2-8.5 the alerts of a sign-up are those of the specification', () => {
  expect(joiningError({ refusal: { code: 'wrong-signup-code' } })).toBe('Invalid signup code')
  expect(joiningError({ refusal: { code: 'username-taken' } })).toBe('This username is already taken')
  expect(joiningError({ refusal: { code: 'password-frequent' } })).toMatch(
    /^Authentication error: This password/,
  )
  expect(joiningError({ refusal: { code: 'picture-unreadable' } })).toMatch(
    /^Profile creation error: This picture/,
  )
  expect(joiningError({ ...networkError, reason: 'server' })).toBe('An error occurred during signup')
  expect(joiningError({ ...networkError, reason: 'network' })).toMatch(/Nothing you entered is lost/)
})
