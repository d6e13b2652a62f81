import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import type { Work } from '../../work.ts'
import { makeRecoveryCodes, plainCode, recoveryHash } from './recovery.ts'
import { seal, unseal } from './sealed.ts'
import { stepOfCode } from './totp.ts'

const purposeOf = (userId: string) => `second factor of ${userId}`

/** How many recovery codes an account has left; null where it has no second factor. */
export async function recoveryCodesLeft(on: Queryable, userId: string): Promise<number | null> {
  const [row] = await on<{ left: number }[]>`
    select (select count(*) from recovery_code r where r.user_id = f.user_id)::int as left
    from second_factor f where f.user_id = ${userId}`
  return row?.left ?? null
}

/**
 * Whether this is a code of the account's second factor that was not used yet; it is used from now on. A code of the
 * app is bound to its half minute, and no earlier one is taken after it; a recovery code is gone.
 */
export async function spendCode({ context, tx, now }: Work, userId: string, code: string): Promise<boolean> {
  const [factor] = await tx<{ secret: string; lastStep: number }[]>`
    select secret, last_step as "lastStep" from second_factor where user_id = ${userId} for update`
  if (!factor) return false
  const plain = plainCode(code)
  if (!/^\d{6}$/.test(plain)) {
    const hash = recoveryHash(context, userId, code)
    const spent = await tx`delete from recovery_code where user_id = ${userId} and hash = ${hash} returning 1`
    return spent.length > 0
  }
  const step = stepOfCode(readSecret(context, userId, factor.secret), plain, now)
  if (step === null || step <= factor.lastStep) return false
  await tx`update second_factor set last_step = ${step} where user_id = ${userId}`
  return true
}

type NewFactor = { userId: string; key: Uint8Array; step: number }

/** Keeps a second factor whose first code was shown, and makes its recovery codes; null where there is one already. */
export async function keepFactor(
  { context, tx }: Work,
  { userId, key, step }: NewFactor,
): Promise<string[] | null> {
  const secret = seal(context, Buffer.from(key).toString('base64url'), purposeOf(userId))
  const kept = await tx`
    insert into second_factor (user_id, secret, last_step) values (${userId}, ${secret}, ${step})
    on conflict do nothing returning 1`
  if (kept.length === 0) return null
  const codes = makeRecoveryCodes(context)
  const hashes = codes.map((code) => recoveryHash(context, userId, code))
  await tx`insert into recovery_code (user_id, hash) select ${userId}, unnest(${hashes}::text[])`
  return codes
}

/** Takes the second factor away, recovery codes and all. */
export async function forgetFactor({ tx }: Pick<Work, 'tx'>, userId: string): Promise<void> {
  await tx`delete from second_factor where user_id = ${userId}`
}

function readSecret(context: Pick<Context, 'secrets'>, userId: string, sealed: string): Uint8Array {
  const secret = unseal(context, sealed, purposeOf(userId))
  if (secret === null) throw new InternalError('a second factor was sealed with another APP_SECRET')
  return Buffer.from(secret, 'base64url')
}
