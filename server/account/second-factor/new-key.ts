import type { NewSecondFactor } from '../../../sync/account/safety.ts'
import { HOUR_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { PRODUCT } from '../../../sync/text/product.ts'
import type { Context } from '../../context.ts'
import { plainCode } from './recovery.ts'
import { seal, unseal } from './sealed.ts'
import { base32, stepOfCode } from './totp.ts'

const KEY_BYTES = 20
const SHOWN_FOR_MS = HOUR_MS / 2

/**
 * Makes a new key for an authenticator app. The server stores nothing before its first code comes back: until
 * then the client holds the key, sealed for `purpose`.
 */
export function showNewKey(
  context: Pick<Context, 'secrets' | 'random'>,
  { purpose, email, now }: { purpose: string; email: string; now: Date },
): NewSecondFactor {
  const key = context.random.bytes(KEY_BYTES)
  const kept = `${now.getTime() + SHOWN_FOR_MS} ${Buffer.from(key).toString('base64url')}`
  const facts = { secret: base32(key), issuer: PRODUCT.name, algorithm: 'SHA1', digits: '6', period: '30' }
  return {
    key: base32(key),
    link: `otpauth://totp/${encodeURIComponent(`${PRODUCT.name}:${email}`)}?${new URLSearchParams(facts)}`,
    sealed: seal(context, kept, purpose),
  }
}

/**
 * Opens the key that was shown and returns it with the step of its first code. Refuses `set-up-expired`,
 * `wrong-code`.
 */
export function readNewKey(
  context: Pick<Context, 'secrets'>,
  { purpose, sealed, code, now }: { purpose: string; sealed: string; code: string; now: Date },
): Result<{ key: Uint8Array; step: number }> {
  const [until, text] = unseal(context, sealed, purpose)?.split(' ') ?? []
  if (!text || !(Number(until) > now.getTime())) return refuse('set-up-expired')
  const key = Buffer.from(text, 'base64url')
  const step = stepOfCode(key, plainCode(code), now)
  return step === null ? refuse('wrong-code') : done({ key, step })
}
