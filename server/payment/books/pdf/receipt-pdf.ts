import { KIND_NAMES } from '../../../../sync/desk/books.ts'
import { PRODUCT } from '../../../../sync/text/product.ts'
import type { Seller } from '../../../env-seller.ts'
import { isInvoice, taxRateOf } from '../credit-notes.ts'
import { dayOf, secondOf } from '../period.ts'
import type { Receipt } from '../receipts.ts'
import { vatCents } from '../vat.ts'
import { money } from './money.ts'
import { openSheet, type Sheet } from './sheet.ts'

/**
 * Renders receipts, one to a page. The receipt for an answer is an invoice if the seller was configured when its
 * number was given.
 */
export async function receiptPdf(receipts: readonly Receipt[], at: Date): Promise<Buffer> {
  const title = receipts.map(titleOf).join(', ')
  const sheet = await openSheet({ title, at })
  receipts.forEach((receipt, index) => {
    if (index > 0) sheet.newPage()
    page(sheet, receipt)
  })
  return sheet.finish(`All times UTC, amounts in US dollars · as of ${secondOf(at)} UTC`)
}

/** Returns a title such as "Invoice 2027-000002". */
export const titleOf = (receipt: Receipt): string =>
  `${isInvoice(receipt) ? 'Invoice' : 'Receipt'} ${receipt.number}`

/** Describes what was bought. */
export function boughtTitle({ of, isAnswered, athlete }: Receipt): string {
  if (of === 'tip') return `Tip for the answer by ${athlete}`
  return isAnswered ? `Video answer by ${athlete}` : `Question to ${athlete}`
}

/** Returns the lines that name the seller and the buyer. */
export const partyPairs = ({ seller, fan, email }: Receipt): (readonly [string, string])[] => [
  ...(seller ? sellerPairs(seller) : [['From', PRODUCT.name] as const]),
  ['To', fan ?? 'Deleted'],
  ...(email ? [['', email] as const] : []),
]

/** Formats a rate such as "VAT 25%". */
export const taxTitle = (basisPoints: number): string => `VAT ${basisPoints / 100}%`

function page(sheet: Sheet, receipt: Receipt): void {
  const { paidAt, issuedAt, paidCents, subject, chargeId } = receipt
  sheet.title(titleOf(receipt))
  sheet.pairs([
    ...partyPairs(receipt),
    ['Date of issue', dayOf(issuedAt)],
    ['Paid', `${secondOf(paidAt)} UTC, by card`],
    ['Payment', chargeId],
  ])
  sheet.heading(boughtTitle(receipt))
  sheet.text(`“${subject}”`)
  sheet.space()
  if (receipt.takenOffCents)
    sheet.sums([
      ['Price', money(paidCents + receipt.takenOffCents)],
      ['Discount code', money(-receipt.takenOffCents)],
    ])
  const rate = taxRateOf(receipt)
  if (rate !== null) sheet.sums(taxPairs(paidCents, rate))
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
    [taxTitle(basisPoints), money(tax)],
  ]
}

function returned(sheet: Sheet, { returned: back, paidCents }: Receipt): void {
  if (back.length === 0) return
  // a refund is listed once its money has left us; its bank may still refuse it
  sheet.heading(back.some(({ kind }) => kind === 'refund-by-hand') ? 'Sent back' : 'Sent back to the card')
  sheet.sums(
    back.map(
      ({ at, cents, kind, note }) =>
        [
          `${KIND_NAMES[kind] ?? kind}, ${dayOf(at)}${note ? `, credit note ${note}` : ''}`,
          money(-cents),
        ] as const,
    ),
  )
  const left = back.reduce((sum, { cents }) => sum - cents, paidCents)
  sheet.sums([['Left after that', money(left)]], 'bold')
}
