import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemRandom } from '../../random.ts'
import { makeRecoveryCodes, recoveryHash, recoveryHashes } from './recovery.ts'
import { seal, unseal } from './sealed.ts'

const key = () => randomBytes(32).toString('base64url')
const secrets = { sealing: key(), recoveryCode: key(), secondFactor: key() }
const context = { secrets, random: systemRandom } as unknown as Parameters<typeof seal>[0]

/** Seals a text as older versions did, with one key for everything. */
function sealedBefore(text: string, purpose: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secrets.secondFactor, 'base64url'), nonce)
  cipher.setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

test('what is sealed opens for its purpose alone, also what the former key sealed', () => {
  for (const sealed of [seal(context, 'a key', 'one'), sealedBefore('a key', 'one')]) {
    expect(unseal(context, sealed, 'one')).toBe('a key')
    expect(unseal(context, sealed, 'another')).toBeNull()
    const other = sealed.startsWith('A') ? 'B' : 'A'
    expect(unseal(context, `${other}${sealed.slice(1)}`, 'one')).toBeNull()
  }
})

test('sealing and recovery codes have keys of their own; a code of before is still known', () => {
  const now = recoveryHash(context, 'user', 'ABCDE-FGHIJ')
  const before = createHmac('sha256', secrets.secondFactor)
    .update('recovery user ABCDEFGHIJ')
    .digest('base64url')
  expect(now).not.toBe(before)
  expect(recoveryHashes(context, 'user', 'abcde fghij')).toEqual([now, before])
  const other = { ...context, secrets: { ...context.secrets, sealing: key() } }
  expect(recoveryHash(other, 'user', 'ABCDE-FGHIJ')).toBe(now)
  expect(unseal(other, seal(context, 'a key', 'one'), 'one')).toBeNull()
})

test('ASVS 11.5.1 a recovery code has 140 bits in seven groups of four, without figures that are taken for letters', () => {
  const codes = makeRecoveryCodes(context)
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/)
  expect(new Set(codes).size).toBe(10)
  for (const place of [0, 33]) expect(new Set(codes.map((code) => code[place])).size).toBeGreaterThan(1)
})
