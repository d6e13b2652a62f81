/** Roles of an account (S2-9.25); never read from a client. */
export const ROLES = ['creator', 'basic', 'admin', 'test'] as const
export type Role = (typeof ROLES)[number]

/** What a member of the team is there for; every account of the role `admin` has one. */
export const DESK_ROLES = ['owner', 'screener', 'accountant', 'support'] as const
export type DeskRole = (typeof DESK_ROLES)[number]

/** As people read them. */
export const ROLE_NAMES: Record<DeskRole, string> = {
  owner: 'Owner',
  screener: 'Screener',
  accountant: 'Accountant',
  support: 'Support',
}

/** A member of the team as a caller: an owner is called `admin`. */
type TeamRole = Exclude<DeskRole, 'owner'> | 'admin'

/** Who somebody with this role is as a caller. */
export function callerRole(role: Role, deskRole: DeskRole | null): Role | TeamRole {
  return role === 'admin' && deskRole && deskRole !== 'owner' ? deskRole : role
}

/**
 * Who is asking, as the server found out: an account by its session, a guest by the signed cookie.
 * A signed-in person may also carry a guest id (work begun before signing in).
 */
export type Caller = {
  role: Role | TeamRole | 'guest' | 'visitor'
  personId: string | null
  guestId: string | null
  sessionId: string | null
}

/** The caller nobody knows. */
export const VISITOR: Caller = { role: 'visitor', personId: null, guestId: null, sessionId: null }

/** What a caller may be able to do; asked for by name, never by comparing roles. */
export const CAPABILITIES = {
  'ask-question': ['visitor', 'guest', 'basic', 'creator', 'test'],
  'give-tip': ['visitor', 'guest', 'basic', 'creator', 'test'],
  'cancel-question': ['guest', 'basic', 'creator', 'test'],
  // the desk; `admin` is an owner
  'use-desk': ['admin', 'screener', 'accountant', 'support'],
  'see-requests': ['admin', 'screener', 'support'],
  'screen-question': ['admin', 'screener'],
  'write-note': ['admin', 'screener', 'support'],
  'block-address': ['admin', 'screener', 'support'],
  'change-pictures': ['admin', 'screener'],
  'answer-inbox': ['admin', 'support'],
  'manage-athletes': ['admin', 'support'],
  'sign-others-out': ['admin', 'support'],
  'see-payments': ['admin', 'accountant', 'support'],
  'refund-payment': ['admin', 'accountant', 'support'],
  'see-money': ['admin', 'accountant'],
  'pay-out': ['admin', 'accountant'],
  'see-audit': ['admin', 'accountant'],
  'manage-codes': ['admin'],
  'see-messages': ['admin', 'support'],
  'see-system': ['admin'],
  'manage-team': ['admin'],
  // everybody
  'decline-question': ['creator'],
  'answer-question': ['creator'],
  'transcribe-answer': ['creator', 'admin', 'screener', 'support'],
  'get-paid': ['creator'],
  'give-rating': ['visitor', 'guest', 'basic', 'creator', 'test'],
  'send-form': ['visitor', 'guest', 'basic', 'creator', 'test', 'admin', 'screener', 'accountant', 'support'],
  'send-feedback': ['basic', 'creator', 'admin', 'screener', 'accountant', 'support'],
  'keep-drafts': ['basic', 'creator', 'test'],
  'edit-profile': ['basic', 'creator', 'admin', 'screener', 'accountant', 'support'],
  replicate: ['basic', 'creator', 'test', 'admin', 'screener', 'accountant', 'support'],
  'receive-push': ['basic', 'creator', 'test', 'admin', 'screener', 'accountant', 'support'],
} as const satisfies Record<string, readonly Caller['role'][]>
export type Capability = keyof typeof CAPABILITIES

/** Whether a caller has a capability; an unknown role has none. */
export function can(caller: Caller, capability: Capability): boolean {
  return (CAPABILITIES[capability] as readonly string[]).includes(caller.role)
}

/** The desk roles that have a capability, for whoever has to be told of what is theirs to do. */
export function deskRolesWith(capability: Capability): DeskRole[] {
  const callers = CAPABILITIES[capability] as readonly string[]
  return DESK_ROLES.filter((role) => callers.includes(callerRole('admin', role)))
}

/** The key under which loose things (uploads, prepared asks) belong to a caller; null for a visitor. */
export function principalOf(caller: Caller): string | null {
  if (caller.personId) return `person:${caller.personId}`
  if (caller.guestId) return `guest:${caller.guestId}`
  return null
}

/** Every key under which things may belong to a caller: the account's, and that of the browser's guest before it. */
export function principalsOf({ personId, guestId }: Caller): string[] {
  return [...(personId ? [`person:${personId}`] : []), ...(guestId ? [`guest:${guestId}`] : [])]
}
