import { expect, test } from 'vitest'
import { base32, codeOf, stepAt, stepOfCode } from './totp.ts'

const key = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %i is the one of RFC 6238', (second, code) => {
  expect(codeOf(key, stepAt(new Date(second * 1_000)))).toBe(code)
})

test('a code is good half a minute before and after its own, and no longer', () => {
  const now = new Date(1_700_000_000_000)
  const at = stepAt(now)
  for (const off of [-1, 0, 1]) expect(stepOfCode(key, codeOf(key, at + off), now)).toBe(at + off)
  for (const off of [-2, 2]) expect(stepOfCode(key, codeOf(key, at + off), now)).toBeNull()
  for (const nothing of ['', '00000', '0000000', 'abcdef']) expect(stepOfCode(key, nothing, now)).toBeNull()
})

test('a key is written as authenticator apps read it', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(base32(key)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
