import type { PayoutSetup } from './payout-account.ts'

/** One line of an athlete's books: a change of what they are owed. */
export type StatementLine = {
  id: string
  at: number
  /**
   * `refund` and `dispute`: with negative cents, a payment went back; with positive ones, it came back after all;
   * `reversal`: a payout was taken back, in part or whole, because a payment went back; `unpaid`: an ordered
   * payout was not paid, in part or whole, and is in the balance again; `returned`: what we paid by hand came back
   * to us, and is in the balance again.
   */
  kind: 'answer' | 'tip' | 'payout' | 'refund' | 'dispute' | 'reversal' | 'unpaid' | 'returned'
  /** The subject of the question; null for a line without one. */
  subject: string | null
  /** Only for an answer: what the fan paid, and our fee; the rest is the athlete's share. */
  answer: { paidCents: number; feeCents: number } | null
  /** Only for a tip: the amount given, and the fee of its card payment. */
  tip: { givenCents: number; feeCents: number } | null
  /** Only for a payout, whose line is of the day it was ordered: its way, and whether and when it was paid. */
  payout: {
    way: 'transfer' | 'manual'
    isPaid: boolean
    /** Null while it is not paid. A former build sends none. */
    paidAt?: number | null
  } | null
  /** Positive: earned; negative: paid out or taken back. */
  cents: number
}

/**
 * Sums over the ledger and nothing else (D25). `held` is the athlete's share of the amounts held on fans' cards;
 * `onItsWay` is what is ordered but not paid out yet, by transfer or by hand; `takingBack` is what we have asked the
 * provider to take back from transfers, and what is not booked yet.
 */
export type Statement = {
  heldCents: number
  earnedCents: number
  paidOutCents: number
  onItsWayCents: number
  balanceCents: number
  takingBackCents: number
  /** The month, in UTC, of the first line of all, also of those that are cut: "2026-01"; null without lines. */
  firstMonth: string | null
  /** Newest first. */
  lines: StatementLine[]
}

/** A payment that was requested from a fan's card. */
export type Receipt = {
  id: string
  at: number
  /** `answer`: a question whose answer was delivered; `question`: one without an answer. */
  kind: 'answer' | 'question' | 'tip'
  /** `unpaid`: the answer waits to be paid again; `released`: nothing was charged. */
  state: 'held' | 'unpaid' | 'charged' | 'released'
  athlete: string
  subject: string
  amountCents: number
  /** How much of it has gone back to the card. */
  refundedCents: number
  /** How much of it is on its way back to the card. */
  onItsWayCents: number
  /** How much of it the bank has in dispute, undecided, what it only asks about included. */
  disputedCents: number
  /** How much of that the bank only asks about: it took no money. A former build sends none. */
  inquiryCents?: number
  /** Whether a credit note exists for a refund of it. */
  hasCreditNote: boolean
}

/** The answer to GET `money`: an athlete's statement and payout set-up, and every caller's receipts, newest first. */
export type MoneyAnswer = {
  statement: Statement | null
  setup: PayoutSetup | null
  receipts: Receipt[]
  now: number
}
