import { LIMITS } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Discount, discountedCents } from './discount.ts'

/** The facts that decide the amount of a question. */
export type PriceTerms = {
  /** The athlete's price in cents; 0 or null means free (S1-9.7). */
  priceCents: number | null
  promo: boolean
  /** Whether this asker has never asked this athlete before (S1-4.8–4.10). */
  firstTime: boolean
  /** The discount of the asker's code (D27). */
  discount?: Discount | null
}

/**
 * Returns the least a question costs, in cents: the price less a discount, or nothing for the first question to a
 * promo athlete (D19).
 */
export function floorCents({ priceCents, promo, firstTime, discount }: PriceTerms): number {
  if (promo && firstTime) return 0
  return discount ? discountedCents(priceCents ?? 0, discount) : (priceCents ?? 0)
}

/**
 * Checks whether `amountCents` may be offered: at least the floor (D17, D18); where the question is free, either
 * nothing or a tip of at least $5 (S1-5.18, D15).
 */
export function checkAmount(terms: PriceTerms, amountCents: number): Result<number> {
  const floor = floorCents(terms)
  if (amountCents > LIMITS.highestAmountCents) return refuse('bad-shape')
  if (floor > 0) {
    return amountCents >= floor ? done(amountCents) : refuse('amount-below-price', { priceCents: floor })
  }
  if (amountCents !== 0 && amountCents < LIMITS.leastQuestionCents) {
    return refuse('amount-below-minimum', { minimumCents: LIMITS.leastQuestionCents })
  }
  return done(amountCents)
}

/** The life of a card hold; `none` is a free question. A hold never goes back to an earlier state. */
export const HOLD_STATES = [
  'none',
  'pending',
  'held',
  'capturing',
  'captured',
  'releasing',
  'released',
  'lapsed',
] as const
export type HoldState = (typeof HOLD_STATES)[number]

const HOLD_MOVES: Record<HoldState, readonly HoldState[]> = {
  none: [],
  pending: ['held', 'releasing', 'released'],
  held: ['capturing', 'releasing', 'released', 'lapsed'],
  capturing: ['captured', 'lapsed'],
  captured: [],
  // The provider may have charged the card before a backup was restored; such a hold can no longer be released.
  releasing: ['released', 'captured'],
  released: [],
  lapsed: [],
}

/** Checks whether a hold may go from one state to another. */
export function mayHoldMove(from: HoldState, to: HoldState): boolean {
  return HOLD_MOVES[from].includes(to)
}

/** Returns the state of a hold in the words that users are told. */
export function spokenHold(state: HoldState): 'free' | 'pending' | 'held' | 'charged' | 'released' {
  if (state === 'none') return 'free'
  if (state === 'pending') return 'pending'
  if (state === 'captured') return 'charged'
  if (state === 'held' || state === 'capturing') return 'held'
  return state === 'releasing' ? 'held' : 'released'
}
