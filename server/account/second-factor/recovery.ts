import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import { base32 } from './totp.ts'

const COUNT = 10
/** 28 letters and figures, 140 bits: with so many, a keyed hash without salt and stretching is enough (ASVS 6.5.2). */
const LETTERS = 28
const BYTES = Math.ceil((LETTERS * 5) / 8)

/** Fresh recovery codes, as they are shown once: seven groups of four, such as "ABCD-EFGH-…". Shorter ones of before stay good. */
export function makeRecoveryCodes({ random }: Pick<Context, 'random'>): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = base32(random.bytes(BYTES)).slice(0, LETTERS)
    return letters.match(/.{4}/g)?.join('-') ?? ''
  })
}

/** What is stored of a recovery code, however it was written: its hash with a key the database does not know. */
export function recoveryHash({ secrets }: Pick<Context, 'secrets'>, userId: string, code: string): string {
  return hashWith(secrets.recoveryCode, userId, code)
}

/** Every hash a recovery code may be stored as: those of before this key was a key of its own are still good. */
export function recoveryHashes(context: Pick<Context, 'secrets'>, userId: string, code: string): string[] {
  return [recoveryHash(context, userId, code), hashWith(context.secrets.secondFactor, userId, code)]
}

function hashWith(key: string, userId: string, code: string): string {
  return createHmac('sha256', key)
    .update(`recovery ${userId} ${plainCode(code)}`)
    .digest('base64url')
}

/** A code as it is compared: without spaces and dashes, in capitals. */
export function plainCode(code: string): string {
  return code.replaceAll(/[ -]/g, '').toUpperCase()
}
