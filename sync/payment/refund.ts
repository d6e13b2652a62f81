import { LIMITS } from '../limits.ts'
import { takenBackCents } from '../money.ts'
import { done, type Result, refuse } from '../result.ts'
import { id, z } from '../shape.ts'

/** What a fan paid for: an answer, or a tip for one. */
export type PaymentOf = 'answer' | 'tip'

/** Why money goes back; `provider`: it was refunded there, by somebody with the key to it. */
export const REFUND_REASONS = ['not-as-promised', 'mistake', 'duplicate', 'fraud', 'goodwill'] as const
export type RefundReason = (typeof REFUND_REASONS)[number] | 'provider'

/** payment.refund: sends a payment back to the card it came from, whole or in part. */
export const paymentRefund = z.strictObject({
  refundId: id,
  paymentId: id,
  amountCents: z.int().check(z.minimum(1), z.maximum(LIMITS.highestAmountCents)),
  reason: z.enum(REFUND_REASONS),
})

/**
 * The life of a refund. `pending`: on its way at the provider; `refused`: it never was; `failed`: the bank sent it back
 * to us. What is `done` may still fail weeks later.
 */
const REFUND_MOVES = {
  ordered: ['pending', 'done', 'refused', 'failed'],
  pending: ['done', 'failed'],
  done: ['failed'],
  refused: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>
export type RefundState = keyof typeof REFUND_MOVES

/** Whether a refund may go from one state to the next. */
export function mayRefundMove(from: RefundState, to: RefundState): boolean {
  return (REFUND_MOVES[from] as readonly RefundState[]).includes(to)
}

/** A payment that may go back: what is left of it after everything that went back or is on its way. */
export type Refundable = { of: PaymentOf; leftCents: number; isDisputed: boolean }

/** What a refund does to everybody's money; Stripe keeps its fee for the payment. */
export type RefundEffect = { fanCents: number; athleteCents: number; platformCents: number }

/**
 * Whether so much of a payment may go back, and whose money it is. Not while the bank has it in dispute: the fan would
 * get it twice.
 */
export function effectOfRefund(
  { of, leftCents, isDisputed }: Refundable,
  amountCents: number,
): Result<RefundEffect> {
  if (isDisputed) return refuse('payment-disputed')
  if (amountCents > leftCents) return refuse('refund-too-high', { leftCents })
  const athleteCents = takenBackCents(of, leftCents, amountCents)
  return done({ fanCents: amountCents, athleteCents, platformCents: amountCents - athleteCents })
}

/** The life of a dispute, in the words of our desk; `closed`: an inquiry that took no money. */
export const DISPUTE_STATES = ['needs-response', 'under-review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]
