/** Roles of an account (S2-9.25); never read from a client. */
export const ROLES = ['creator', 'basic', 'admin', 'test'] as const
export type Role = (typeof ROLES)[number]

/**
 * Who is asking, as the server found out: an account by its session, a guest by the signed cookie.
 * A signed-in person may also carry a guest id (work begun before signing in).
 */
export type Caller = {
  role: Role | 'guest' | 'visitor'
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
  'screen-question': ['admin'],
  'decline-question': ['creator'],
  'answer-question': ['creator'],
  'transcribe-answer': ['creator', 'admin'],
  'get-paid': ['creator'],
  'give-rating': ['visitor', 'guest', 'basic', 'creator', 'test'],
  'send-form': ['visitor', 'guest', 'basic', 'creator', 'test', 'admin'],
  'send-feedback': ['basic', 'creator', 'admin'],
  'keep-drafts': ['basic', 'creator', 'test'],
  'edit-profile': ['basic', 'creator', 'admin'],
  replicate: ['basic', 'creator', 'test', 'admin'],
  'receive-push': ['basic', 'creator', 'test', 'admin'],
  'use-desk': ['admin'],
  'change-pictures': ['admin'],
} as const satisfies Record<string, readonly Caller['role'][]>
export type Capability = keyof typeof CAPABILITIES

/** Whether a caller has a capability; an unknown role has none. */
export function can(caller: Caller, capability: Capability): boolean {
  return (CAPABILITIES[capability] as readonly string[]).includes(caller.role)
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
