import { type Capability, callerRole, can, VISITOR } from '../../sync/roles.ts'
import { type KnownPerson, useSession } from '../api/session.ts'

/**
 * Checks whether a person's desk role allows something. The server enforces it; the client only hides what is not
 * allowed.
 */
export function mayAtDesk(
  { role, deskRole = null }: Pick<KnownPerson, 'role' | 'deskRole'>,
  what: Capability,
): boolean {
  return can({ ...VISITOR, role: callerRole(role, deskRole) }, what)
}

/** Checks the same for the signed-in user; true while no user is known. */
export function useMay(what: Capability): boolean {
  const { person } = useSession()
  return person === null || mayAtDesk(person, what)
}
