import { PRODUCT } from '../../../../sync/text/product.ts'
import type { Seller } from '../../../env-seller.ts'
import { dayOf, secondOf } from '../period.ts'
import type { Receipt } from '../receipts.ts'
import { vatCents } from '../vat.ts'
import { money } from './money.ts'
import { openSheet, type Sheet } from './sheet.ts'

/** Receipts, a page each; an invoice where its seller was known when the number was given and a tax or not was said of it. */
export async function receiptPdf(receipts: readonly Receipt[], at: Date): Promise<Buffer> {
  const title = receipts.map(titleOf).join(', ')
  const sheet = await openSheet({ title, at })
  receipts.forEach((receipt, index) => {
    if (index > 0) sheet.newPage()
    page(sheet, receipt)
  })
  return sheet.finish(`All times UTC, amounts in US dollars · as of ${secondOf(at)} UTC`)
}

/** A tip is passed on to the athlete: nobody sells anything for it. */
const isInvoice = ({ of, seller }: Receipt) => of === 'answer' && seller !== null
const titleOf = (receipt: Receipt) => `${isInvoice(receipt) ? 'Invoice' : 'Receipt'} ${receipt.number}`

function page(sheet: Sheet, receipt: Receipt): void {
  const { of, paidAt, issuedAt, paidCents, fan, email, athlete, subject, seller, chargeId } = receipt
  sheet.title(titleOf(receipt))
  sheet.pairs([
    ...(seller ? sellerPairs(seller) : [['From', PRODUCT.name] as const]),
    ['To', fan ?? 'Deleted'],
    ...(email ? [['', email] as const] : []),
    ['Date of issue', dayOf(issuedAt)],
    ['Paid', `${secondOf(paidAt)} UTC, by card`],
    ['Payment', chargeId],
  ])
  sheet.heading(of === 'tip' ? `Tip for the answer of ${athlete}` : `Video answer of ${athlete}`)
  sheet.text(`“${subject}”`)
  sheet.space()
  if (receipt.takenOffCents)
    sheet.sums([
      ['Price', money(paidCents + receipt.takenOffCents)],
      ['Discount code', money(-receipt.takenOffCents)],
    ])
  if (isInvoice(receipt) && seller?.vatBasisPoints != null)
    sheet.sums(taxPairs(paidCents, seller.vatBasisPoints))
  sheet.sums([['Paid in all', money(paidCents)]], 'bold')
  returned(sheet, receipt)
}

function sellerPairs({ name, address, vatId }: Seller): (readonly [string, string])[] {
  return [
    ['From', name],
    ...address.map((line) => ['', line] as const),
    ...(vatId ? [['VAT ID', vatId] as const] : []),
  ]
}

function taxPairs(cents: number, basisPoints: number): (readonly [string, string])[] {
  const tax = vatCents(cents, basisPoints)
  return [
    ['Net', money(cents - tax)],
    [`VAT ${basisPoints / 100}%`, money(tax)],
  ]
}

function returned(sheet: Sheet, { returned: back, paidCents }: Receipt): void {
  if (back.length === 0) return
  sheet.heading('Went back to the card')
  const titles = { refund: 'Refund', dispute: 'Dispute decided' }
  sheet.sums(back.map(({ at, cents, why }) => [`${titles[why]}, ${dayOf(at)}`, money(-cents)] as const))
  const left = back.reduce((sum, { cents }) => sum - cents, paidCents)
  sheet.sums([['Paid after that', money(left)]], 'bold')
}
