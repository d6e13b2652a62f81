/** The form of a username: 1 to 15 lower-case letters and digits (S2-5.5). */
export const USERNAME = /^[a-z0-9]{1,15}$/

/** Checks whether a text has the form of a username. Only the server knows whether it is still free. */
export function isUsername(text: string): boolean {
  return USERNAME.test(text)
}
