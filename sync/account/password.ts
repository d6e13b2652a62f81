import { LIMITS } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import type { Role } from '../roles.ts'

/**
 * Checks whether a password has a permitted length for a role (D48): 8 to 128 characters, for admins at least 15.
 * Refuses `password-too-short` with `least`, and `password-too-long`. Only the server knows which passwords are
 * too common.
 */
export function checkPasswordLength(password: string, role: Role): Result<true> {
  const least = role === 'admin' ? LIMITS.passwordLeastAdmin : LIMITS.passwordLeast
  const count = [...password].length
  if (count < least) return refuse('password-too-short', { least })
  return count > LIMITS.passwordMost ? refuse('password-too-long') : done(true)
}
