import type { Source } from './env.ts'

/** The seller as shown on invoices; without one, fans get receipts. */
export type Seller = {
  name: string
  /** The lines of the address. */
  address: string[]
  vatId: string | null
  /** The tax included in every price, in hundredths of a percent (2500 is 25 %); null: no tax is shown. */
  vatBasisPoints: number | null
}

const MOST_BASIS_POINTS = 10_000

/** Reads the seller and adds a sentence to `mistakes` for each error. */
export function readSeller(source: Source, mistakes: string[]): Seller | null {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_VAT_ID: vatId, VAT_PERCENT: percent } = source
  if (!name && !address && !vatId && !percent) return null
  if (!name || !address)
    mistakes.push(
      'An invoice names its seller: set SELLER_NAME and SELLER_ADDRESS, or none of the SELLER_ variables.',
    )
  if (percent && !vatId)
    mistakes.push('VAT_PERCENT goes with SELLER_VAT_ID: a tax is shown with the number it is paid under.')
  return {
    name: name ?? '',
    address: (address ?? '').split(/\s*[|\n]\s*/).filter((line) => line !== ''),
    vatId: vatId || null,
    vatBasisPoints: readPercent(percent, mistakes),
  }
}

function readPercent(text: string | undefined, mistakes: string[]): number | null {
  if (!text) return null
  const [, whole = '', part = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const points = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  if (whole !== '' && points < MOST_BASIS_POINTS) return points
  mistakes.push(`VAT_PERCENT is "${text}"; it must be a percentage such as 25 or 8.1.`)
  return null
}
