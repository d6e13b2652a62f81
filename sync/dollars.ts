import { withoutMarks } from './marks.ts'

/**
 * Dollars typed by a person ("12", "12.5", "12,50") to cents; null when it is not such a number (S1-5.19). "1,000" is
 * none: one reader takes it for a thousand, another for one.
 */
export function dollarsToCents(text: string): number | null {
  const match = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(withoutMarks(text).trim())
  if (!match) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
