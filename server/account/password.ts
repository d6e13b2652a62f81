import type { Role } from '../../sync/roles.ts'
import { countCharacters } from '../../sync/shape.ts'

const MAX_CHARACTERS = 128
const MIN_CHARACTERS = 8
const ADMIN_MIN_CHARACTERS = 15

/** Throws on a password that no account of this role may have: 8 to 128 characters, admins at least 15 (D48). */
export function checkNewPassword(password: string, role: Role): void {
  const least = role === 'admin' ? ADMIN_MIN_CHARACTERS : MIN_CHARACTERS
  const count = countCharacters(password)
  if (count < least) throw new Error(`A password of the role ${role} has ${least} characters or more.`)
  if (count > MAX_CHARACTERS) throw new Error(`A password has ${MAX_CHARACTERS} characters at most.`)
}
