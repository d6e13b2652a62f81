/**
 * Invisible characters that change the direction of the text around them or hide in it; copied text often
 * contains them.
 */
const MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** Returns a text without invisible characters that nobody typed. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, '')
}
