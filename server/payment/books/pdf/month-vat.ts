import type { Booking } from '../bookings.ts'
import type { LinePaper } from '../line-papers.ts'
import { money } from './money.ts'
import type { Sheet } from './sheet.ts'

/** The VAT of invoices and, negative, of credit notes, in cents. */
export type Vat = { chargedCents: number; backCents: number }

/** Adds the VAT of bookings, by their papers. Returns null while no paper shows VAT. */
export function vatWith(
  vat: Vat | null,
  bookings: readonly Booking[],
  papers: ReadonlyMap<string, LinePaper>,
): Vat | null {
  let { chargedCents, backCents } = vat ?? { chargedCents: 0, backCents: 0 }
  let isShown = vat !== null
  for (const { transactionId, creditNote } of bookings) {
    const cents = papers.get(transactionId)?.vatCents ?? null
    if (cents === null) continue
    isShown = true
    if (creditNote === null) chargedCents += cents
    else backCents += cents
  }
  return isShown ? { chargedCents, backCents } : null
}

/** Writes the VAT that a month's invoices charged, less that of its credit notes; nothing when no paper shows VAT. */
export function vatTotals(sheet: Sheet, vat: Vat | null): void {
  if (!vat) return
  sheet.heading('VAT')
  sheet.sums([
    ['VAT in invoices', money(vat.chargedCents)],
    ['VAT in credit notes', money(vat.backCents)],
  ])
  sheet.sums([['VAT, less that of credit notes', money(vat.chargedCents + vat.backCents)]], 'bold')
}
