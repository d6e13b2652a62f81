import { done, type Result } from '../../sync/result.ts'
import { principalOf } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { networksAround } from '../http/client-address.ts'
import type { Shown } from '../http/proof.ts'
import { countHit, hashed, hitsLeft, type Limiting, limitFactorOf } from '../http/rate-limit.ts'

/** So many declined cards in an hour of one guest or account, and of one address; a network has more room. */
export const DECLINES = { max: 8, windowS: 3_600 }
/** So many payments may one guest or account open in an hour. */
const OPENED = { max: 40, windowS: 3_600 }

type Bucket = { bucket: string; max: number }

/** Everything whose declined cards are counted, as hashes: who opens a payment, and where from. */
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
 * Whether a payment may be opened by whoever calls: who tries one card after the other is trying out stolen ones, and the
 * provider tells which were declined. Refusal: `too-many-requests`.
 */
export async function admitPayment(context: Context, shown: Shown): Promise<Result<true>> {
  const trusted = await mayTryCards(context, context.sql, shown)
  const who = principalOf(shown.caller)
  if (!trusted.ok || !who) return trusted
  const rule = { ...OPENED, max: OPENED.max * limitFactorOf(context) }
  return countHit(context.sql, `payments of ${hashed(who)}`, rule)
}

/** The same of the declined cards alone. */
export async function mayTryCards(context: Limiting, on: Queryable, shown: Shown): Promise<Result<true>> {
  const factor = limitFactorOf(context)
  for (const { bucket, max } of bucketsOf(shown)) {
    const left = await hitsLeft(on, bucket, { max: max * factor, windowS: DECLINES.windowS })
    if (!left.ok) return left
  }
  return done(true)
}

/** Remembers of a hold or tip who opened it, for as long as declined cards are counted. */
export async function rememberOpener({ sql }: Context, paymentId: string, shown: Shown): Promise<void> {
  const buckets = bucketsOf(shown).map(({ bucket }) => bucket)
  await sql`
    insert into card_trial (payment_id, buckets) values (${paymentId}, ${buckets}) on conflict do nothing`
}
