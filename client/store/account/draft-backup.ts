/** A draft as it stood when its page went, or when the database took nothing more: the body is the screen's own, as text. */
export type LastWords = { id: string; athleteId: string; body: string; savedAt: number }

const keyOf = (account: string) => `infield.words.${account}`

/**
 * Leaves what is typed and not yet in the database, in the one store that a page on its way out can still write: a
 * slow disk may not get to the last write of a page that is gone, and a full one takes none. Answers whether they are here.
 */
export function leaveWords(account: string, words: LastWords): boolean {
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(words))
    return true
  } catch {
    // a full browser has what the database has
    return false
  }
}

/** What was left, in place of an older row of the same draft. What the database got after all needs it no more. */
export function withLastWords<Row extends Omit<LastWords, 'athleteId'>>(account: string, row: Row): Row {
  const words = readWords(account)
  if (words?.id !== row.id) return row
  if (words.savedAt > row.savedAt) return { ...row, ...words }
  forgetWords(account, row.id)
  return row
}

/** What was left of a draft of which the database has got nothing. */
export function wordsAlone(account: string, known: readonly { id: string }[]): LastWords | null {
  const words = readWords(account)
  return words?.athleteId && !known.some(({ id }) => id === words.id) ? words : null
}

/** Forgets what an account's page left, or only what it left of one draft, which is gone. */
export function forgetWords(account: string, id?: string): void {
  if (id !== undefined && readWords(account)?.id !== id) return
  try {
    localStorage.removeItem(keyOf(account))
  } catch {
    // a browser that keeps nothing has kept no words
  }
}

function readWords(account: string): LastWords | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(account)) ?? 'null') as LastWords | null
  } catch {
    return null
  }
}
