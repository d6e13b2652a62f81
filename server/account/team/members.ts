import type {
  DeskTeamAnswer,
  TeamInvite,
  TeamMember,
  teamRemove,
  teamSetRole,
} from '../../../sync/desk/team.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can, type DeskRole } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { closeAccount } from '../close-account.ts'
import { endInvitesOf, lockTeamFor } from './invite.ts'

type Nothing = Record<string, never>
type Member = { authId: string | null; deskRole: DeskRole }

/** Returns a member, locked; null for a person who is not on the team now. */
async function lockMember(tx: Tx, personId: string): Promise<Member | null> {
  const [member] = await tx<Member[]>`
    select auth_id as "authId", desk_role as "deskRole" from person
    where id = ${personId} and role = 'admin' and auth_id is not null and closed_at is null for update`
  return member ?? null
}

/** Checks whether the team has no other owner who can sign in. */
async function isLastOwner(tx: Tx, personId: string): Promise<boolean> {
  const others = await tx`
    select from person where role = 'admin' and desk_role = 'owner' and auth_id is not null and closed_at is null
      and id <> ${personId} limit 1`
  return others.length === 0
}

/**
 * Changes the role of a member of the team. Their sessions end, so that no screen keeps what the former role
 * could see, and so do the invitations that they sent. Refuses `not-found`, and `last-owner` where no owner would be
 * left.
 */
export async function setDeskRole(
  work: TxContext,
  caller: Caller,
  { personId, deskRole }: Infer<typeof teamSetRole>,
): Promise<Result<Nothing>> {
  const { tx } = work
  if (!can(caller, 'manage-team') || !(await lockTeamFor(tx, caller))) return refuse('not-allowed')
  const member = await lockMember(tx, personId)
  if (!member) return refuse('not-found')
  if (member.deskRole === deskRole) return done({})
  if (member.deskRole === 'owner' && (await isLastOwner(tx, personId))) return refuse('last-owner')
  await tx`update person set desk_role = ${deskRole}, updated_at = app_now() where id = ${personId}`
  await tx`delete from auth.session where "userId"::text = ${member.authId}`
  await endInvitesOf(work, caller, personId)
  const detail = { role: deskRole, was: member.deskRole }
  await recordAct(work, caller, { act: 'team.set-role', subject: personId, detail })
  return done({})
}

/**
 * Removes a member from the team: the account is closed and signed out everywhere, the invitations that they sent
 * are withdrawn, and what they did keeps their name. If they are invited again, they return to the same account, with
 * a new password and a new second factor.
 * Refuses `not-found`, and `last-owner`.
 */
export async function removeFromTeam(
  work: TxContext,
  caller: Caller,
  { personId }: Infer<typeof teamRemove>,
): Promise<Result<Nothing>> {
  const { tx } = work
  if (!can(caller, 'manage-team') || !(await lockTeamFor(tx, caller))) return refuse('not-allowed')
  const member = await lockMember(tx, personId)
  if (!member) return refuse('not-found')
  if (member.deskRole === 'owner' && (await isLastOwner(tx, personId))) return refuse('last-owner')
  await closeAccount(work, { personId, authId: member.authId })
  await endInvitesOf(work, caller, personId)
  const detail = { role: member.deskRole }
  await recordAct(work, caller, { act: 'team.remove', subject: personId, detail })
  return done({})
}

type Dated<T, Keys extends keyof T> = Omit<T, Keys> & { [K in Keys]: Date | Extract<T[K], null> }

/** Returns the current and former members of the team, and the open invitations. */
export async function listTeam({ sql, clock }: Context): Promise<DeskTeamAnswer> {
  const members = await sql<Dated<TeamMember, 'joinedAt' | 'seenAt' | 'removedAt'>[]>`
    select p.id, p.first_name || ' ' || p.last_name as name, p.email, p.desk_role as "deskRole", p.created_at as "joinedAt",
      p.closed_at as "removedAt", exists (select from second_factor f where f.user_id::text = p.auth_id)
        or exists (select from passkey k where k.user_id::text = p.auth_id) as "hasFactor",
      (select max(s."updatedAt") from auth.session s where s."userId"::text = p.auth_id) as "seenAt"
    from person p where p.role = 'admin' and p.auth_id is not null
    order by p.closed_at is not null, p.created_at, p.id`
  const invites = await sql<Dated<TeamInvite, 'invitedAt' | 'expiresAt'>[]>`
    select i.id, i.email, i.desk_role as "deskRole", b.first_name || ' ' || b.last_name as "invitedBy",
      i.invited_at as "invitedAt", i.expires_at as "expiresAt"
    from team_invite i left join person b on b.id = i.invited_by
    where i.accepted_at is null and i.withdrawn_at is null and i.expires_at > app_now() order by i.invited_at desc, i.id`
  return {
    members: members.map((row) => ({
      ...row,
      joinedAt: row.joinedAt.getTime(),
      seenAt: row.seenAt?.getTime() ?? null,
      removedAt: row.removedAt?.getTime() ?? null,
    })),
    invites: invites.map((row) => ({
      ...row,
      invitedAt: row.invitedAt.getTime(),
      expiresAt: row.expiresAt.getTime(),
    })),
    now: (await clock.now()).getTime(),
  }
}
