/** What turns the direction of the text around it, or hides in it: a copy from elsewhere brings it along unseen. */
const MARKS = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** A text without marks that nobody sees and nobody typed. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, '')
}
