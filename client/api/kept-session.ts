import type { Session } from './session.ts'

/** What is kept of the session between two visits, so that the app opens offline with whom it knew. */
export type KeptSession = Pick<
  Session,
  'person' | 'payments' | 'vapidPublicKey' | 'supportEmail' | 'canConvert' | 'epoch' | 'skewMs'
> & {
  /** The server says that this person's session is over. */
  ended: boolean
}

/** Where it is kept, and the name by which tabs speak of it. */
export const SESSION_KEY = 'infield.session'

/** Keeps a session, without what is nobody's business in plain storage. */
export function keepSession({ person, ...rest }: KeptSession): void {
  const known = person && {
    id: person.id,
    role: person.role,
    firstName: person.firstName,
    username: person.username,
  }
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...rest, person: known }))
}

/** The kept session; null where there is none to be read. */
export function readKeptSession(): KeptSession | null {
  try {
    return JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as KeptSession | null
  } catch {
    return null
  }
}
