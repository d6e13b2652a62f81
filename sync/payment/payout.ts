import { FORTNIGHT_MS, LIMITS, PAYOUT_SETTLES_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'
import { id, line, z } from '../shape.ts'
import type { PayoutHold } from './payout-control.ts'

/** A stretch of time whose earnings are paid out together, once for each athlete. */
export type Period = { kind: 'fortnight' | 'month'; name: string; endsAt: Moment }

/** A Monday: every other one ends a fortnight. */
const FIRST_MONDAY: Moment = Date.UTC(2026, 0, 5)

/**
 * The latest fortnight and the latest month whose payouts are due. Some days lie between their end and that moment: until
 * then the provider keeps what cards have paid.
 */
export function duePeriods(now: Moment): Period[] {
  const settled = now - PAYOUT_SETTLES_MS
  const fortnights = Math.floor((settled - FIRST_MONDAY) / FORTNIGHT_MS)
  const last = new Date(settled)
  return [
    named('fortnight', FIRST_MONDAY + fortnights * FORTNIGHT_MS),
    named('month', Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1)),
  ]
}

function named(kind: Period['kind'], endsAt: Moment): Period {
  return { kind, endsAt, name: `${kind} to ${new Date(endsAt).toISOString().slice(0, 10)}` }
}

/**
 * What somebody was owed when a period ended, what of that was paid or went back since, and what they are owed now; and
 * what of it banks dispute: of payments from before that end, and in all.
 */
export type Balance = {
  atEnd: number
  fallen: number
  now: number
  disputedAtEnd: number
  disputed: number
}

/**
 * What a balance is paid out for a period: whole, every two weeks while it is over $100, otherwise every month (S2-9.14,
 * D34). Only what was owed when the period ended and still is: whatever was earned since waits for the next one, also where
 * what it would be paid beside is gone. What is in dispute stays out until it is decided. A balance below zero is carried.
 */
export function payoutCents(kind: Period['kind'], balance: Balance): number {
  const { atEnd, fallen, now, disputedAtEnd, disputed } = balance
  const cents = Math.max(0, Math.min(atEnd - fallen - disputedAtEnd, now - disputed))
  const isOver = cents > LIMITS.payoutEveryFortnightOverCents
  return isOver === (kind === 'fortnight') ? cents : 0
}

/**
 * Why somebody is paid by hand: they want to be, their country is not one the provider pays to, they have no account; or
 * the provider refused the transfer for its region, because the account may not receive, because our balance there was too
 * low, or because it does not know the account; or it came when they had been erased, and nobody knows where to.
 */
export const BY_HAND_REASONS = [
  'chosen',
  'country',
  'no-account',
  'region',
  'capability',
  'balance',
  'refused',
  'erased',
] as const
export type ByHandReason = (typeof BY_HAND_REASONS)[number]

/** payout.begin: an admin says that they are paying it now, and how much they saw, so that nobody else does and no other amount. */
export const payoutBegin = z.strictObject({ payoutId: id, amountCents: z.optional(z.int()) })
/** payout.confirm: an admin says that it was paid, and by what it can be found again at the payment app. */
export const payoutConfirm = z.strictObject({
  payoutId: id,
  reference: line(LIMITS.payoutReferenceCharacters),
})

/** desk/payouts: what is to be paid by hand, the longest waiting first, and what was paid lately, by either way. */
export const deskPayoutsCall = z.strictObject({})
export type DeskPayout = {
  id: string
  personId: string
  username: string | null
  name: string
  /** Null: they were erased before, and there is nobody to ask. */
  email: string | null
  /** Where they want to be paid; null: to be asked by e-mail. */
  handle: string | null
  period: string
  amountCents: number
  way: 'transfer' | 'manual'
  why: ByHandReason | null
  state: 'ordered' | 'begun' | 'paid' | 'cancelled'
  /** What of it is not paid after all, because it went back; and because it is in dispute. */
  returnedCents: number
  disputedCents: number
  /** Whether nothing of it is paid at this moment: the athlete's payouts, or everybody's, are held. */
  isHeld: boolean
  /** Their account was closed by the team. */
  isClosed: boolean
  /** Who cancelled it and why; both null where nothing was left to pay. */
  cancelledBy: string | null
  cancelReason: string | null
  begunBy: string | null
  paidBy: string | null
  reference: string | null
  orderedAt: number
  paidAt: number | null
  cancelledAt: number | null
}
export type DeskPayoutsAnswer = {
  /** To be paid by hand, the longest waiting first. */
  open: DeskPayout[]
  /** Transfers that wait: for our balance at the provider, or because they are held. */
  waiting: DeskPayout[]
  /** Paid or cancelled lately. */
  paid: DeskPayout[]
  /** Whether there are more than are listed: of any that waits, and of those that ended. */
  moreToDo: boolean
  morePaid: boolean
  holds: PayoutHold[]
  now: number
}
