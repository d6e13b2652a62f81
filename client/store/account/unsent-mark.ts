const keyOf = (account: string) => `infield.unsent.${account}`

/** Notes that an account has an unfinished question here, so that a page can know without opening its database. */
export function markUnsent(account: string): void {
  try {
    if (!isMarkedUnsent(account)) localStorage.setItem(keyOf(account), '1')
  } catch {
    // what is kept is found where it was written all the same
  }
}

/** Whether there may be one; the database knows. */
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
    // a browser that keeps nothing has kept no mark
  }
}
