import { readFileSync } from 'node:fs'
import { checkPasswordLength } from '../../sync/account/password.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { PRODUCT } from '../../sync/text/product.ts'
import type { Context } from '../context.ts'
import type { Env } from '../env.ts'
import { isBreached } from './breached-passwords.ts'
import type { Person } from './person.ts'

/** The owner of a password; attackers try what is publicly known about the owner first. */
export type PasswordOwner = Pick<Person, 'role' | 'email' | 'username' | 'firstName' | 'lastName'>

/**
 * Checks whether a person may have this password (D48): its length, that it is not among the most common ones,
 * ignoring case, and that it is more than their address, their names or ours plus a few characters. Refuses
 * `password-too-short`, `password-too-long`, `password-frequent`, `password-guessable`.
 */
export function checkNewPassword(password: string, owner: PasswordOwner): Result<true> {
  const long = checkPasswordLength(password, owner.role)
  if (!long.ok) return long
  if (isFrequent(password)) return refuse('password-frequent')
  return isGuessable(password, owner) ? refuse('password-guessable') : done(true)
}

/**
 * Checks and hashes a new password. Refuses what `checkNewPassword` refuses, and `password-frequent` also for a
 * password in the operator's list of breached ones. Call it before a transaction begins, because a hash takes a
 * noticeable fraction of a second of processor time, and longer where others wait.
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

/**
 * How many characters a password needs besides a known name, because attackers try names with a year and an
 * exclamation mark, or with "12345".
 */
const TOO_FEW_BESIDE = 6
const LEAST_OF_A_WORD = 3

function isGuessable(password: string, { email, username, firstName, lastName }: PasswordOwner): boolean {
  const [local = '', domain = ''] = email.split('@')
  const known = [email, local, domain, ...local.split(/[^\p{L}\p{N}]+/u), username ?? '', firstName, lastName]
  const words = [...known, PRODUCT.name].map(plainLetters).filter((word) => word.length >= LEAST_OF_A_WORD)
  let beside = plainLetters(password)
  const whole = beside.length
  // Remove the longest words first, because a short one may be part of them.
  for (const word of words.toSorted((a, b) => b.length - a.length)) beside = beside.replaceAll(word, '')
  return beside.length < whole && beside.length < TOO_FEW_BESIDE
}

const plainLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

let frequent: ReadonlySet<string> | undefined

/** Checks the list of common passwords in this folder; no other service is asked about a password. */
function isFrequent(password: string): boolean {
  frequent ??= readFrequent()
  return frequent.has(password.normalize('NFKC').trim().toLowerCase())
}

function readFrequent(): ReadonlySet<string> {
  const lines = readFileSync(new URL('frequent-passwords.txt', import.meta.url), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !/^#( |$)/.test(line)))
}
