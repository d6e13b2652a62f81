import { HOUR_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { linkHash } from '../../notify/private-link.ts'
import { endOpen, lockTeam } from './invite.ts'

const LIVES_MS = HOUR_MS

/** What the one who runs the command on the server brings: both made there, and the token told to nobody else. */
type Recovery = { id: string; email: string; token: string }

/**
 * Lets an owner in again who lost their password or their second factor, or makes one where nobody is left: the link of this
 * token makes an owner of the address, with a new password and a new second factor, for an hour. Whoever can run it can read
 * the database, so it asks for nothing more. Refusal: `address-taken` where the address is a fan's or an athlete's.
 */
export async function offerRecovery(
  sql: Sql,
  { id, email: typed, token }: Recovery,
): Promise<Result<{ email: string }>> {
  const email = typed.trim().toLowerCase()
  return inTransaction(sql, async (tx) => {
    await lockTeam(tx)
    const taken = await tx`
      select from person where lower(email) = ${email} and auth_id is not null and role <> 'admin'`
    if (taken.length > 0) return refuse('address-taken')
    await endOpen(tx, email, null)
    await tx`
      insert into team_invite (id, email, desk_role, token_hash, invited_by, expires_at)
      values (${id}, ${email}, 'owner', ${linkHash(token)}, null, app_now() + ${LIVES_MS} * interval '1 millisecond')`
    return done({ email })
  })
}
