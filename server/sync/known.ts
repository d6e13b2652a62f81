import type { KnownAnswer, KnownRequest, PushRequest } from '../../sync/protocol.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, principalOf } from '../../sync/roles.ts'
import type { Sql } from '../db/sql.ts'
import { InternalError } from '../log.ts'

/** Whether an outbox is the caller's own: somebody else's session settles nothing of it and is told nothing of it. */
export function isOwnOutbox(caller: Caller, account: PushRequest['account']): boolean {
  return account === 'guest' ? caller.guestId !== null : caller.personId === account
}

/**
 * Of which intents the outcome is here. A device asks after the epoch has changed, and sends again what is not named:
 * outcome and effect are one transaction, so where the one survived, so did the other. Epoch and outcomes are of one
 * look, so that a server of the database before cannot vouch for this one.
 */
export async function tellKnown(
  sql: Sql,
  caller: Caller,
  { account, ids }: KnownRequest,
): Promise<Result<KnownAnswer>> {
  const principal = principalOf(caller)
  if (!principal || !isOwnOutbox(caller, account)) return refuse('sign-in-first')
  const [answer] = await sql<KnownAnswer[]>`
    select app_epoch() as epoch, coalesce(jsonb_agg(id), '[]') as known
    from intent_outcome where id = any(${ids}::uuid[]) and principal = ${principal}`
  if (!answer) throw new InternalError('the database does not say what it knows')
  return done(answer)
}
