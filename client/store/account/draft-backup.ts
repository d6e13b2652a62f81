/**
 * A draft at the moment its page closed, or when the database could store no more. The screen defines the text in
 * `body`.
 */
export type LastWords = { id: string; athleteId: string; body: string; savedAt: number }

const keyOf = (account: string) => `infield.words.${account}`

/**
 * Saves typed words that are not yet in the database to localStorage, the one store that a closing page can still
 * write: a slow disk may miss the last database write, and a full one rejects it. Returns whether the words were
 * saved.
 */
export function leaveWords(account: string, words: LastWords): boolean {
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(words))
    return true
  } catch {
    // localStorage is full; the words that are in the database remain.
    return false
  }
}

/**
 * Returns the row with the backed-up words of its draft, if those are newer. Forgets a backup that the database has
 * caught up with.
 */
export function withLastWords<Row extends Omit<LastWords, 'athleteId'>>(account: string, row: Row): Row {
  const words = readWords(account)
  if (words?.id !== row.id) return row
  if (words.savedAt > row.savedAt) return { ...row, ...words }
  forgetWords(account, row.id)
  return row
}

/** Returns the backup of a draft of which the database has no row; null if there is none. */
export function wordsAlone(account: string, known: readonly { id: string }[]): LastWords | null {
  const words = readWords(account)
  return words?.athleteId && !known.some(({ id }) => id === words.id) ? words : null
}

/** Forgets an account's backup, or with `id` only a backup of that draft. */
export function forgetWords(account: string, id?: string): void {
  if (id !== undefined && readWords(account)?.id !== id) return
  try {
    localStorage.removeItem(keyOf(account))
  } catch {
    // A browser that blocks storage has no backup.
  }
}

function readWords(account: string): LastWords | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null') as LastWords | null
  } catch {
    return null
  }
}
