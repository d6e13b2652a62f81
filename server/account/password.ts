import { readFileSync } from 'node:fs'
import { checkPasswordLength } from '../../sync/account/password.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Role } from '../../sync/roles.ts'

/**
 * Whether an account of this role may have this password (D48): its length, and that it is none of the most frequent
 * ones, however its letters are written. Nothing is asked of what it is made of. Refusals: `password-too-short`,
 * `password-too-long`, `password-frequent`.
 */
export function checkNewPassword(password: string, role: Role): Result<true> {
  const long = checkPasswordLength(password, role)
  if (!long.ok) return long
  return isFrequent(password) ? refuse('password-frequent') : done(true)
}

let frequent: ReadonlySet<string> | undefined

/** The list is in this folder: nobody is asked about anybody's password. */
function isFrequent(password: string): boolean {
  frequent ??= readFrequent()
  return frequent.has(password.normalize('NFKC').trim().toLowerCase())
}

function readFrequent(): ReadonlySet<string> {
  const lines = readFileSync(new URL('frequent-passwords.txt', import.meta.url), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !/^#( |$)/.test(line)))
}
