import type { Passkey } from '../../../sync/account/passkey.ts'
import type { Queryable, Tx } from '../../db/sql.ts'

/** The stored data of a passkey that is needed to check its signatures. */
export type StoredPasskey = { id: string; userId: string; publicKey: Uint8Array; counter: number }

/** Returns a passkey by the id its device gives it; null for one that no account has. */
export async function passkeyById(on: Queryable, id: string): Promise<StoredPasskey | null> {
  const [row] = await on<StoredPasskey[]>`
    select id, user_id as "userId", public_key as "publicKey", counter::float8 as counter from passkey where id = ${id}`
  return row ?? null
}

/** Returns the passkeys of an account, the oldest first, as their owner sees them. */
export async function passkeysOf(on: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await on<(Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { at: Date; usedAt: Date | null })[]>`
    select id, name, created_at as at, last_used_at as "usedAt" from passkey
    where user_id = ${userId} order by created_at, id`
  return rows.map(({ id, name, at, usedAt }) => ({
    id,
    name,
    createdAt: at.getTime(),
    lastUsedAt: usedAt?.getTime() ?? null,
  }))
}

/**
 * Counts a use. False where the stored counter is already higher, which suggests a copied passkey, or where the
 * passkey is gone.
 */
export async function markUsed(tx: Tx, id: string, counter: number): Promise<boolean> {
  const used = await tx`
    update passkey set counter = ${counter}, last_used_at = app_now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`
  return used.length > 0
}
