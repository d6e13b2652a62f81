import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Env } from '../env.ts'

/** How passwords are kept. */
export type PasswordHasher = {
  /** A salted hash of the password. */
  hash(password: string): Promise<string>
  /** Whether this is the password of a hash. Against null it never is, and takes as long to say so. */
  verify(password: string, hash: string | null): Promise<boolean>
}

/** Stands in for the hash of an account that does not exist, so that the answer takes as long as a real one. */
const NO_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** The sign-in library's scrypt (N 16,384, r 16): an eighth of a second of processor time for each call. */
const strong: PasswordHasher = {
  hash: (password) => hashPassword(password),
  verify: (password, hash) => verifyPassword({ password, hash: hash ?? NO_HASH }),
}

/** The same form at almost no cost. Most tests make accounts and sign in; few of them are about the hash itself. */
const cheap: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${(await cheapKey(password, salt)).toString('hex')}`
  },
  async verify(password, hash) {
    const [salt = '', key = ''] = (hash ?? NO_HASH).split(':')
    return timingSafeEqual(await cheapKey(password, salt), Buffer.from(key, 'hex'))
  },
}

async function cheapKey(password: string, salt: string): Promise<Buffer> {
  const key = promisify<string, string, number, object, Buffer>(scrypt)
  return key(password.normalize('NFKC'), salt, 64, { N: 2, r: 1, p: 1 })
}

/** The library's own, but under NODE_ENV=test a cheap one unless `PASSWORD_HASHER=strong` is set. */
export function createPasswordHasher({ passwordHasher }: Pick<Env, 'passwordHasher'>): PasswordHasher {
  return passwordHasher === 'strong' ? strong : cheap
}
