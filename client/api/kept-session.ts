import { keepNote, readNote } from './keep-note.ts'
import type { Session } from './session.ts'

/** The part of the session that is kept between visits, so that the app opens offline with the last known account. */
export type KeptSession = Pick<
  Session,
  'person' | 'payments' | 'vapidPublicKey' | 'supportEmail' | 'canConvert' | 'epoch' | 'skewMs'
> & {
  /** Whether the server has said that this person's session is over. */
  ended: boolean
}

/** The storage key of the session, and the name of the channel between tabs. */
export const SESSION_KEY = 'infield.session'

/**
 * Stores the session, of the person only id, roles, first name and username: this storage is not protected. A full
 * one keeps what it has of the same person, and nothing of another.
 */
export function keepSession({ person, ...rest }: KeptSession): void {
  const known = person && {
    id: person.id,
    role: person.role,
    deskRole: person.deskRole,
    firstName: person.firstName,
    username: person.username,
  }
  if (keepNote(SESSION_KEY, JSON.stringify({ ...rest, person: known }))) return
  if (readKeptSession()?.person?.id !== known?.id) localStorage.removeItem(SESSION_KEY)
}

/** Reads the stored session; null if there is none or it cannot be read. */
export function readKeptSession(): KeptSession | null {
  return readNote(SESSION_KEY)
}
