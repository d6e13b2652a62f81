import { type CreditNote, creditNotesOf, isInvoice } from '../credit-notes.ts'
import { dayOf, secondOf } from '../period.ts'
import type { Receipt } from '../receipts.ts'
import { money } from './money.ts'
import { boughtTitle, partyPairs, taxTitle, titleOf } from './receipt-pdf.ts'
import { openSheet, type Sheet } from './sheet.ts'

/** Renders the credit notes of receipts, one to a page. The same notes always give the same bytes. */
export async function creditNotePdf(receipts: readonly Receipt[]): Promise<Buffer> {
  const notes = receipts.flatMap(creditNotesOf)
  const title = notes.map(({ number }) => `Credit note ${number}`).join(', ')
  const at = new Date(Math.max(0, ...notes.map(({ issuedAt }) => issuedAt.getTime())))
  const sheet = await openSheet({ title, at })
  notes.forEach((note, index) => {
    if (index > 0) sheet.newPage()
    page(sheet, note)
  })
  return sheet.finish('All times UTC, amounts in US dollars')
}

function page(sheet: Sheet, note: CreditNote): void {
  const { number, issuedAt, receipt, back, reverses } = note
  sheet.title(`Credit note ${number}`)
  sheet.pairs([
    ...partyPairs(receipt),
    ['Date of issue', dayOf(issuedAt)],
    ['Corrects', `${titleOf(receipt)} of ${dayOf(receipt.issuedAt)}`],
    ...(reverses ? [['Takes back', `Credit note ${reverses}`] as const] : []),
    ['Why', `${whyOf(note)}, ${secondOf(back.at)} UTC`],
    [back.why === 'refund' ? 'Refund' : 'Dispute', back.source],
    ['Payment', receipt.chargeId],
  ])
  sheet.heading(boughtTitle(receipt))
  sheet.text(`“${receipt.subject}”`)
  sheet.space()
  amounts(sheet, note)
}

function whyOf({ back: { kind, why, cents } }: CreditNote): string {
  if (kind === 'refund-by-hand') return 'Paid back by bank transfer, and not to the card'
  if (why === 'refund')
    return cents > 0 ? 'Sent back to the card' : 'The bank of the card sent the refund back'
  return cents > 0
    ? 'The bank of the card took it back after a dispute'
    : 'The bank has now decided the dispute in our favour'
}

/** Writes the amounts. A credited amount is negative. */
function amounts(sheet: Sheet, { receipt, back: { cents }, leftCents, vatCents }: CreditNote): void {
  const { paidCents, seller } = receipt
  sheet.sums([
    ['Paid in all', money(paidCents)],
    ...(leftCents + cents === paidCents ? [] : [['Left before this', money(leftCents + cents)] as const]),
  ])
  sheet.space()
  if (vatCents !== null && seller?.vatBasisPoints != null)
    sheet.sums([
      ['Net', money(vatCents - cents)],
      [taxTitle(seller.vatBasisPoints), money(-vatCents)],
    ])
  sheet.sums([[cents > 0 ? 'Credited' : 'Credited before, and taken back', money(-cents)]], 'bold')
  sheet.space()
  sheet.sums([[isInvoice(receipt) ? 'Left of the invoice' : 'Left of the payment', money(leftCents)]])
}
