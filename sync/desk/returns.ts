import type { DisputeState, PaymentOf, Refundable, RefundReason, RefundState } from '../payment/refund.ts'
import { id, z } from '../shape.ts'

/** The `desk/payments` call: returns what a question's fan paid, and how much of it went back. */
export const deskPaymentsCall = z.strictObject({ questionId: id })
export type DeskPayment = Refundable & {
  id: string
  at: number
  paidCents: number
  /** How much of it is on its way back to the card: refunds that are ordered or under way. */
  onItsWayCents: number
  /** How much of it the athlete has now. */
  athleteCents: number
  /**
   * The number of its receipt, null before it is in the books, and the numbers of the credit notes that correct
   * it, oldest first.
   */
  receipt: string | null
  creditNotes: string[]
  /** Whether the fan has an address to be told at; a server of before does not say. */
  isTold?: boolean
  /**
   * Its refunds that did not reach the card and are still owed to the fan, oldest first; a server of before does not
   * tell them.
   */
  owedRefunds?: OwedRefund[]
}
/** A refund that was refused or failed, and was neither made again nor paid by hand. */
export type OwedRefund = { id: string; at: number; amountCents: number }
export type DeskPaymentsAnswer = { payments: DeskPayment[] }

/**
 * The `desk/returns` call: returns the newest refunds and disputes, the athletes' debts, and the last comparison
 * of the books with the provider's.
 */
export const deskReturnsCall = z.strictObject({})
/** Whose payment it was, and the provider's id of it. */
type Named = {
  questionId: string
  subject: string
  /** Null where the fan was erased. */
  fan: string | null
  athlete: { id: string; username: string | null; name: string }
  chargeId: string
}
export type DeskRefund = Named & {
  id: string
  at: number
  /** The provider's id of the refund; null before the refund was made. */
  providerId: string | null
  of: PaymentOf
  amountCents: number
  state: RefundState
  reason: RefundReason
  /** Why the provider refused the refund, by its own code. */
  error: string | null
  /** How it was paid from our bank after all; null where it was not. A server of before does not tell it. */
  byHand?: RefundedByHand | null
  /** How much of its payment is left while it is still owed to the fan; null where it is not owed. */
  owedOfCents?: number | null
}
/** A refund that was paid by hand: when, by whom, and the reference by which the payment is found again. */
export type RefundedByHand = { at: number; by: string; reference: string }
export type DeskDispute = Named & {
  id: string
  at: number
  of: PaymentOf
  amountCents: number
  feeCents: number
  state: DisputeState
  /** The reason that the bank gives. */
  reason: string
  /** The deadline for evidence; null when none is requested. */
  dueBy: number | null
}

/** A reversal of a transfer that the provider refused. */
export type RefusedReversal = { transferId: string; amountCents: number; error: string; at: number }
/** An athlete whose balance is below zero: more of their earnings has gone back than they are owed (M12). */
export type DeskDebt = {
  /** The athlete's id. */
  id: string
  name: string
  username: string | null
  /** Null where the athlete was erased and nobody is left to ask. */
  email: string | null
  amountCents: number
  /** When the balance fell below zero. */
  since: number
  /** How much of it is being reversed from the athlete's transfers at this moment. */
  askedBackCents: number
  refused: RefusedReversal[]
}

/** One break found by the reconciliation, in cents; null means that this side has no record of it. */
export type Break = {
  /** The provider's id of the charge, refund, dispute or other movement; `balance` stands for the whole balance. */
  sourceId: string
  between: 'payments and ledger' | 'ledger and Stripe' | 'ledger and balance'
  ourCents: number | null
  theirCents: number | null
  /** For a payment that is missing here: the provider's id of it, and what is known here about its question. */
  payment?: { intentId: string; question: 'unknown' | 'open' }
}
/** The last reconciliation; `breaks` is null when the provider did not answer. */
export type LastCheck = {
  at: number
  breaks: Break[] | null
  mended: number
  /** Our balance at the provider, by the books and as the provider reports it; null when it was not compared. */
  balance: { ourCents: number; theirCents: number } | null
}

export type DeskReturnsAnswer = {
  refunds: DeskRefund[]
  moreRefunds: boolean
  disputes: DeskDispute[]
  moreDisputes: boolean
  debts: DeskDebt[]
  check: LastCheck | null
  now: number
}
