import type { Passkey } from '../../../sync/account/passkey.ts'
import type { Queryable, Tx } from '../../db/sql.ts'

/** What is kept of a passkey to check what it signs. */
export type StoredPasskey = { id: string; userId: string; publicKey: Uint8Array; counter: number }

/** A passkey by the name its device gives it; null for one that nobody here has. */
export async function passkeyById(on: Queryable, id: string): Promise<StoredPasskey | null> {
  const [row] = await on<StoredPasskey[]>`
    select id, user_id as "userId", public_key as "publicKey", counter::float8 as counter from passkey where id = ${id}`
  return row ?? null
}

/** The passkeys of an account, the oldest first, as their owner knows them. */
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

/** Counts a use; false where the device has counted further before, as a copied one would, or the passkey is gone. */
export async function markUsed(tx: Tx, id: string, counter: number): Promise<boolean> {
  const used = await tx`
    update passkey set counter = ${counter}, last_used_at = app_now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning 1`
  return used.length > 0
}
