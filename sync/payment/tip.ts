import { LIMITS } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, id, z } from '../shape.ts'

/**
 * The life of a tip for a delivered answer. It is `pending` until its card is confirmed and is then charged at
 * once (S2-9.13). A tip that is being released may still turn out to be paid, because the card was confirmed
 * first.
 */
const TIP_MOVES = {
  pending: ['paid', 'releasing', 'released'],
  releasing: ['released', 'paid'],
  paid: [],
  released: [],
} as const satisfies Record<string, readonly string[]>
export type TipState = keyof typeof TIP_MOVES

/** Checks whether a tip may go from one state to another. */
export function mayTipMove(from: TipState, to: TipState): boolean {
  return (TIP_MOVES[from] as readonly TipState[]).includes(to)
}

/** Checks whether this amount may be given as a tip: at least $2 (S2-9.11, D16). */
export function checkTip(amountCents: number): Result<number> {
  if (!Number.isInteger(amountCents) || amountCents > LIMITS.highestAmountCents) return refuse('bad-shape')
  if (amountCents < LIMITS.leastAnswerTipCents)
    return refuse('amount-below-minimum', { minimumCents: LIMITS.leastAnswerTipCents })
  return done(amountCents)
}

/** How many tips for one answer may wait for a card at the same time. */
export const OPEN_TIPS = 5

/** A private link's token. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * The `create-payment-intent` call with automatic capture: a tip. The device makes its id, and the private link
 * identifies the answer; the other documented fields decide nothing (S2-7.2, D107).
 */
export const openTipCall = z.object({
  amount: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  currency: z.literal('usd'),
  capture_method: z.literal('automatic'),
  tipId: id,
  token: linkToken,
})
export type OpenTipCall = Infer<typeof openTipCall>
export type OpenTipAnswer = { clientSecret: string; paymentIntentId: string }

/**
 * The `tip-status` call asks the payment provider whether a tip was paid; the `cancel-tip` call reports that its
 * card form was closed before.
 */
export const tipCall = z.strictObject({ tipId: id, token: linkToken })
export type TipStatusAnswer = { state: TipState; amountCents: number }
