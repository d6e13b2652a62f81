import type { KnownAnswer, KnownRequest, PushRequest } from '../../sync/protocol.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Caller, principalOf } from '../../sync/roles.ts'
import type { Sql } from '../db/sql.ts'
import { InternalError } from '../log.ts'

/**
 * Returns whether an outbox is the caller's own. Another person's session may neither settle its intents nor learn
 * about them.
 */
export function isOwnOutbox(caller: Caller, account: PushRequest['account']): boolean {
  return account === 'guest' ? caller.guestId !== null : caller.personId === account
}

/**
 * Returns which intents have an outcome here. A device asks after the epoch has changed, and sends the others
 * again: outcome and effect are in one transaction, so a surviving outcome proves its effect. Epoch and outcomes
 * are read together, so that a server still on the old database cannot vouch for the new one.
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
