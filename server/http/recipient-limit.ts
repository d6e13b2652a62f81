import { normaliseEmail } from '../../sync/account/asker.ts'
import { done, type Result } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'
import { widestNetwork } from './client-address.ts'
import { countHit, hashed, type Limiting, limitFactorOf } from './rate-limit.ts'

const HOUR_S = 3_600

/** How many mails of each kind one address may be sent in an hour, as requested from one network and in total. */
const RULES = {
  ask: { ofNetwork: 6, ofAll: 12 },
  'correct-email': { ofNetwork: 3, ofAll: 6 },
  'lost-link': { ofNetwork: 3, ofAll: 10 },
  'mine-link': { ofNetwork: 3, ofAll: 10 },
  'password-reset': { ofNetwork: 3, ofAll: 10 },
  'sign-in-link': { ofNetwork: 3, ofAll: 10 },
  'change-email': { ofNetwork: 3, ofAll: 6 },
  'join-fan': { ofNetwork: 5, ofAll: 10 },
  'join-athlete': { ofNetwork: 5, ofAll: 10 },
} as const

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
 * that their account knows. Refuses `too-many-requests`.
 */
export async function limitRecipient(
  context: Limiting,
  on: Queryable,
  { kind, email, caller, clientAddress, device = null }: WantedMail,
): Promise<Result<true>> {
  if (caller.personId && (await isOwnAddress(on, caller.personId, email))) return done(true)
  const { ofNetwork, ofAll } = RULES[kind]
  const factor = limitFactorOf(context)
  const to = `${kind} to ${hashed(normaliseEmail(email))}`
  if (device) return countHit(on, `${to} by ${hashed(device)}`, { max: ofNetwork * factor, windowS: HOUR_S })
  // Count by network first, so that requests refused to one network use up nothing of the others'.
  const from = `${to} from ${hashed(widestNetwork(clientAddress))}`
  const ofThese = await countHit(on, from, { max: ofNetwork * factor, windowS: HOUR_S })
  return ofThese.ok ? countHit(on, to, { max: ofAll * factor, windowS: HOUR_S }) : ofThese
}

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
