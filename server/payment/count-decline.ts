import type { Tx } from '../db/sql.ts'
import { countHit, limitFactorOf } from '../http/rate-limit.ts'
import type { TxContext } from '../transact.ts'
import { DECLINES } from './card-trials.ts'
import { releaseHold } from './release.ts'
import { holdOfIntent, lockHold } from './store.ts'
import { releaseTip } from './tip/give-tip.ts'
import { tipOfIntent } from './tip/store.ts'

/** The bucket that counts the cards that were declined for a payment ends on its id. */
const DECLINED_FOR = 'declined for '

/**
 * Counts a declined card against whoever opened the payment, as a signed event reports. After too many declined
 * cards the payment is released, because otherwise one open payment would be enough to try any number of cards. So
 * is each other payment that the same guest, account, address or network opened beforehand, because nothing more may
 * be opened there either.
 */
export async function countDecline(work: TxContext, paymentIntentId: string): Promise<void> {
  const hold = await holdOfIntent(work.tx, paymentIntentId)
  const tip = hold ? null : await tipOfIntent(work.tx, paymentIntentId)
  const paymentId = hold?.id ?? tip?.id
  if (!paymentId) return
  const { windowS } = DECLINES
  const factor = limitFactorOf(work.context)
  // The greatest number of hits of which the last one is not yet one too many.
  const within = (max: number) => ({ max: max * factor - 1, windowS })
  const spent: string[] = []
  for (const { bucket, max } of await openerOf(work.tx, paymentId)) {
    const counted = await countHit(work.tx, bucket, within(max ?? Number.POSITIVE_INFINITY))
    if (!counted.ok) spent.push(bucket)
  }
  const own = await countHit(work.tx, DECLINED_FOR + paymentId, within(DECLINES.max))
  const released = new Set(spent.length > 0 ? await openedFrom(work.tx, spent) : [])
  if (!own.ok) released.add(paymentId)
  for (const id of released) await giveUp(work, id)
}

/** Returns the buckets of whoever opened a payment; `max` is null where an older build stored none. */
async function openerOf(tx: Tx, paymentId: string): Promise<{ bucket: string; max: number | null }[]> {
  return tx`
    select bucket, max from card_trial, unnest(buckets, maxima) with ordinality as counted (bucket, max, place)
    where payment_id = ${paymentId} order by place`
}

/** How long after it was submitted a question may wait for its card to be looked at; the sweep looks in ten minutes. */
const LOOKED_AT_MINUTES = 15

/**
 * Returns pending payments that were opened from these buckets; the next declined card gives up the others. A question
 * that was just submitted may be somebody else's behind the same address, whose card is confirmed and was not looked at
 * yet; so it goes only where a card was declined for it too.
 */
async function openedFrom(tx: Tx, buckets: string[]): Promise<string[]> {
  const opened = await tx<{ id: string }[]>`
    select payment_id as id from card_trial t where buckets && ${buckets} and (
      exists (select from hold h join prepared_ask a on a.id = h.ask_id where h.id = t.payment_id and h.state = 'pending'
        and (a.wanted_at is null or a.wanted_at < app_now() - ${LOOKED_AT_MINUTES} * interval '1 minute'
          or exists (select from rate_limit where bucket = ${DECLINED_FOR} || h.id::text)))
      or exists (select from tip where tip.id = t.payment_id and tip.state = 'pending'))
    order by payment_id limit 200`
  return opened.map(({ id }) => id)
}

/** Releases a payment for which no card is confirmed yet. */
async function giveUp(work: TxContext, paymentId: string): Promise<void> {
  const [tip] = await work.tx`select from tip where id = ${paymentId}`
  if (tip) return releaseTip(work, paymentId)
  const { state } = await lockHold(work.tx, paymentId)
  if (state === 'pending') await releaseHold(work, paymentId, 'cards-declined')
}
