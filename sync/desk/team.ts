import { LIMITS } from '../limits.ts'
import { DESK_ROLES, type DeskRole } from '../roles.ts'
import { email, id, z } from '../shape.ts'

const deskRole = z.enum(DESK_ROLES)

/** team.invite: a mail with a link by which somebody makes their account on the team, its second factor included. */
export const teamInvite = z.strictObject({ inviteId: id, email: email(LIMITS.emailCharacters), deskRole })
/** team.withdraw: an invitation that was not taken up is over. */
export const teamWithdraw = z.strictObject({ inviteId: id })
/** team.set-role: what a member is there for from now on. */
export const teamSetRole = z.strictObject({ personId: id, deskRole })
/** team.remove: somebody is no longer of the team. */
export const teamRemove = z.strictObject({ personId: id })

/** desk/team: who may do what at the desk, and who is invited. */
export const deskTeamCall = z.strictObject({})
export type TeamMember = {
  id: string
  name: string
  email: string
  deskRole: DeskRole
  hasFactor: boolean
  joinedAt: number
  /** When one of their sessions was used last, to the hour; null while there is none. */
  seenAt: number | null
  /** Null: they are of the team now. */
  removedAt: number | null
}
export type TeamInvite = {
  id: string
  email: string
  deskRole: DeskRole
  /** Null: by the command on the server. */
  invitedBy: string | null
  invitedAt: number
  expiresAt: number
}
export type DeskTeamAnswer = { members: TeamMember[]; invites: TeamInvite[]; now: number }
