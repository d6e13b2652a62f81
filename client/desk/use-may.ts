import { type Capability, callerRole, can, VISITOR } from '../../sync/roles.ts'
import { type KnownPerson, useSession } from '../api/session.ts'

/** Whether somebody of the team may do this. The server decides; here what they may not do is not offered. */
export function mayAtDesk(
  { role, deskRole = null }: Pick<KnownPerson, 'role' | 'deskRole'>,
  what: Capability,
): boolean {
  return can({ ...VISITOR, role: callerRole(role, deskRole) }, what)
}

/** The same of whoever is signed in. */
export function useMay(what: Capability): boolean {
  const { person } = useSession()
  return person === null || mayAtDesk(person, what)
}
