import { takenBackCents } from '../../../sync/money.ts'
import type { TxContext } from '../../transact.ts'
import { postToLedger } from '../ledger.ts'
import { takeBack } from '../payout/clawback.ts'
import type { Payment } from './payment.ts'
import { standingOf } from './standing.ts'

type Return = {
  kind: 'refund' | 'refund-failed' | 'dispute-lost' | 'dispute-won'
  source: string
  /** Negative: it came back to us after all. */
  cents: number
}

/**
 * Books what went back of a locked payment: the athlete keeps what a payment of the rest would have brought, which may
 * make what they are owed negative: then it is taken back from what they were paid. The platform gives the other part. Once
 * for each source. Answers the athlete's part, null when it was booked before.
 */
export async function bookReturn(work: TxContext, payment: Payment, back: Return): Promise<number | null> {
  const { chargeId, of, athleteId, questionId } = payment
  const { kind, source, cents } = back
  const { leftCents } = await standingOf(work.tx, chargeId)
  const athleteCents = takenBackCents(of, leftCents, cents)
  const isBooked = await postToLedger(work, {
    kind,
    source,
    questionId,
    chargeId,
    lines: [
      { account: kind.startsWith('refund') ? 'stripe_balance' : 'disputed', cents: -cents },
      { account: 'athlete_payable', personId: athleteId, cents: athleteCents },
      { account: of === 'answer' ? 'platform_revenue' : 'fee_variance', cents: cents - athleteCents },
    ],
  })
  if (!isBooked) return null
  // the desk shows the payments of the request
  await work.tx`select tell_live('desk', array[${`${questionId} 0`}])`
  if (athleteCents > 0) await takeBack(work, { personId: athleteId, cause: source, cents: athleteCents })
  return athleteCents
}
