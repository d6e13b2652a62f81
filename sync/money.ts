/** The athlete's part of a question payment, in percent (S2-9, D23). */
const ATHLETE_PERCENT = 80

/** Returns the athlete's share of `amountCents`, rounded half up to the cent; the platform keeps the rest (D24). */
export function athleteShareCents(amountCents: number): number {
  return Math.floor((amountCents * ATHLETE_PERCENT + 50) / 100)
}

/** Returns the platform's share of `amountCents`: exactly the rest, so that rounding loses nothing. */
export function platformShareCents(amountCents: number): number {
  return amountCents - athleteShareCents(amountCents)
}

/** Returns the fee of a card payment for a tip: 2.9 % rounded half up to the cent, plus 30 cents (D24). */
function tipFeeCents(amountCents: number): number {
  return Math.floor((amountCents * 29 + 500) / 1000) + 30
}

/**
 * Returns what an athlete is credited for a tip: all of it except the fee; the platform takes nothing (S2-9.12,
 * D23).
 */
export function tipCreditCents(amountCents: number): number {
  return Math.max(0, amountCents - tipFeeCents(amountCents))
}

/** Returns the athlete's part of a payment. */
function athletePartCents(of: 'answer' | 'tip', amountCents: number): number {
  return of === 'answer' ? athleteShareCents(amountCents) : tipCreditCents(amountCents)
}

/**
 * Returns the athlete's part of a refund. They keep what a payment of the rest would have earned them, so that
 * several refunds add up to exactly the whole. The platform pays the rest of the refund, and Stripe nothing.
 */
export function takenBackCents(of: 'answer' | 'tip', leftCents: number, backCents: number): number {
  const before = athletePartCents(of, Math.max(0, leftCents))
  return before - athletePartCents(of, Math.max(0, leftCents - backCents))
}
