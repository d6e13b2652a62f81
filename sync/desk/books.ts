import { month } from '../payment/papers.ts'
import { day, id, z } from '../shape.ts'
import { SEARCH_CHARACTERS } from './search.ts'

/**
 * The movements of money in a period, each a sum over ledger entries, in cents. Money that comes in is positive,
 * money that goes out negative. `refunds`: sent back to cards; `refundsByHand`: paid back to fans from the company's
 * bank; `disputes`: taken and given back by banks; `fees`: the provider's, for payments, disputes and its own
 * services; `share`: our part of payments, before those fees and less the debts that were written off; `earned`: the
 * athletes' part, after refunds and lost disputes; `writtenOff`: debts of erased athletes, which are our loss; `transferred`: to athletes by the provider, less what was taken back; `paidByHand`: to athletes from the
 * company's bank, less what came back; `topUps` and `bankPayouts`: between that bank and the balance at the provider.
 */
export const FLOWS = [
  'captured',
  'tips',
  'refunds',
  'refundsByHand',
  'disputes',
  'fees',
  'share',
  'earned',
  'writtenOff',
  'transferred',
  'paidByHand',
  'topUps',
  'bankPayouts',
] as const
export type Flow = (typeof FLOWS)[number]

/**
 * The balances at the end of a day: sums over the ledger from its beginning. `owed`: to athletes; `onItsWay`:
 * ordered payouts that are not paid yet; `inDispute`: held by banks, undecided; `balance`: at the provider.
 */
export const STANDINGS = ['owed', 'onItsWay', 'inDispute', 'balance'] as const
export type Standing = (typeof STANDINGS)[number]
export type Figure = Flow | Standing

export type Flows = Record<Flow, number>
export type Standings = Record<Standing, number>

/** The `desk/books` call: returns the figures of a period. Days are whole days in UTC, including the last one. */
export const deskBooksCall = z.strictObject({ from: day, until: day })
export type BooksAthlete = {
  /** Null for movements that belong to no athlete. */
  id: string | null
  username: string | null
  name: string
  flows: Flows
  /** Owed at the end of the period, ordered payouts that are not paid yet included, and how much of it is those. */
  owedCents: number
  onItsWayCents: number
  /** Held on cards at this moment for unanswered questions: what the fans would pay. */
  heldCents: number
}
export type BooksAnswer = {
  flows: Flows
  /** Before the first day, and at the end of the last. */
  before: Standings
  after: Standings
  /** Held on cards at this moment; the ledger has no entry for it before it is charged. */
  held: { cents: number; count: number }
  athletes: BooksAthlete[]
  /** Whether `athletes` contains only the first of them; the yearly file contains all. */
  moreAthletes: boolean
  /** The days on which money moved. */
  days: { day: string; flows: Flows }[]
  now: number
}

/** The names of booked movements, as screens, tables and documents show them. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  capture: 'Answer paid',
  tip: 'Tip paid',
  refund: 'Refund',
  'refund-failed': 'Refund came back',
  'refund-by-hand': 'Refund paid by hand',
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
  'payout-returned': 'Payout by hand came back',
  'written-off': 'Debt of an erased athlete written off',
  'written-off-back': 'Written-off debt made up for',
  'top-up': 'Top-up from the bank',
  'bank-payout': 'Payout to the bank',
  'provider-fee': 'Fee of the provider',
}

/** Stands in place of an athlete's id for entries that belong to no athlete. */
export const NO_ATHLETE = 'none'

const words = z.string().check(z.minLength(1), z.maxLength(SEARCH_CHARACTERS))

/**
 * The `desk/ledger` call: a page of entries, newest first. With `figure`, it returns the entries that the figure
 * sums up, each with the amount it contributes; balances at the end of a day start at the beginning (`from`
 * null).
 */
export const deskLedgerCall = z.strictObject({
  from: z.nullable(day),
  until: day,
  figure: z.nullable(z.enum([...FLOWS, ...STANDINGS])),
  athleteId: z.nullable(z.union([id, z.literal(NO_ATHLETE)])),
  questionId: z.nullable(id),
  /** Part of a fan's or an athlete's name or of the subject, or the provider's whole id of an object. */
  search: z.nullable(words),
  after: z.nullable(z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
})
export type LedgerRow = {
  id: number
  at: number
  /** The kind of movement: `capture`, `tip`, `refund`, `transfer`, … */
  kind: string
  account: string
  cents: number
  /** The cause of the entry, by the provider's id where it has one. */
  source: string
  /** The payment that the entry belongs to. */
  chargeId: string | null
  /** The number of the fan's receipt. */
  receipt: string | null
  /** The number of the credit note for a refund. */
  creditNote: string | null
  questionId: string | null
  subject: string | null
  fan: string | null
  athlete: { id: string; username: string | null; name: string } | null
}
export type LedgerAnswer = {
  rows: LedgerRow[]
  more: boolean
  /** Over all rows that match, not only those on this page. */
  count: number
  sumCents: number
  now: number
}

/**
 * The `desk/book-file` call: returns the address of a file: a month as a table or a document, or every athlete's
 * totals of a year.
 */
export const deskBookFileCall = z.union([
  z.strictObject({ file: z.enum(['month-csv', 'month-pdf']), of: month }),
  z.strictObject({ file: z.literal('year-csv'), of: z.string().check(z.regex(/^20\d\d$/)) }),
])
