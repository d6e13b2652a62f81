const KEY = 'infield.deleting'

/** Returns the names of databases that are to be deleted and, as far as is known, still exist. */
export function owedDeletions(): string[] {
  return JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]
}

export function oweDeletions(names: readonly string[]): void {
  if (names.length === 0) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, JSON.stringify(names))
}
