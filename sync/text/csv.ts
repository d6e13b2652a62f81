/** By it Excel on Windows knows that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A line of a table: cells that need it are made by `textCell`. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.join(',')}\r\n`

/** Cents as a number that any program reads: "12.34". */
export const dollarCell = (cents: number): string => (cents / 100).toFixed(2)

/** Where a spreadsheet may see a cell begin with a formula: also behind what parts the cells in other countries. */
const FORMULA = /(^|\r\n|[;\t\r\n])(?=[\s"'\u200b\ufeff]*[=+\-@|%\uff0b\uff0d\uff1d\uff20])|^(?=[\t\r\n])/g

/** What somebody typed, as a cell that no spreadsheet takes for a formula: it is marked as text, and quoted. */
export function textCell(text: string): string {
  return `"${text.replace(FORMULA, "$1'").replaceAll('"', '""')}"`
}
