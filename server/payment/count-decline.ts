import { countHit, limitFactorOf } from '../http/rate-limit.ts'
import type { TxContext } from '../transact.ts'
import { DECLINES } from './card-trials.ts'
import { releaseHold } from './release.ts'
import { holdOfIntent } from './store.ts'
import { releaseTip } from './tip/give-tip.ts'
import { tipOfIntent } from './tip/store.ts'

/**
 * Counts a declined card against whoever opened the payment, as a signed event reports. After too many declined
 * cards the payment is released, because otherwise one open payment would be enough to try any number of cards.
 */
export async function countDecline(work: TxContext, paymentIntentId: string): Promise<void> {
  const hold = await holdOfIntent(work.tx, paymentIntentId)
  const tip = hold ? null : await tipOfIntent(work.tx, paymentIntentId)
  const paymentId = hold?.id ?? tip?.id
  if (!paymentId) return
  const [opened] = await work.tx<{ buckets: string[] }[]>`
    select buckets from card_trial where payment_id = ${paymentId}`
  const { windowS } = DECLINES
  for (const bucket of opened?.buckets ?? [])
    await countHit(work.tx, bucket, { max: Number.POSITIVE_INFINITY, windowS })
  const rule = { max: DECLINES.max * limitFactorOf(work.context) - 1, windowS }
  const within = await countHit(work.tx, `declined for ${paymentId}`, rule)
  if (within.ok) return
  if (hold?.state === 'pending') await releaseHold(work, hold.id, 'cards-declined')
  if (tip) await releaseTip(work, tip.id)
}
