/** Whether the browser lets this site keep anything at all; one that blocks site data throws at the first look. */
export function mayKeep(): boolean {
  try {
    return localStorage !== null
  } catch {
    return false
  }
}
