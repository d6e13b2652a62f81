import { LIMITS } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, id, z } from '../shape.ts'

/**
 * A tip for an answer, after it was delivered. `pending` until its card is confirmed; the money is then taken at once
 * (S2-9.13). A tip that is being released may still turn out to be paid: the card was faster.
 */
const TIP_MOVES = {
  pending: ['paid', 'releasing', 'released'],
  releasing: ['released', 'paid'],
  paid: [],
  released: [],
} as const satisfies Record<string, readonly string[]>
export type TipState = keyof typeof TIP_MOVES

/** Whether a tip may go from one state to the next. */
export function mayTipMove(from: TipState, to: TipState): boolean {
  return (TIP_MOVES[from] as readonly TipState[]).includes(to)
}

/** Whether so much may be given as a tip: at least $2 (S2-9.11, D16). */
export function checkTip(amountCents: number): Result<number> {
  if (!Number.isInteger(amountCents) || amountCents > LIMITS.highestAmountCents) return refuse('bad-shape')
  if (amountCents < LIMITS.leastAnswerTipCents)
    return refuse('amount-below-minimum', { minimumCents: LIMITS.leastAnswerTipCents })
  return done(amountCents)
}

/** So many tips of one answer may wait for a card at a time. */
export const OPEN_TIPS = 5

/** A private link's token. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * create-payment-intent with automatic capture: a tip. Its id is made on the device, and the private link says for which
 * answer; the documented names beside them decide nothing (S2-7.2, D107).
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

/** tip-status: whether a tip was paid, asked of the payment provider; cancel-tip: its card form was closed before. */
export const tipCall = z.strictObject({ tipId: id, token: linkToken })
export type TipStatusAnswer = { state: TipState; amountCents: number }
