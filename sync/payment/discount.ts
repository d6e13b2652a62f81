import { LIMITS } from '../limits.ts'
import { line } from '../shape.ts'

/** A discount code as typed: trimmed, then compared exactly (S2-5.36). */
export const discountCode = line(LIMITS.discountCodeCharacters)

/** The discount of a code: a percentage or an amount in cents. */
export type Discount = { off: 'percent' | 'cents'; value: number }

/**
 * Returns the price after a discount. At 0 there is no floor: the asker chooses the total (S2-5.37, D27). Any
 * other result is at least the smallest card payment, and a discount never raises a price.
 */
export function discountedCents(priceCents: number, { off, value }: Discount): number {
  const taken = off === 'percent' ? Math.floor((priceCents * value + 50) / 100) : value
  const left = priceCents - taken
  return left <= 0 ? 0 : Math.min(priceCents, Math.max(left, LIMITS.leastQuestionCents))
}
