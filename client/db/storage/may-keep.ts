/** Returns whether the browser lets this site keep anything; a browser that blocks site data throws on access. */
export function mayKeep(): boolean {
  try {
    return localStorage !== null
  } catch {
    return false
  }
}
