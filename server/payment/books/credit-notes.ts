import type { Receipt, Returned } from './receipts.ts'
import { vatCents } from './vat.ts'

/** One return of money from a payment, as its credit note shows it. */
export type CreditNote = {
  number: string
  issuedAt: Date
  /** The receipt or invoice that the note corrects. */
  receipt: Receipt
  back: Returned
  /**
   * The number of the credit note that this one reverses, because the money came back to us; null for any other.
   */
  reverses: string | null
  /** How much of the payment was left after this return. */
  leftCents: number
  /** The VAT within the amount, at the invoice's rate; null when the invoice shows no VAT. */
  vatCents: number | null
}

/**
 * Returns whether the receipt is an invoice. A tip never is, because it is passed on to the athlete and nothing is
 * sold.
 */
export const isInvoice = ({ of, seller }: Receipt): boolean => of === 'answer' && seller !== null

/** The VAT rate that the invoice shows, in hundredths of a percent; null when it shows none. */
export const taxRateOf = (receipt: Receipt): number | null =>
  isInvoice(receipt) ? (receipt.seller?.vatBasisPoints ?? null) : null

/** Returns the VAT within what was paid, at the invoice's rate; null when it shows none. */
export function invoiceVatCents(receipt: Receipt): number | null {
  const rate = taxRateOf(receipt)
  return rate === null ? null : vatCents(receipt.paidCents, rate)
}

/**
 * Returns the credit notes of a receipt, oldest first. The VAT of each is the difference between the VAT of the
 * remainder before and after, so that partial refunds add up to the VAT of the invoice.
 */
export function creditNotesOf(receipt: Receipt): CreditNote[] {
  const rate = taxRateOf(receipt)
  let leftCents = receipt.paidCents
  return receipt.returned.flatMap((back, index) => {
    const before = leftCents
    leftCents -= back.cents
    const { note, noteAt, source, cents } = back
    if (note === null || noteAt === null) return []
    const first = receipt.returned.slice(0, index).find((other) => other.source === source)
    return [
      {
        number: note,
        issuedAt: noteAt,
        receipt,
        back,
        reverses: cents < 0 ? (first?.note ?? null) : null,
        leftCents,
        vatCents: rate === null ? null : vatCents(before, rate) - vatCents(leftCents, rate),
      },
    ]
  })
}
