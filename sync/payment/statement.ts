import type { PayoutSetup } from './payout-account.ts'

/** One line of an athlete's books, as it changed what they are owed. */
export type StatementLine = {
  id: string
  at: number
  /**
   * `reversal`: a payout was taken back, in part or whole, for a payment that went back; `unpaid`: an ordered one was not
   * paid, in part or whole, and is in the balance again.
   */
  kind: 'answer' | 'tip' | 'payout' | 'refund' | 'dispute' | 'reversal' | 'unpaid'
  /** Of the question; null for what is about none. */
  subject: string | null
  /** What its fan paid, and what of it was kept as our fee: the rest is the share; only for an answer. */
  answer: { paidCents: number; feeCents: number } | null
  /** What was given, and what its card payment cost; only for a tip. */
  tip: { givenCents: number; feeCents: number } | null
  /** How it is paid out, and whether it was; only for a payout. */
  payout: { way: 'transfer' | 'manual'; isPaid: boolean } | null
  /** Positive: earned; negative: paid out or taken back. */
  cents: number
}

/**
 * Sums over the ledger and nothing else (D25); `held` is the share of what fans' cards are held for, `onItsWay` what is
 * ordered and not paid out yet, by transfer or by hand.
 */
export type Statement = {
  heldCents: number
  earnedCents: number
  paidOutCents: number
  onItsWayCents: number
  balanceCents: number
  /** Newest first. */
  lines: StatementLine[]
}

/** What a fan's card was asked for. */
export type Receipt = {
  id: string
  at: number
  kind: 'answer' | 'tip'
  /** `released`: nothing was charged. */
  state: 'held' | 'charged' | 'released'
  athlete: string
  subject: string
  amountCents: number
  /** What of it went back to the card, or is on its way there. */
  refundedCents: number
  /** What of it the bank has in dispute and has not decided yet. */
  disputedCents: number
  /** Whether something went back, and a credit note says so. */
  hasCreditNote: boolean
}

/** GET money: an athlete's statement and how they are set up to be paid, and everybody's receipts, newest first. */
export type MoneyAnswer = {
  statement: Statement | null
  setup: PayoutSetup | null
  receipts: Receipt[]
  now: number
}
