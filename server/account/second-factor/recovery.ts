import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import { base32 } from './totp.ts'

const COUNT = 10
/**
 * 28 letters and digits, 140 bits. At that length a keyed hash without salt and stretching is enough (ASVS
 * 6.5.2).
 */
const LETTERS = 28
const BYTES = Math.ceil((LETTERS * 5) / 8)

/**
 * Makes recovery codes, to be shown once: seven groups of four, such as "ABCD-EFGH-…". Older, shorter codes stay
 * valid.
 */
export function makeRecoveryCodes({ random }: Pick<Context, 'random'>): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = base32(random.bytes(BYTES)).slice(0, LETTERS)
    return letters.match(/.{4}/g)?.join('-') ?? ''
  })
}

/**
 * Returns the stored form of a recovery code, however it was typed: its hash with a key that is not in the
 * database.
 */
export function recoveryHash({ secrets }: Pick<Context, 'secrets'>, userId: string, code: string): string {
  return hashWith(secrets.recoveryCode, userId, code)
}

/**
 * Returns every hash under which a recovery code may be stored; codes from before this key was introduced are
 * still valid.
 */
export function recoveryHashes(context: Pick<Context, 'secrets'>, userId: string, code: string): string[] {
  return [recoveryHash(context, userId, code), hashWith(context.secrets.secondFactor, userId, code)]
}

function hashWith(key: string, userId: string, code: string): string {
  return createHmac('sha256', key)
    .update(`recovery ${userId} ${plainCode(code)}`)
    .digest('base64url')
}

/** Returns a code as it is compared: without spaces and dashes, in capitals. */
export function plainCode(code: string): string {
  return code.replaceAll(/[ -]/g, '').toUpperCase()
}
