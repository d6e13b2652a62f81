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
 * Checks whether a caller may ask: for an account its own address decides, for a browser the addresses it had asked
 * with when they were blocked. An address that is typed once it is blocked refuses nobody, neither at once nor at the
 * browser's next question, because otherwise anybody could find out who is blocked; the desk shows it instead.
 * Refuses `asking-refused`.
 */
export async function checkMayAsk(
  work: TxContext,
  { personId, guestId }: Pick<Caller, 'personId' | 'guestId'>,
): Promise<Result<true>> {
  const { context, tx } = work
  const own = personId
    ? await tx<Own[]>`select email, null as "typedAt" from person where id = ${personId}`
    : await tx<Own[]>`
        select q.asker ->> 'email' as email, greatest(q.submitted_at, (select max(e.at) from question_event e
            where e.question_id = q.id and e.move = 'correct-email')) as "typedAt"
        from question q where q.guest_id = ${guestId}::uuid`
  const hashed = own.map(({ email, typedAt }) => ({ hash: addressHash(context, email), typedAt }))
  const blocked = await tx<{ hash: string; at: Date }[]>`
    select address_hash as hash, at from blocked_address
    where address_hash = any (${hashed.map(({ hash }) => hash)}::text[]) and lifted_at is null
      and not (guests_only and ${personId !== null})`
  const isRefused = blocked.some(({ hash, at }) =>
    hashed.some((typed) => typed.hash === hash && (typed.typedAt === null || typed.typedAt <= at)),
  )
  return isRefused ? refuse('asking-refused') : done(true)
}

/** An address that a caller has; `typedAt` is when a guest typed it, and null for that of an account. */
type Own = { email: string; typedAt: Date | null }

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
