import { LIMITS } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import type { Role } from '../roles.ts'
import { countCharacters } from '../shape.ts'

/**
 * Whether a password is as long as one of this role has to be (D48): 8 to 128 characters, admins at least 15. Refusals:
 * `password-too-short` with `least`, `password-too-long`. Which are too frequent only the server knows.
 */
export function checkPasswordLength(password: string, role: Role): Result<true> {
  const least = role === 'admin' ? LIMITS.passwordLeastAdmin : LIMITS.passwordLeast
  const count = countCharacters(password)
  if (count < least) return refuse('password-too-short', { least })
  return count > LIMITS.passwordMost ? refuse('password-too-long') : done(true)
}
