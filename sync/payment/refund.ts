import { LIMITS } from '../limits.ts'
import { takenBackCents } from '../money.ts'
import { done, type Result, refuse } from '../result.ts'
import { id, line, z } from '../shape.ts'

/** What a fan paid for: an answer, or a tip for one. */
export type PaymentOf = 'answer' | 'tip'

/** The reasons for a refund; `provider` is one made at the payment provider by somebody with access to it. */
export const REFUND_REASONS = ['not-as-promised', 'mistake', 'duplicate', 'fraud', 'goodwill'] as const
export type RefundReason = (typeof REFUND_REASONS)[number] | 'provider'

/**
 * The `payment.refund` intent: sends a payment back to its card, in whole or in part. `leftCents` is what was left of
 * the payment when it was looked at, so that two refunds for one complaint do not both go through.
 */
export const paymentRefund = z.strictObject({
  refundId: id,
  paymentId: id,
  amountCents: z.int().check(z.minimum(1), z.maximum(LIMITS.highestAmountCents)),
  reason: z.enum(REFUND_REASONS),
  leftCents: z.optional(z.int()),
})

/**
 * The `refund.by-hand` intent: a refund that did not reach its card was paid to the fan from our bank. `leftCents` is
 * what was left of the payment when it was looked at, so that one complaint is not paid back twice.
 */
export const refundByHand = z.strictObject({
  refundId: id,
  reference: line(LIMITS.payoutReferenceCharacters),
  leftCents: z.int(),
})

/**
 * The life of a refund. `pending`: on its way at the provider; `refused`: the provider never started it;
 * `failed`: the bank sent it back to us. Even a `done` refund may fail weeks later.
 */
const REFUND_MOVES = {
  ordered: ['pending', 'done', 'refused', 'failed'],
  pending: ['done', 'failed'],
  done: ['failed'],
  refused: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>
export type RefundState = keyof typeof REFUND_MOVES

/** Checks whether a refund may go from one state to another. */
export function mayRefundMove(from: RefundState, to: RefundState): boolean {
  return (REFUND_MOVES[from] as readonly RefundState[]).includes(to)
}

/** A payment that may be refunded; `leftCents` is the rest after all refunds, including those on their way. */
export type Refundable = { of: PaymentOf; leftCents: number; isDisputed: boolean }

/** How a refund is split between fan, athlete and platform; Stripe keeps its fee for the payment. */
export type RefundEffect = { fanCents: number; athleteCents: number; platformCents: number }

/**
 * Checks whether this much of a payment may be refunded, and returns how it is split. A payment in dispute is not
 * refunded, because the fan would get the money twice.
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

/** The life of a dispute, in the words of the desk; `closed`: an inquiry that took no money. */
export const DISPUTE_STATES = ['needs-response', 'under-review', 'won', 'lost', 'closed'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]
