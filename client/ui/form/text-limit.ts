/**
 * Returns how many characters a text has, as the rules count them: in code points, so that a plain emoji is one and a
 * composed one several, and as the text is stored, so that a letter typed as two is one. `countCharacters` of
 * `sync/shape.ts` leaves invisible characters out as well; its kit would weigh too much on public pages.
 */
export function charactersOf(text: string): number {
  return [...text.trim().normalize()].length
}

/** Returns in words by how much a text is too long; null while it fits. */
export function excessOf(text: string, limit = Number.POSITIVE_INFINITY): string | null {
  const over = charactersOf(text) - limit
  return over > 0 ? `${over} character${over > 1 ? 's' : ''} too many: at most ${limit}.` : null
}
