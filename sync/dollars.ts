import { westernDigits } from './digits.ts'
import { withoutMarks } from './marks.ts'

/**
 * Converts dollars typed by a person ("12", "12.5", "12,50") to cents; null for any other text (S1-5.19),
 * also in the digits of an Arabic or Persian keyboard. It refuses "1,000", because some readers take it for a thousand
 * and others for one.
 */
export function dollarsToCents(text: string): number | null {
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(westernDigits(withoutMarks(text)).trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
