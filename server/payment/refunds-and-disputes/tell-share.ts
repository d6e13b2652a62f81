import { enqueueMail } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import type { Payment } from './payment.ts'

/**
 * The part of an athlete's earnings that was returned with a payment, in cents; negative when the athlete gets it
 * back.
 */
type Share = { cents: number; why: 'refund' | 'dispute' }

/**
 * Tells an athlete by mail what was taken from their earnings, or given back to them, because a payment was
 * returned.
 */
export async function tellShare(
  work: TxContext,
  { questionId, athleteId: personId }: Payment,
  { cents, why }: Share,
): Promise<void> {
  if (cents === 0) return
  const kind = cents > 0 ? 'payment-returned' : 'share-restored'
  await enqueueMail(work, { kind, questionId, personId, data: { cents: String(Math.abs(cents)), why } })
}
