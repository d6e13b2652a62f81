import { done, type Result } from '../../sync/result.ts'
import { principalOf } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { networksAround } from '../http/client-address.ts'
import type { Shown } from '../http/proof.ts'
import { countHit, hashed, hitsLeft, type Limiting, limitFactorOf } from '../http/rate-limit.ts'

/**
 * How many declined cards one guest, account or address may have in an hour. The networks around an address get a
 * multiple.
 */
export const DECLINES = { max: 8, windowS: 3_600 }
/** How many payments one guest or account may open in an hour. */
const OPENED = { max: 40, windowS: 3_600 }

type Bucket = { bucket: string; max: number }

/**
 * Returns the buckets, as hashes, in which the declined cards of a caller count: by identity, by address and by
 * network.
 */
function bucketsOf({ caller, clientAddress }: Shown): Bucket[] {
  const who = principalOf(caller)
  const networks = [{ network: clientAddress, room: 1 }, ...networksAround(clientAddress)]
  return [
    ...(who ? [{ bucket: `declined ${hashed(who)}`, max: DECLINES.max }] : []),
    ...networks.map(({ network, room }) => ({
      bucket: `declined ${hashed(network)}`,
      max: DECLINES.max * room,
    })),
  ]
}

/**
 * Admits a caller who wants to open a payment, unless too many of their cards were declined, because trying one
 * card after another suggests stolen cards. The provider tells which cards were declined. Refuses
 * `too-many-requests`.
 */
export async function admitPayment(context: Context, shown: Shown): Promise<Result<true>> {
  const trusted = await mayTryCards(context, context.sql, shown)
  const who = principalOf(shown.caller)
  if (!trusted.ok || !who) return trusted
  const rule = { ...OPENED, max: OPENED.max * limitFactorOf(context) }
  return countHit(context.sql, `payments of ${hashed(who)}`, rule)
}

/** Checks only the declined cards. Refuses `too-many-requests`. */
export async function mayTryCards(context: Limiting, on: Queryable, shown: Shown): Promise<Result<true>> {
  const factor = limitFactorOf(context)
  for (const { bucket, max } of bucketsOf(shown)) {
    const left = await hitsLeft(on, bucket, { max: max * factor, windowS: DECLINES.windowS })
    if (!left.ok) return left
  }
  return done(true)
}

/** Remembers who opened a hold or tip, so that cards declined for it later count against them, and how many may. */
export async function rememberOpener({ sql }: Context, paymentId: string, shown: Shown): Promise<void> {
  const counted = bucketsOf(shown)
  const [buckets, maxima] = [counted.map(({ bucket }) => bucket), counted.map(({ max }) => max)]
  await sql`
    insert into card_trial (payment_id, buckets, maxima) values (${paymentId}, ${buckets}, ${maxima})
    on conflict do nothing`
}
