import type { Queryable } from '../../db/sql.ts'
import type { Booking } from './bookings.ts'
import { creditNotesOf, invoiceVatCents, isInvoice, taxRateOf } from './credit-notes.ts'
import { receiptsOf } from './receipts.ts'

/**
 * The paper of a booking's payment, and the VAT that the booking charges: negative where its credit note gives it
 * back, null where no paper shows VAT. The rate, in hundredths of a percent, is that of the VAT.
 */
export type LinePaper = { isInvoice: boolean; vatCents: number | null; rate: number | null }

/** Returns the papers of those bookings whose payment has a number, by the booking's id. */
export async function papersOf(
  sql: Queryable,
  bookings: readonly Booking[],
): Promise<Map<string, LinePaper>> {
  const numbered = bookings.filter(({ receipt }) => receipt !== null)
  const receipts = await receiptsOf({ sql }, [...new Set(numbered.map(paymentOf))])
  const known = new Map(receipts.map((receipt) => [receipt.chargeId, receipt]))
  return new Map(
    numbered.flatMap((booking) => {
      const receipt = known.get(paymentOf(booking))
      if (!receipt) return []
      const { transactionId, kind, creditNote } = booking
      const note = creditNotesOf(receipt).find(({ number }) => number === creditNote)
      const isSale = kind === 'capture' || kind === 'tip'
      const back = note?.vatCents ?? null
      const vatCents = isSale ? invoiceVatCents(receipt) : back === null ? null : -back || 0
      const rate = vatCents === null ? null : taxRateOf(receipt)
      return [[transactionId, { isInvoice: isInvoice(receipt), vatCents, rate }] as const]
    }),
  )
}

/** Returns the provider's id of the payment that a booking with a receipt is about. */
export const paymentOf = ({ chargeId, source }: Pick<Booking, 'chargeId' | 'source'>): string =>
  chargeId ?? source
