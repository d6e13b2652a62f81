import { LIMITS } from '../limits.ts'
import { line } from '../shape.ts'

/** A discount code as typed: trimmed, and then compared exactly (S2-5.36). */
export const discountCode = line(LIMITS.discountCodeCharacters)

/** What a code takes off a price: so many percent, or so many cents. */
export type Discount = { off: 'percent' | 'cents'; value: number }

/**
 * What is left of a price. Nothing left lifts the floor: the total is what the asker chooses (S2-5.37, D27). What is
 * left is never less than the least a card is asked for, and a discount never raises a price.
 */
export function discountedCents(priceCents: number, { off, value }: Discount): number {
  const taken = off === 'percent' ? Math.floor((priceCents * value + 50) / 100) : value
  const left = priceCents - taken
  return left <= 0 ? 0 : Math.min(priceCents, Math.max(left, LIMITS.minimumTipCents))
}
