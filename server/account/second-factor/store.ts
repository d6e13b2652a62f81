import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'
import type { TxContext } from '../../transact.ts'
import { makeRecoveryCodes, plainCode, recoveryHash, recoveryHashes } from './recovery.ts'
import { seal, unseal } from './sealed.ts'
import { stepOfCode } from './totp.ts'

const purposeOf = (userId: string) => `second factor of ${userId}`

/**
 * The factors an account has besides its password: an app that shows codes, passkeys, and recovery codes for
 * either.
 */
export type Factor = { hasApp: boolean; passkeys: number; recoveryCodesLeft: number }

/** Returns the second factor of an account; null where it has none. */
export async function factorOf(on: Queryable, userId: string): Promise<Factor | null> {
  const [row] = await on<Factor[]>`
    select exists (select from second_factor where user_id = u.id) as "hasApp",
      (select count(*) from passkey where user_id = u.id)::int as passkeys,
      (select count(*) from recovery_code where user_id = u.id)::int as "recoveryCodesLeft"
    from (select ${userId}::uuid as id) u`
  return row && (row.hasApp || row.passkeys > 0) ? row : null
}

/** Returns how many recovery codes an account has left; null where it has no authenticator app. */
export async function recoveryCodesLeft(on: Queryable, userId: string): Promise<number | null> {
  const factor = await factorOf(on, userId)
  return factor?.hasApp ? factor.recoveryCodesLeft : null
}

/**
 * Returns the ways to show a factor, as in a refusal's detail: `app`, `passkey`, or both. A recovery code always
 * works.
 */
export function waysOf({ hasApp, passkeys }: Factor): string {
  return [hasApp && 'app', passkeys > 0 && 'passkey'].filter(Boolean).join(' ')
}

/**
 * Checks a code of the account's second factor and spends it. A code of the app belongs to its half minute, and
 * no earlier one is accepted after it; a used recovery code is deleted.
 */
export async function spendCode(
  { context, tx, now }: TxContext,
  userId: string,
  code: string,
): Promise<boolean> {
  const plain = plainCode(code)
  if (!/^\d{6}$/.test(plain)) return spendRecoveryCode({ context, tx }, userId, code)
  const [factor] = await tx<{ secret: string; lastStep: number }[]>`
    select secret, last_step as "lastStep" from second_factor where user_id = ${userId} for update`
  if (!factor) return false
  const step = stepOfCode(readSecret(context, userId, factor.secret), plain, now)
  if (step === null || step <= factor.lastStep) return false
  await tx`update second_factor set last_step = ${step} where user_id = ${userId}`
  return true
}

async function spendRecoveryCode(
  { context, tx }: Pick<TxContext, 'context' | 'tx'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const hashes = recoveryHashes(context, userId, code)
  const spent = await tx`
    delete from recovery_code where user_id = ${userId} and hash = any (${hashes}) returning 1`
  return spent.length > 0
}

type NewFactor = { userId: string; key: Uint8Array; step: number }

/**
 * Stores a second factor whose first code was shown, and makes its recovery codes; null where the account already
 * has one.
 */
export async function keepFactor(
  { context, tx }: TxContext,
  { userId, key, step }: NewFactor,
): Promise<string[] | null> {
  const secret = seal(context, Buffer.from(key).toString('base64url'), purposeOf(userId))
  const kept = await tx`
    insert into second_factor (user_id, secret, last_step) values (${userId}, ${secret}, ${step})
    on conflict do nothing returning 1`
  return kept.length === 0 ? null : renewRecoveryCodes({ context, tx }, userId)
}

/** Makes new recovery codes for an account; the old ones stop working. */
export async function renewRecoveryCodes(
  { context, tx }: Pick<TxContext, 'context' | 'tx'>,
  userId: string,
): Promise<string[]> {
  const codes = makeRecoveryCodes(context)
  const hashes = codes.map((code) => recoveryHash(context, userId, code))
  await tx`delete from recovery_code where user_id = ${userId}`
  await tx`insert into recovery_code (user_id, hash) select ${userId}, unnest(${hashes}::text[])`
  return codes
}

/** Removes the authenticator app; the recovery codes are deleted with the account's last factor. */
export async function forgetFactor({ tx }: Pick<TxContext, 'tx'>, userId: string): Promise<void> {
  await tx`delete from second_factor where user_id = ${userId}`
  await forgetLoneCodes({ tx }, userId)
}

/** Deletes recovery codes of an account without a factor, because they stand in for one. */
export async function forgetLoneCodes({ tx }: Pick<TxContext, 'tx'>, userId: string): Promise<void> {
  await tx`
    delete from recovery_code where user_id = ${userId}
      and not exists (select from second_factor where user_id = ${userId})
      and not exists (select from passkey where user_id = ${userId})`
}

function readSecret(context: Pick<Context, 'secrets'>, userId: string, sealed: string): Uint8Array {
  const secret = unseal(context, sealed, purposeOf(userId))
  if (secret === null) throw new InternalError('a second factor was sealed with another APP_SECRET')
  return Buffer.from(secret, 'base64url')
}
