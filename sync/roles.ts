/** The roles of an account (S2-9.25); never read from a client. */
export const ROLES = ['creator', 'basic', 'admin', 'test'] as const
export type Role = (typeof ROLES)[number]

/** The roles of members of the team; every account of the role `admin` has one. */
export const DESK_ROLES = ['owner', 'screener', 'accountant', 'support'] as const
export type DeskRole = (typeof DESK_ROLES)[number]

/** The names of the desk roles, as people read them. */
export const ROLE_NAMES: Record<DeskRole, string> = {
  owner: 'Owner',
  screener: 'Screener',
  accountant: 'Accountant',
  support: 'Support',
}

/** The roles a member of the team has as a caller; an owner is called `admin`. */
type TeamRole = Exclude<DeskRole, 'owner'> | 'admin'

/** Returns the caller role of an account with this role and desk role. */
export function callerRole(role: Role, deskRole: DeskRole | null): Role | TeamRole {
  return role === 'admin' && deskRole && deskRole !== 'owner' ? deskRole : role
}

/**
 * The caller as the server identified them: an account by its session, a guest by the signed cookie. A signed-in
 * person may also have a guest id, from work begun before signing in.
 */
export type Caller = {
  role: Role | TeamRole | 'guest' | 'visitor'
  personId: string | null
  guestId: string | null
  sessionId: string | null
}

/** A caller without an account or a guest cookie. */
export const VISITOR: Caller = { role: 'visitor', personId: null, guestId: null, sessionId: null }

/** The capabilities and the roles that have them. Code asks for a capability by name and never compares roles. */
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

/** Checks whether a caller has a capability; an unknown role has none. */
export function can(caller: Caller, capability: Capability): boolean {
  return (CAPABILITIES[capability] as readonly string[]).includes(caller.role)
}

/** Returns the desk roles that have a capability, so that their members can be notified of work for them. */
export function deskRolesWith(capability: Capability): DeskRole[] {
  const callers = CAPABILITIES[capability] as readonly string[]
  return DESK_ROLES.filter((role) => callers.includes(callerRole('admin', role)))
}

/** Returns the key of the caller to whom loose items (uploads, prepared asks) belong; null for a visitor. */
export function principalOf({ personId, guestId }: Pick<Caller, 'personId' | 'guestId'>): string | null {
  if (personId) return `person:${personId}`
  if (guestId) return `guest:${guestId}`
  return null
}

/**
 * Returns every key under which items may belong to a caller: the account's, and that of the browser's earlier
 * guest.
 */
export function principalsOf({ personId, guestId }: Caller): string[] {
  return [...(personId ? [`person:${personId}`] : []), ...(guestId ? [`guest:${guestId}`] : [])]
}
