import type { DisputeState, PaymentOf, Refundable, RefundReason, RefundState } from '../payment/refund.ts'
import { id, z } from '../shape.ts'

/** desk/payments: what a question's fan paid, and what of it went back. */
export const deskPaymentsCall = z.strictObject({ questionId: id })
export type DeskPayment = Refundable & {
  id: string
  at: number
  paidCents: number
  /** What the athlete has of it now. */
  athleteCents: number
  /** The number of its receipt, null before it is in the books, and those of the credit notes that correct it, oldest first. */
  receipt: string | null
  creditNotes: string[]
}
export type DeskPaymentsAnswer = { payments: DeskPayment[] }

/** desk/returns: the newest refunds and disputes, who owes us, and what the books say beside the provider's. */
export const deskReturnsCall = z.strictObject({})
/** Whose money it is, and what the provider calls it. */
type Named = {
  questionId: string
  subject: string
  /** Null: they were erased. */
  fan: string | null
  athlete: { id: string; username: string | null; name: string }
  chargeId: string
}
export type DeskRefund = Named & {
  id: string
  at: number
  /** The refund, by the provider's name; null before it was made. */
  providerId: string | null
  of: PaymentOf
  amountCents: number
  state: RefundState
  reason: RefundReason
  /** Why the provider would not do it, in its own code. */
  error: string | null
}
export type DeskDispute = Named & {
  id: string
  at: number
  of: PaymentOf
  amountCents: number
  feeCents: number
  state: DisputeState
  /** The bank's word for it. */
  reason: string
  /** When evidence is due at the latest; null when none is asked for. */
  dueBy: number | null
}

/** What the provider would not take back from a transfer. */
export type RefusedReversal = { transferId: string; amountCents: number; error: string; at: number }
/** An athlete below zero: more has gone back of what they had earned than they are owed (M12). */
export type DeskDebt = {
  /** The athlete's. */
  id: string
  name: string
  username: string | null
  /** Null: they were erased, and there is nobody to ask. */
  email: string | null
  amountCents: number
  /** When their balance fell below zero. */
  since: number
  /** What of it is asked back from their transfers at this moment. */
  askedBackCents: number
  refused: RefusedReversal[]
}

/** One disagreement, in cents; null stands for "not there". */
export type Break = {
  /** The charge, refund, dispute or other movement, by the provider's name; `balance`: all of it together. */
  sourceId: string
  between: 'payments and ledger' | 'ledger and Stripe' | 'ledger and balance'
  ourCents: number | null
  theirCents: number | null
  /** What is missing here of a payment: the provider's name of it, and what is known here of its question. */
  payment?: { intentId: string; question: 'unknown' | 'open' }
}
/** The last comparison of the books with the provider's; `breaks` is null when the provider gave no answer. */
export type LastCheck = {
  at: number
  breaks: Break[] | null
  mended: number
  /** Our balance at the provider, by the books and by its own word; null when it was not compared. */
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
