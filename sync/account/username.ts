/** A name of one's own: lower-case letters and digits, 1 to 15 (S2-5.5). */
export const USERNAME = /^[a-z0-9]{1,15}$/

/** Whether this may be a username; whether it is still free only the server knows. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text)
}
