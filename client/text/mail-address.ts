/** The address that opens a mail program: what an e-mail address holds cannot add to it a copy, a subject or a text. */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
