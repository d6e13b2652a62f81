/** The mark by which Excel on Windows recognises a file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Returns a line of a table. Make cells of typed text with `textCell`. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.join(',')}\r\n`

/** Returns cents as a number that every program reads: "12.34". */
export const dollarCell = (cents: number): string => (cents / 100).toFixed(2)

/**
 * Every place where a spreadsheet may see a formula begin, including after the cell separators of other
 * countries.
 */
const FORMULA = /(^|\r\n|[;\t\r\n])(?=[\s"'\u200b\ufeff]*[=+\-@|%\uff0b\uff0d\uff1d\uff20])|^(?=[\t\r\n])/g

/**
 * Returns typed text as a quoted cell in which no spreadsheet sees a formula, because possible formulas are
 * marked as text.
 */
export function textCell(text: string): string {
  return `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`
}
