import { LIMITS } from '../limits.ts'
import { DESK_ROLES, type DeskRole } from '../roles.ts'
import { email, id, z } from '../shape.ts'

const deskRole = z.enum(DESK_ROLES)

/**
 * The `team.invite` intent: mails a link with which the recipient makes a team account, including its second
 * factor.
 */
export const teamInvite = z.strictObject({ inviteId: id, email: email(LIMITS.emailCharacters), deskRole })
/** The `team.withdraw` intent: cancels an invitation that was not accepted yet. */
export const teamWithdraw = z.strictObject({ inviteId: id })
/** The `team.set-role` intent: gives a member another role at the desk. */
export const teamSetRole = z.strictObject({ personId: id, deskRole })
/** The `team.remove` intent: removes a member from the team. */
export const teamRemove = z.strictObject({ personId: id })

/** The `desk/team` call: returns the members with their roles, and the open invitations. */
export const deskTeamCall = z.strictObject({})
export type TeamMember = {
  id: string
  name: string
  email: string
  deskRole: DeskRole
  hasFactor: boolean
  joinedAt: number
  /** When one of the member's sessions was last used, to the hour; null where they have none. */
  seenAt: number | null
  /** Null while the person is on the team. */
  removedAt: number | null
}
export type TeamInvite = {
  id: string
  email: string
  deskRole: DeskRole
  /** Null for an invitation made by the command on the server. */
  invitedBy: string | null
  invitedAt: number
  expiresAt: number
}
export type DeskTeamAnswer = { members: TeamMember[]; invites: TeamInvite[]; now: number }
