const keyOf = (account: string) => `infield.unsent.${account}`

/**
 * Marks in localStorage that an account has an unfinished question here, so that a page knows it without opening
 * the database.
 */
export function markUnsent(account: string): void {
  try {
    if (!isMarkedUnsent(account)) localStorage.setItem(keyOf(account), '1')
  } catch {
    // Ignore: the draft itself is in the database and is found without the mark.
  }
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
