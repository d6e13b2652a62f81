/** The digits that Arabic and Persian keyboards type, and the decimal separator of both. */
const EASTERN = /[\u0660-\u0669\u06f0-\u06f9]/g
const SEPARATOR = /\u066b/g

/** Returns a text with the digits that the rules read: those of Arabic and Persian keyboards become 0 to 9. */
export function westernDigits(text: string): string {
  // both rows of digits begin at a multiple of sixteen
  return text.replace(SEPARATOR, '.').replace(EASTERN, (digit) => String(digit.charCodeAt(0) % 16))
}
