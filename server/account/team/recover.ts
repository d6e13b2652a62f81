import { HOUR_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Sql } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import { linkHash } from '../../notify/private-link.ts'
import { endOpen, lockTeam } from './invite.ts'

const LIVES_MS = HOUR_MS

/**
 * The input of the command on the server. The command makes the id and the token, and shows the token only to its
 * user.
 */
type Recovery = { id: string; email: string; token: string }

/**
 * Offers a link that lets an owner in again who lost their password or second factor, or that makes an owner
 * where none is left. For an hour, the link of this token makes an owner of the address, with a new password and
 * second factor. The command asks for no other proof, because its user can read the database anyway. Refuses
 * `address-taken` where the address belongs to a fan or an athlete.
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
