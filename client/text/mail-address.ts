/**
 * Returns a `mailto:` address. Encodes the email address, so that its characters cannot add a copy, a subject or a
 * text.
 */
export function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
