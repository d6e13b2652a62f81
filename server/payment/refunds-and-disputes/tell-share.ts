import { enqueueMail } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import type { Payment } from './payment.ts'

/** What of an athlete's earnings went with a payment, in cents; negative: it is theirs again. */
type Share = { cents: number; why: 'refund' | 'dispute' }

/** Tells an athlete what was taken from their earnings, or given back to them, for a payment that went back. */
export async function tellShare(
  work: TxContext,
  { questionId, athleteId: personId }: Payment,
  { cents, why }: Share,
): Promise<void> {
  if (cents === 0) return
  const kind = cents > 0 ? 'payment-returned' : 'share-restored'
  await enqueueMail(work, { kind, questionId, personId, data: { cents: String(Math.abs(cents)), why } })
}
