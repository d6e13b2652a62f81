import { readFileSync } from 'node:fs'
import type { Role } from '../../sync/roles.ts'
import { countCharacters } from '../../sync/shape.ts'

const MAX_CHARACTERS = 128
const MIN_CHARACTERS = 8
const ADMIN_MIN_CHARACTERS = 15

/**
 * Throws on a password that no account of this role may have (D48): 8 to 128 characters, admins at least 15, and none
 * of the most frequent ones, however its letters are written. Nothing is asked of what it is made of.
 */
export function checkNewPassword(password: string, role: Role): void {
  const least = role === 'admin' ? ADMIN_MIN_CHARACTERS : MIN_CHARACTERS
  const count = countCharacters(password)
  if (count < least) throw new Error(`A password of the role ${role} has ${least} characters or more.`)
  if (count > MAX_CHARACTERS) throw new Error(`A password has ${MAX_CHARACTERS} characters at most.`)
  if (isFrequent(password)) throw new Error('A password is none of those that everybody tries first.')
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
