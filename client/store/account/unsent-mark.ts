import { keepNote } from '../../api/keep-note.ts'

const keyOf = (account: string) => `infield.unsent.${account}`

/**
 * Marks in localStorage that an account has an unfinished question here, so that a page knows it without opening
 * the database.
 */
export function markUnsent(account: string): void {
  // Without room for the mark the draft itself is in the database, where it is found.
  if (!isMarkedUnsent(account)) keepNote(keyOf(account), '1')
}

/** Returns whether the account may have an unfinished question here; only the database knows for certain. */
export function isMarkedUnsent(account: string): boolean {
  try {
    return localStorage.getItem(keyOf(account)) !== null
  } catch {
    return false
  }
}

export function unmarkUnsent(account: string): void {
  try {
    localStorage.removeItem(keyOf(account))
  } catch {
    // A browser that blocks storage has no mark.
  }
}
