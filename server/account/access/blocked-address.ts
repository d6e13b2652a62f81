import { createHmac } from 'node:crypto'
import { normaliseEmail } from '../../../sync/account/asker.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Caller } from '../../../sync/roles.ts'
import type { Context } from '../../context.ts'
import type { TxContext } from '../../transact.ts'

/**
 * Returns the hash under which an address is blocked; it is independent of spelling and remains after the address
 * was erased.
 */
export function addressHash({ secrets }: Pick<Context, 'secrets'>, email: string): string {
  return createHmac('sha256', secrets.askToken)
    .update(`blocked|${normaliseEmail(email)}`)
    .digest('base64url')
}

/**
 * Checks whether a caller may ask: for an account its own address decides, for a browser the addresses it has
 * asked with. An address that is only typed is not refused, because otherwise anybody could find out who is
 * blocked; the desk shows it instead. Refuses `asking-refused`.
 */
export async function checkMayAsk(
  work: TxContext,
  { personId, guestId }: Pick<Caller, 'personId' | 'guestId'>,
): Promise<Result<true>> {
  const { context, tx } = work
  const own = personId
    ? await tx<{ email: string }[]>`select email from person where id = ${personId}`
    : await tx<{ email: string }[]>`
        select distinct asker ->> 'email' as email from question where guest_id = ${guestId}::uuid`
  const hashes = own.map(({ email }) => addressHash(context, email))
  const [blocked] = await tx`
    select from blocked_address where address_hash = any (${hashes}::text[]) and lifted_at is null
      and not (guests_only and ${personId !== null}) limit 1`
  return blocked ? refuse('asking-refused') : done(true)
}

/** Checks whether an address is blocked; `isProven` means that its account is the asker. */
export async function isBlocked(
  { context, tx }: TxContext,
  { email, isProven }: { email: string; isProven: boolean },
): Promise<boolean> {
  const [blocked] = await tx`
    select from blocked_address where address_hash = ${addressHash(context, email)} and lifted_at is null
      and not (guests_only and ${isProven})`
  return blocked !== undefined
}
