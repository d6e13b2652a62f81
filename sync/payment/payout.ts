import { FORTNIGHT_MS, LIMITS, PAYOUT_SETTLES_MS } from '../limits.ts'
import type { Moment } from '../moment.ts'
import { id, line, z } from '../shape.ts'
import { PAYOUT_HANDLE_CHARACTERS } from './payout-account.ts'
import type { PayoutHold, PayoutSetback } from './payout-control.ts'

/** A period whose earnings are paid out together, once for each athlete. */
export type Period = { kind: 'fortnight' | 'month'; name: string; endsAt: Moment }

/** The Monday from which fortnights are counted. */
const FIRST_MONDAY: Moment = Date.UTC(2026, 0, 5)

/**
 * Returns the latest fortnight and the latest month whose payouts are due. Payouts are due some days after a
 * period ends, because until then the provider keeps what cards have paid.
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
 * The balance of an athlete: owed at the end of the period; paid or gone back of that since (`fallen`); owed now;
 * and disputed by banks, of payments from before that end and in total.
 */
export type Balance = {
  atEnd: number
  fallen: number
  now: number
  disputedAtEnd: number
  disputed: number
}

/**
 * Returns what is paid out for a period: the whole balance every fortnight while it is over $100, otherwise every
 * month (S2-9.14, D34). Only what was owed at the end of the period and still is owed counts; later earnings wait
 * for the next period. Disputed amounts wait until the dispute is decided. A negative balance is carried over.
 */
export function payoutCents(kind: Period['kind'], balance: Balance): number {
  const { atEnd, fallen, now, disputedAtEnd, disputed } = balance
  const cents = Math.max(0, Math.min(atEnd - fallen - disputedAtEnd, now - disputed))
  const isOver = cents > LIMITS.payoutEveryFortnightOverCents
  return isOver === (kind === 'fortnight') ? cents : 0
}

/**
 * Why an athlete is paid by hand: they chose to be; the provider does not pay to their country; they have no
 * account; the provider refused the transfer because of its region, because the account may not receive
 * transfers, because our balance was too low, or because it does not know the account; or the athlete was erased
 * before the transfer and their account is no longer known.
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

/**
 * The `payout.begin` intent: an admin is paying this now, with the amount and the handle they saw, so that no other
 * admin pays it, no other amount is paid, and nothing goes to a handle that no longer counts.
 */
export const payoutBegin = z.strictObject({
  payoutId: id,
  amountCents: z.optional(z.int()),
  handle: z.optional(z.nullable(z.string().check(z.maxLength(PAYOUT_HANDLE_CHARACTERS)))),
})
/**
 * The `payout.confirm` intent: an admin has paid it, with the reference that identifies it at the payment app, and
 * when it was begun as they saw it, because it may have been set back and begun again since.
 */
export const payoutConfirm = z.strictObject({
  payoutId: id,
  reference: line(LIMITS.payoutReferenceCharacters),
  begunAt: z.optional(z.int()),
})

/**
 * The `desk/payouts` call: returns payouts to be paid by hand, the longest waiting first, and recent payouts of
 * both ways.
 */
export const deskPayoutsCall = z.strictObject({})
export type DeskPayout = {
  id: string
  personId: string
  /** Null where the athlete was erased. */
  username: string | null
  name: string
  /** Null where the athlete was erased and nobody is left to ask. */
  email: string | null
  /** Where the athlete wants to be paid, or did when it was begun; null: the admin has to ask by email. */
  handle: string | null
  period: string
  amountCents: number
  way: 'transfer' | 'manual'
  why: ByHandReason | null
  state: 'ordered' | 'begun' | 'paid' | 'cancelled'
  /** How much of it is not paid because it went back, and because it is in dispute. */
  returnedCents: number
  disputedCents: number
  /** Whether payouts to this athlete, or to everybody, are held at this moment. */
  isHeld: boolean
  /** Whether the provider was told to transfer it and has not confirmed it, so that it can no longer be cancelled. */
  isAtProvider: boolean
  /** Whether the team has closed the athlete's account. */
  isClosed: boolean
  /** Whether the athlete was erased, so that it cannot be cancelled; a server of before does not say. */
  isLast?: boolean
  /** The admin who cancelled it, and the reason; both null where nothing was left to pay. */
  cancelledBy: string | null
  cancelReason: string | null
  /** What went wrong with paying it by hand, oldest first. */
  setbacks: PayoutSetback[]
  begunBy: string | null
  /** When it was last begun, by which a payout that was begun again is told apart; a server of before tells none. */
  begunAt?: number | null
  paidBy: string | null
  reference: string | null
  orderedAt: number
  paidAt: number | null
  cancelledAt: number | null
}
export type DeskPayoutsAnswer = {
  /** To be paid by hand, the longest waiting first. */
  open: DeskPayout[]
  /**
   * Transfers that wait for our balance at the provider or the athlete's account, because they are held, or for the
   * provider to confirm them.
   */
  waiting: DeskPayout[]
  /** Recently paid or cancelled; of what was paid by hand all of the last 90 days, because it may come back. */
  paid: DeskPayout[]
  /** Whether more exist than are listed: of those that wait, and of those that ended. */
  moreToDo: boolean
  morePaid: boolean
  holds: PayoutHold[]
  now: number
}
