import type { Receipt, Returned } from './receipts.ts'
import { vatCents } from './vat.ts'

/** What went back of a payment, as its credit note has it. */
export type CreditNote = {
  number: string
  issuedAt: Date
  /** What it corrects. */
  receipt: Receipt
  back: Returned
  /** The credit note that this one takes back, because the money came to us again. */
  reverses: string | null
  /** What of the payment was left after it. */
  leftCents: number
  /** The tax that is part of it, by the rate of the invoice; null where that shows none. */
  vatCents: number | null
}

/** A tip is passed on to the athlete: nobody sells anything for it. */
export const isInvoice = ({ of, seller }: Receipt): boolean => of === 'answer' && seller !== null

/** The rate of tax that an invoice shows, in hundredths of a percent; null where it shows none. */
export const taxRateOf = (receipt: Receipt): number | null =>
  isInvoice(receipt) ? (receipt.seller?.vatBasisPoints ?? null) : null

/**
 * The credit notes of a receipt, oldest first. The tax of each is what the tax of the rest becomes less by, so that a payment
 * that went back in parts comes to the tax of its invoice.
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
