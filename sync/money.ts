/** The athlete's part of a question payment, in percent (S2-9, D23). */
const ATHLETE_PERCENT = 80

/** The athlete's share of `amountCents`, rounded half up to the cent; the platform keeps the rest (D24). */
export function athleteShareCents(amountCents: number): number {
  return Math.floor((amountCents * ATHLETE_PERCENT + 50) / 100)
}

/** What the platform keeps of `amountCents`: exactly the rest, so nothing is lost to rounding. */
export function platformShareCents(amountCents: number): number {
  return amountCents - athleteShareCents(amountCents)
}

/** What a card payment costs of a tip: 2.9 % rounded half up to the cent, and 30 cents (D24). */
function tipFeeCents(amountCents: number): number {
  return Math.floor((amountCents * 29 + 500) / 1000) + 30
}

/** What an athlete is credited of a tip: all of it but the fee; the platform takes nothing (S2-9.12, D23). */
export function tipCreditCents(amountCents: number): number {
  return Math.max(0, amountCents - tipFeeCents(amountCents))
}

/** What an athlete has of a payment. */
function athletePartCents(of: 'answer' | 'tip', amountCents: number): number {
  return of === 'answer' ? athleteShareCents(amountCents) : tipCreditCents(amountCents)
}

/**
 * The athlete's part of what goes back of a payment: they keep what a payment of the rest would have brought them, so
 * that parts never add up to more or less than the whole. The platform gives the rest of it, and Stripe nothing.
 */
export function takenBackCents(of: 'answer' | 'tip', leftCents: number, backCents: number): number {
  const before = athletePartCents(of, Math.max(0, leftCents))
  return before - athletePartCents(of, Math.max(0, leftCents - backCents))
}
