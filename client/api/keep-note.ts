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

/**
 * Reads a note that was kept as JSON; null if there is none, if it cannot be read, or where the browser blocks
 * localStorage.
 */
export function readNote<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}
