import { takenBackCents } from '../../../sync/money.ts'
import type { TxContext } from '../../transact.ts'
import { postToLedger } from '../ledger.ts'
import { takeBack } from '../payout/clawback.ts'
import { writeOff } from '../payout/write-off.ts'
import type { Payment } from './payment.ts'
import { standingOf } from './standing.ts'

type Return = {
  kind: 'refund' | 'refund-failed' | 'refund-by-hand' | 'dispute-lost' | 'dispute-won'
  source: string
  /** Negative when the money came back to us after all. */
  cents: number
}

/** The account that the money leaves, or comes back to. */
const ACCOUNTS = {
  refund: 'stripe_balance',
  'refund-failed': 'stripe_balance',
  'refund-by-hand': 'company_bank',
  'dispute-lost': 'disputed',
  'dispute-won': 'disputed',
} as const

/**
 * Books a return of money from a locked payment, once for each source. The athlete keeps what a payment of the
 * remainder would have earned; if their balance falls below zero, the rest is taken back from their payouts, and of an
 * athlete who was erased what cannot be is written off. The
 * platform bears the other part. Returns the athlete's part in cents, or null when the return was booked before.
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
      { account: ACCOUNTS[kind], cents: -cents },
      { account: 'athlete_payable', personId: athleteId, cents: athleteCents },
      { account: of === 'answer' ? 'platform_revenue' : 'fee_variance', cents: cents - athleteCents },
    ],
  })
  if (!isBooked) return null
  // the desk shows the payments of the request, so tell it to reload
  await work.tx`select tell_live('desk', array[${`${questionId} 0`}])`
  if (athleteCents > 0) await takeBack(work, { personId: athleteId, cause: source, cents: athleteCents })
  await writeOff(work, athleteId)
  return athleteCents
}
