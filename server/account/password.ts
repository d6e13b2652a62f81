import { readFileSync } from 'node:fs'
import { checkPasswordLength } from '../../sync/account/password.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Role } from '../../sync/roles.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import type { Context } from '../context.ts'
import type { Env } from '../env.ts'
import { isBreached } from './breached-passwords.ts'

/** Whose password it is to be: what everybody knows of them is the first thing to be tried. */
export type PasswordOwner = {
  role: Role
  email: string
  username: string | null
  firstName: string
  lastName: string
}

/**
 * Whether somebody may have this password (D48): its length, that it is none of the most frequent ones, however its
 * letters are written, and that it is more than their address, their names or ours with a few characters beside.
 * Refusals: `password-too-short`, `password-too-long`, `password-frequent`, `password-guessable`.
 */
export function checkNewPassword(password: string, owner: PasswordOwner): Result<true> {
  const long = checkPasswordLength(password, owner.role)
  if (!long.ok) return long
  if (isFrequent(password)) return refuse('password-frequent')
  return isGuessable(password, owner) ? refuse('password-guessable') : done(true)
}

/**
 * The hash of a password that somebody may have; the refusals are those of `checkNewPassword`, of which `password-frequent`
 * is also that of one in the operator's list of breached ones. It takes an eighth of a
 * second of processor time, and longer where others wait, so it is made before a transaction begins.
 */
export async function hashNewPassword(
  { passwords, env }: Pick<Context, 'passwords'> & { env: Pick<Env, 'breachedPasswords'> },
  password: string,
  owner: PasswordOwner,
): Promise<Result<string>> {
  const good = checkNewPassword(password, owner)
  if (!good.ok) return good
  if (await isBreached(env.breachedPasswords, password)) return refuse('password-frequent')
  return done(await passwords.hash(password))
}

/** A year with an exclamation mark, or "12345": whoever guesses a name tries it with these. */
const TOO_FEW_BESIDE = 6
const LEAST_OF_A_WORD = 3

function isGuessable(password: string, { email, username, firstName, lastName }: PasswordOwner): boolean {
  const [local = '', domain = ''] = email.split('@')
  const known = [email, local, domain, ...local.split(/[^\p{L}\p{N}]+/u), username ?? '', firstName, lastName]
  const words = [...known, PRODUCT.name].map(plainLetters).filter((word) => word.length >= LEAST_OF_A_WORD)
  let beside = plainLetters(password)
  const whole = beside.length
  // the longest first: a short one may stand inside it
  for (const word of words.toSorted((a, b) => b.length - a.length)) beside = beside.replaceAll(word, '')
  return beside.length < whole && beside.length < TOO_FEW_BESIDE
}

const plainLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

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
