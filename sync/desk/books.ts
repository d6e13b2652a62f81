import { month } from '../payment/papers.ts'
import { day, id, z } from '../shape.ts'
import { SEARCH_CHARACTERS } from './search.ts'

/**
 * What moved in a period, each a sum over entries of the ledger, in cents. Money that comes in is positive, money that goes
 * out negative. `refunds`: what went back to cards; `disputes`: what banks took and gave back; `fees`: the provider's, of
 * payments, disputes and its own; `share`: ours of payments, before those fees; `earned`: the athletes', after refunds and
 * lost disputes; `transferred`: to athletes by the provider, less what was taken back; `paidByHand`: to athletes from the
 * company's bank; `topUps` and `bankPayouts`: between that bank and the balance at the provider.
 */
export const FLOWS = [
  'captured',
  'tips',
  'refunds',
  'disputes',
  'fees',
  'share',
  'earned',
  'transferred',
  'paidByHand',
  'topUps',
  'bankPayouts',
] as const
export type Flow = (typeof FLOWS)[number]

/**
 * What stands at the end of a day: sums over the ledger from its beginning. `owed`: to athletes; `onItsWay`: ordered payouts
 * that are not paid; `inDispute`: with banks, undecided; `balance`: at the provider.
 */
export const STANDINGS = ['owed', 'onItsWay', 'inDispute', 'balance'] as const
export type Standing = (typeof STANDINGS)[number]
export type Figure = Flow | Standing

export type Flows = Record<Flow, number>
export type Standings = Record<Standing, number>

/** desk/books: the figures of a period; days are whole days in UTC, the last one included. */
export const deskBooksCall = z.strictObject({ from: day, until: day })
export type BooksAthlete = {
  /** Null: what is of no athlete. */
  id: string | null
  username: string | null
  name: string
  flows: Flows
  /** At the end of the period. */
  owedCents: number
  /** On cards at this moment, their questions unanswered: what fans would pay. */
  heldCents: number
}
export type BooksAnswer = {
  flows: Flows
  /** Before the first day, and at the end of the last. */
  before: Standings
  after: Standings
  /** What is held on cards at this moment, which no book has before it is charged. */
  held: { cents: number; count: number }
  athletes: BooksAthlete[]
  /** `athletes` has the first of them only; the file of the year has all. */
  moreAthletes: boolean
  /** The days on which something moved. */
  days: { day: string; flows: Flows }[]
  now: number
}

/** What was booked, as a screen, a table and a document say it. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  capture: 'Answer paid',
  tip: 'Tip paid',
  refund: 'Refund',
  'refund-failed': 'Refund came back',
  dispute: 'Dispute: taken by the bank',
  'dispute-reinstated': 'Dispute: given back by the bank',
  'dispute-lost': 'Dispute lost',
  'dispute-won': 'Dispute won after all',
  payout: 'Payout ordered',
  transfer: 'Payout transferred',
  'paid-by-hand': 'Payout paid by hand',
  'payout-reversed': 'Payout taken back',
  'payout-deducted': 'Payout reduced',
  'payout-cancelled': 'Payout cancelled',
  'top-up': 'Top-up from the bank',
  'bank-payout': 'Payout to the bank',
  'provider-fee': 'Fee of the provider',
}

const words = z.string().check(z.minLength(1), z.maxLength(SEARCH_CHARACTERS))

/**
 * desk/ledger: a page of entries, newest first. With a figure they are those it is the sum of, each with its part of it; what
 * stands at the end of a day is asked for from the beginning (`from` null).
 */
export const deskLedgerCall = z.strictObject({
  from: z.nullable(day),
  until: day,
  figure: z.nullable(z.enum([...FLOWS, ...STANDINGS])),
  athleteId: z.nullable(id),
  questionId: z.nullable(id),
  /** A part of a fan's or an athlete's name or the subject, or the provider's id of a thing, whole. */
  search: z.nullable(words),
  after: z.nullable(z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
})
export type LedgerRow = {
  id: number
  at: number
  /** What was booked: `capture`, `tip`, `refund`, `transfer`, … */
  kind: string
  account: string
  cents: number
  /** What caused it, by the provider's name where it has one. */
  source: string
  /** The payment that it is about. */
  chargeId: string | null
  /** The number of the fan's receipt. */
  receipt: string | null
  /** The number of the credit note, of what went back. */
  creditNote: string | null
  questionId: string | null
  subject: string | null
  fan: string | null
  athlete: { id: string; username: string | null; name: string } | null
}
export type LedgerAnswer = {
  rows: LedgerRow[]
  more: boolean
  /** Of all rows that were asked for, on whatever page. */
  count: number
  sumCents: number
  now: number
}

/** desk/book-file: where a file is fetched: a month as a table or as a document, or a year's totals of every athlete. */
export const deskBookFileCall = z.union([
  z.strictObject({ file: z.enum(['month-csv', 'month-pdf']), of: month }),
  z.strictObject({ file: z.literal('year-csv'), of: z.string().check(z.regex(/^20\d\d$/)) }),
])
