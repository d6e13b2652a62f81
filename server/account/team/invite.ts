import type { teamInvite, teamWithdraw } from '../../../sync/desk/team.ts'
import { TEAM_INVITE_MS } from '../../../sync/limits.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can, type DeskRole } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Tx } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { linkHash } from '../../notify/private-link.ts'
import type { TxContext } from '../../transact.ts'

type Nothing = Record<string, never>

/**
 * Invites a person to the team by mail, for one role; the link is valid for a week. Another invitation for the
 * same address replaces the earlier one. Refuses `not-allowed`, `id-taken`, and `address-taken` where the address
 * has an account, unless it belongs to a former member of the team.
 */
export async function inviteToTeam(
  work: TxContext,
  caller: Caller,
  { inviteId, email: typed, deskRole }: Infer<typeof teamInvite>,
): Promise<Result<Nothing>> {
  if (!can(caller, 'manage-team')) return refuse('not-allowed')
  const { tx, context } = work
  const email = typed.toLowerCase()
  if (!(await lockTeamFor(tx, caller))) return refuse('not-allowed')
  const [known] = await tx`select from team_invite where id = ${inviteId}`
  if (known) return refuse('id-taken')
  if (await isTaken(tx, email)) return refuse('address-taken')
  await endOpen(tx, email, caller.personId)
  const mailId = context.random.id()
  const tokenHash = linkHash(mailedToken(context.secrets.mailedLink, mailId))
  await tx`
    insert into team_invite (id, email, desk_role, token_hash, invited_by, expires_at)
    values (${inviteId}, ${email}, ${deskRole}, ${tokenHash}, ${caller.personId},
      app_now() + ${TEAM_INVITE_MS} * interval '1 millisecond')`
  await tellAccount(work, { id: mailId, kind: 'team-invite', personId: null, addressIn: inviteId })
  await recordAct(work, caller, { act: 'team.invite', subject: inviteId, detail: { role: deskRole } })
  return done({})
}

/** Locks the team, so that joining, leaving and changes of role happen one after the other. */
export async function lockTeam(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('team', 0))`
}

/**
 * Locks the team for an owner who changes it. Returns false where the caller has stopped being an owner in the
 * meantime.
 */
export async function lockTeamFor(tx: Tx, { personId }: Caller): Promise<boolean> {
  await lockTeam(tx)
  const owners = await tx`
    select from person where id = ${personId} and role = 'admin' and desk_role = 'owner' and closed_at is null`
  return owners.length > 0
}

async function isTaken(tx: Tx, email: string): Promise<boolean> {
  const taken = await tx`
    select from person where lower(email) = ${email} and auth_id is not null and not (role = 'admin' and closed_at is not null)`
  return taken.length > 0
}

/** Withdraws the open invitation of an address; its address and its link are deleted. */
export async function endOpen(tx: Tx, email: string, by: string | null): Promise<void> {
  await tx`
    update team_invite set withdrawn_at = app_now(), withdrawn_by = ${by}, email = '', token_hash = null
    where email = ${email} and accepted_at is null and withdrawn_at is null`
}

/**
 * Withdraws the open invitations that a person sent, under the caller's lock of the team: whoever stops being an
 * owner, or was not in their own account, could come back by one of them.
 */
export async function endInvitesOf(
  work: TxContext,
  caller: Pick<Caller, 'personId'>,
  personId: string,
): Promise<void> {
  const ended = await work.tx<{ id: string; deskRole: DeskRole }[]>`
    update team_invite set withdrawn_at = app_now(), withdrawn_by = ${caller.personId}, email = '', token_hash = null
    where invited_by = ${personId} and accepted_at is null and withdrawn_at is null
    returning id, desk_role as "deskRole"`
  for (const { id, deskRole } of ended)
    await recordAct(work, caller, { act: 'team.withdraw', subject: id, detail: { role: deskRole } })
}

/** Withdraws an invitation that was not accepted. Refuses `not-found`, and `already-decided` once it is over. */
export async function withdrawInvite(
  work: TxContext,
  caller: Caller,
  { inviteId }: Infer<typeof teamWithdraw>,
): Promise<Result<Nothing>> {
  const { tx } = work
  if (!can(caller, 'manage-team') || !(await lockTeamFor(tx, caller))) return refuse('not-allowed')
  const [invite] = await tx<{ isOver: boolean; deskRole: DeskRole }[]>`
    select accepted_at is not null or withdrawn_at is not null as "isOver", desk_role as "deskRole"
    from team_invite where id = ${inviteId} for update`
  if (!invite) return refuse('not-found')
  if (invite.isOver) return refuse('already-decided')
  await tx`
    update team_invite set withdrawn_at = app_now(), withdrawn_by = ${caller.personId}, email = '', token_hash = null
    where id = ${inviteId}`
  await recordAct(work, caller, {
    act: 'team.withdraw',
    subject: inviteId,
    detail: { role: invite.deskRole },
  })
  return done({})
}
