import type { DeskRole } from '../../../sync/roles.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Queryable } from '../../db/sql.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import { linkHash } from '../../notify/private-link.ts'
import type { TxContext } from '../../transact.ts'
import { closeEveryAccess, withdrawEmailChange } from '../access/one-time-token.ts'
import { type Person, personById } from '../person.ts'
import { endInvitesOf, lockTeam } from './invite.ts'

/** An open invitation: its address, its role, and whether it reopens an existing account (`isRecovery`). */
export type Invitation = { id: string; email: string; deskRole: DeskRole; isRecovery: boolean }

/** Returns the open invitation of a link; null where none is open. */
export async function invitationOf(on: Queryable, token: string): Promise<Invitation | null> {
  const [invite] = await on<Invitation[]>`
    select id, email, desk_role as "deskRole", invited_by is null as "isRecovery" from team_invite
    where token_hash = ${linkHash(token)} and accepted_at is null and withdrawn_at is null and expires_at > app_now()`
  return invite ?? null
}

/**
 * Redeems the invitation of a link and returns it. When two people redeem it at the same time, only the first
 * succeeds; the other gets null.
 */
export async function spendInvitation({ tx }: TxContext, token: string): Promise<Invitation | null> {
  await lockTeam(tx)
  const invite = await invitationOf(tx, token)
  if (!invite) return null
  await tx`
    update team_invite set accepted_at = app_now(), email = '', token_hash = null where id = ${invite.id}`
  return invite
}

type Taken = { invite: Invitation; personId: string }

/** Records who accepted an invitation, and gives them their role on the team. */
export async function enterTeam(work: TxContext, { invite, personId }: Taken): Promise<void> {
  const { tx } = work
  await tx`
    update person set desk_role = ${invite.deskRole}, closed_at = null, updated_at = app_now() where id = ${personId}`
  await tx`update team_invite set accepted_by = ${personId} where id = ${invite.id}`
  const act = invite.isRecovery ? 'team.recover' : 'team.accept'
  await recordAct(work, { personId }, { act, subject: personId, detail: { role: invite.deskRole } })
}

type Renewed = { invite: Invitation; passwordHash: string; firstName: string; lastName: string }

/**
 * Gives the account of a former member, or of an owner who lost access, a new password and room for a new second
 * factor: all its earlier sessions, passkeys, recovery codes and links end, those to another address included, and
 * so do the invitations that were sent from it.
 * Returns its person; null where the address has no such account.
 */
export async function renewAccount(
  work: TxContext,
  { invite, passwordHash, firstName, lastName }: Renewed,
): Promise<(Person & { authId: string }) | null> {
  const { tx } = work
  const [known] = await tx<{ id: string }[]>`
    select id from person where lower(email) = ${invite.email} and role = 'admin' and auth_id is not null
      and (closed_at is not null or ${invite.isRecovery}) for update`
  const person = known && (await personById(tx, known.id))
  if (!person?.authId) return null
  const { id: personId, authId } = person
  await tx`
    update auth.account set password = ${passwordHash}, "updatedAt" = app_now()
    where "userId"::text = ${authId} and "providerId" = 'credential'`
  await tx`delete from second_factor where user_id::text = ${authId}`
  await tx`delete from passkey where user_id::text = ${authId}`
  await tx`delete from recovery_code where user_id::text = ${authId}`
  await withdrawEmailChange(work, personId)
  await endInvitesOf(work, { personId }, personId)
  await closeEveryAccess(work, authId)
  await tx`delete from auth.session where "userId"::text = ${authId}`
  if (invite.isRecovery)
    await tellAccount(work, { id: work.context.random.id(), kind: 'password-changed', personId })
  await tx`update person set first_name = ${firstName}, last_name = ${lastName} where id = ${personId}`
  return { ...person, authId }
}
