import { normaliseEmail } from '../../sync/account/asker.ts'
import { done, type Result } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'
import { widestNetwork } from './client-address.ts'
import { countHit, hashed, hitsLeft, type Limiting, limitFactorOf } from './rate-limit.ts'

const HOUR_S = 3_600

/**
 * How many mails of each kind one address may be sent in an hour, as requested from one network and in total.
 * `later`: the call orders no mail yet, and many such calls never do; the total is counted by `countOrdered`.
 */
const RULES = {
  ask: { ofNetwork: 6, ofAll: 12, later: true },
  'correct-email': { ofNetwork: 3, ofAll: 6 },
  'lost-link': { ofNetwork: 3, ofAll: 10 },
  'mine-link': { ofNetwork: 3, ofAll: 10 },
  'password-reset': { ofNetwork: 3, ofAll: 10 },
  'sign-in-link': { ofNetwork: 3, ofAll: 10 },
  'change-email': { ofNetwork: 3, ofAll: 6 },
  'join-fan': { ofNetwork: 5, ofAll: 10, later: true },
  'join-athlete': { ofNetwork: 5, ofAll: 10, later: true },
} as const satisfies Record<string, { ofNetwork: number; ofAll: number; later?: true }>

/** A requested mail. `device`: the hash of a device that the address's account knows. */
export type WantedMail = {
  kind: keyof typeof RULES
  email: string
  caller: Pick<Caller, 'personId'>
  clientAddress: string
  device?: string | null
}

/**
 * Limits how many mails one address is sent at the request of callers who have not shown that it is theirs,
 * signed in or not. The owner is exempt when signed in under this address, and has a separate count on a device
 * that their account knows. Where the mail is ordered later, only what was ordered counts in total, so that calls which
 * come to nothing keep nobody out. Refuses `too-many-requests`.
 */
export async function limitRecipient(
  context: Limiting,
  on: Queryable,
  { kind, email, caller, clientAddress, device = null }: WantedMail,
): Promise<Result<true>> {
  if (caller.personId && (await isOwnAddress(on, caller.personId, email))) return done(true)
  const { ofNetwork } = RULES[kind]
  const factor = limitFactorOf(context)
  const to = bucketOf(kind, email)
  if (device) return countHit(on, `${to} by ${hashed(device)}`, { max: ofNetwork * factor, windowS: HOUR_S })
  // Count by network first, so that requests refused to one network use up nothing of the others'.
  const from = `${to} from ${hashed(widestNetwork(clientAddress))}`
  const ofThese = await countHit(on, from, { max: ofNetwork * factor, windowS: HOUR_S })
  if (!ofThese.ok) return ofThese
  return 'later' in RULES[kind]
    ? hitsLeft(on, to, totalOf(context, kind))
    : countHit(on, to, totalOf(context, kind))
}

/**
 * Counts a mail that is ordered only now, long after the call that `limitRecipient` let through. Refuses
 * `too-many-requests` where its address was sent as many as it may be meanwhile.
 */
export async function countOrdered(
  context: Limiting,
  on: Queryable,
  { kind, email }: Pick<WantedMail, 'kind' | 'email'>,
): Promise<Result<true>> {
  return countHit(on, bucketOf(kind, email), totalOf(context, kind))
}

const bucketOf = (kind: WantedMail['kind'], email: string) => `${kind} to ${hashed(normaliseEmail(email))}`

const totalOf = (context: Limiting, kind: WantedMail['kind']) => ({
  max: RULES[kind].ofAll * limitFactorOf(context),
  windowS: HOUR_S,
})

/**
 * How often one more link is sent after the limit is reached, in seconds; a mailed link is valid for at least
 * this much longer.
 */
const ONE_MORE_EVERY_S = 300

/**
 * Limits mails that let their reader in, without ever keeping the owner out: once the hourly limit is reached,
 * one more is sent every five minutes. In between, the result is `before`: the last link is valid for at least
 * five more minutes.
 */
export async function limitWayIn(
  context: Limiting,
  on: Queryable,
  wanted: WantedMail,
): Promise<Result<'now' | 'before'>> {
  const counted = await limitRecipient(context, on, wanted)
  if (counted.ok) return done('now')
  const bucket = `${wanted.kind} to ${hashed(normaliseEmail(wanted.email))} once more`
  const again = await countHit(on, bucket, { max: limitFactorOf(context), windowS: ONE_MORE_EVERY_S })
  return done(again.ok ? 'now' : 'before')
}

async function isOwnAddress(on: Queryable, personId: string, email: string): Promise<boolean> {
  const [own] =
    await on`select from person where id = ${personId} and lower(email) = ${email.trim().toLowerCase()}`
  return own !== undefined
}
