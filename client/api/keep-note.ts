/**
 * Notes something small in localStorage. Returns false where the browser has no room for it; what the note is about
 * works without it until the page is closed.
 */
export function keepNote(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
