import { normaliseEmail } from '../../sync/account/asker.ts'
import { done, type Result } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'
import { widestNetwork } from './client-address.ts'
import { countHit, hashed, type Limiting, limitFactorOf } from './rate-limit.ts'

const HOUR_S = 3_600

/** So many mails of a kind to one address in an hour, as far as one network asks for them, and in all. */
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

/** A mail that somebody asks for. `device`: the name of a device that the account of the address knows. */
export type WantedMail = {
  kind: keyof typeof RULES
  email: string
  caller: Pick<Caller, 'personId'>
  clientAddress: string
  device?: string | null
}

/**
 * Limits how many mails one address is sent because of people who have not shown that it is theirs, signed in or not.
 * The owner is not counted among them: neither signed in under this very address, nor on a device that their account
 * knows, which has a count of its own. Refusal: `too-many-requests`.
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
  // first of the network: what is refused to one takes nothing from the others
  const from = `${to} from ${hashed(widestNetwork(clientAddress))}`
  const ofThese = await countHit(on, from, { max: ofNetwork * factor, windowS: HOUR_S })
  return ofThese.ok ? countHit(on, to, { max: ofAll * factor, windowS: HOUR_S }) : ofThese
}

/** So long a link that was mailed is good at least: once more in this time one is sent, whatever strangers have asked for. */
const ONE_MORE_EVERY_S = 300

/**
 * The same of a mail that lets its reader in. What strangers ask for keeps its owner out for no time at all: where as many
 * as an hour has were sent, one more goes out every five minutes, and whoever asks between two of them is told that one
 * was sent `before`, which is good for five minutes more at least.
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
