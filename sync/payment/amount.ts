import { LIMITS } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Discount, discountedCents } from './discount.ts'

/** What decides the amount of a question. */
export type PriceTerms = {
  /** The athlete's price in cents; 0 or null asks nothing (S1-9.7). */
  priceCents: number | null
  promo: boolean
  /** Whether this asker has never asked this athlete before (S1-4.8–4.10). */
  firstTime: boolean
  /** What the asker's code takes off the price (D27). */
  discount?: Discount | null
}

/** The least a question costs in cents: the price, less a discount; nothing for a promo athlete's first one (D19). */
export function floorCents({ priceCents, promo, firstTime, discount }: PriceTerms): number {
  if (promo && firstTime) return 0
  return discount ? discountedCents(priceCents ?? 0, discount) : (priceCents ?? 0)
}

/**
 * Whether `amountCents` may be offered: at least the floor (D17, D18); where nothing is asked, nothing or a
 * tip of at least $5 (S1-5.18, D15).
 */
export function checkAmount(terms: PriceTerms, amountCents: number): Result<number> {
  const floor = floorCents(terms)
  if (amountCents > LIMITS.highestAmountCents) return refuse('bad-shape')
  if (floor > 0) {
    return amountCents >= floor ? done(amountCents) : refuse('amount-below-price', { priceCents: floor })
  }
  if (amountCents !== 0 && amountCents < LIMITS.minimumTipCents) {
    return refuse('amount-below-minimum', { minimumCents: LIMITS.minimumTipCents })
  }
  return done(amountCents)
}

/** The life of a card hold; `none` is a free question. Money moves forward only. */
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
  // what was taken before a backup was restored is not let go any more
  releasing: ['released', 'captured'],
  released: [],
  lapsed: [],
}

/** Whether a hold may go from one state to the next. */
export function mayHoldMove(from: HoldState, to: HoldState): boolean {
  return HOLD_MOVES[from].includes(to)
}

/** The truth about a fan's card, in the three words people are told (look: money is spoken of exactly). */
export function spokenHold(state: HoldState): 'free' | 'pending' | 'held' | 'charged' | 'released' {
  if (state === 'none') return 'free'
  if (state === 'pending') return 'pending'
  if (state === 'captured') return 'charged'
  if (state === 'held' || state === 'capturing') return 'held'
  return state === 'releasing' ? 'held' : 'released'
}
