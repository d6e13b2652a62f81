import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { verifyPassword } from 'better-auth/crypto'
import type { Env } from '../env.ts'
import { HashingCrowded } from '../log.ts'

/** Hashes and verifies passwords. */
export type PasswordHasher = {
  /** Returns a salted hash of the password. */
  hash(password: string): Promise<string>
  /** Checks a password against a hash. Against null the result is always false and takes just as long. */
  verify(password: string, hash: string | null): Promise<boolean>
  /**
   * Checks whether a hash was made in a way that is no longer good enough, so that it should be replaced at the
   * next sign-in.
   */
  isOutdated(hash: string): boolean
}

/** A hasher that makes a few hashes at a time. */
export type PasswordLine = PasswordHasher & {
  /** Runs a function that tries a password, and counts it as under way meanwhile. */
  countTry<T>(run: () => Promise<T>): Promise<T>
  /** Returns how many tries are under way, from the request to the answer. */
  triesUnderWay(): number
}

/** The hash used for an account that does not exist, so that the answer takes as long as a real one. */
const NO_HASH = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/**
 * The cost of scrypt according to OWASP and ASVS 11.4.2: of the settings they call equal, the one with the least
 * memory, 32 MB, and a quarter of a second of processor time.
 */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 }
const FORM = '$scrypt$ln=15,r=8,p=3$'
const NO_STRONG_HASH = `${FORM}${'A'.repeat(22)}$${'A'.repeat(86)}`

const strong: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(16)
    return `${FORM}${salt.toString('base64url')}$${(await derive(password, salt, COST)).toString('base64url')}`
  },
  async verify(password, hash) {
    // Verifying an old hash also costs a new one, so that its time does not differ from that of an unknown
    // address.
    const isOld = hash !== null && strong.isOutdated(hash)
    const [salt = '', key = ''] = (isOld || hash === null ? NO_STRONG_HASH : hash)
      .slice(FORM.length)
      .split('$')
    const made = await derive(password, Buffer.from(salt, 'base64url'), COST)
    return isOld ? verifyPassword({ password, hash }) : isSame(made, Buffer.from(key, 'base64url'))
  },
  // Old hashes have the sign-in library's own form: N 16,384, r 16, p 1.
  isOutdated: (hash) => !hash.startsWith(FORM),
}

const CHEAP = { N: 2, r: 1, p: 1 }

/**
 * The same function at almost no cost, because most tests make accounts and sign in, and few are about the hash
 * itself.
 */
const cheap: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${(await derive(password, salt, CHEAP)).toString('hex')}`
  },
  async verify(password, hash) {
    const [salt = '', key = ''] = (hash ?? NO_HASH).split(':')
    return isSame(await derive(password, salt, CHEAP), Buffer.from(key, 'hex'))
  },
  isOutdated: () => false,
}

/** Compares two keys; a key of another form has another length and never matches. */
const isSame = (made: Buffer, kept: Buffer) => made.length === kept.length && timingSafeEqual(made, kept)

async function derive(password: string, salt: string | Buffer, cost: ScryptOptions): Promise<Buffer> {
  const key = promisify<string, string | Buffer, number, ScryptOptions, Buffer>(scrypt)
  return key(password.normalize('NFKC'), salt, 64, cost)
}

/**
 * How many hashes are made at once. One core stays free for everything else, and of the four threads that Node
 * shares between hashes and files, two stay free for files.
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
/** How many may wait in line; the next one would wait for longer than a minute. */
const IN_LINE = 600

/** How many known devices go before the next stranger, so that they cannot keep strangers out. */
const KNOWN_IN_A_ROW = 3

const ahead = new AsyncLocalStorage<string>()

/**
 * Runs a function whose hashes do not wait behind strangers' guesses, for a user whom the account knows. `account`
 * is any name of it: of one account, one hash at a time goes ahead, and further ones wait with strangers.
 */
export const aheadOfStrangers = <T>(account: string, run: () => Promise<T>): Promise<T> =>
  ahead.run(account, run)

/**
 * Wraps a hasher so that it makes a few hashes at a time, in the order they were requested, strangers' last, except
 * that every fourth is a stranger's. Throws `HashingCrowded` when the line is full.
 */
export function inLine(
  hasher: PasswordHasher,
  { atOnce = AT_ONCE, most = IN_LINE }: { atOnce?: number; most?: number } = {},
): PasswordLine {
  const [known, strangers]: [(() => void)[], (() => void)[]] = [[], []]
  const accountsAhead = new Set<string>()
  let [atWork, tries, inARow] = [0, 0, 0]
  const takeNext = () => {
    const isStrangers = known.length === 0 || (inARow >= KNOWN_IN_A_ROW && strangers.length > 0)
    inARow = isStrangers ? 0 : inARow + 1
    return (isStrangers ? strangers : known).shift()
  }
  const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
    const account = ahead.getStore()
    const isAhead = account !== undefined && !accountsAhead.has(account)
    const waiting = isAhead ? known : strangers
    if (atWork >= atOnce && waiting.length >= most)
      throw new HashingCrowded(`${most} wait for a password to be hashed`)
    if (isAhead) accountsAhead.add(account)
    // A finished hash hands its place to the next in line, so that no newcomer can take it.
    if (atWork >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve))
    else atWork += 1
    try {
      return await run()
    } finally {
      if (isAhead) accountsAhead.delete(account)
      const next = takeNext()
      if (next) next()
      else atWork -= 1
    }
  }
  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (password, hash) => inTurn(() => hasher.verify(password, hash)),
    isOutdated: hasher.isOutdated,
    async countTry(run) {
      tries += 1
      try {
        return await run()
      } finally {
        tries -= 1
      }
    },
    triesUnderWay: () => tries,
  }
}

/**
 * Makes the strong hasher, or under NODE_ENV=test a cheap one unless `PASSWORD_HASHER=strong` is set. Either has
 * a line of its own, so that waiting for a hash blocks nothing else.
 */
export function createPasswordHasher({ passwordHasher }: Pick<Env, 'passwordHasher'>): PasswordLine {
  return inLine(passwordHasher === 'strong' ? strong : cheap)
}
