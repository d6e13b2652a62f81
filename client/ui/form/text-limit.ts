/**
 * Returns how many characters a text has, as the rules count them: in code points, so that a plain emoji is one and
 * a composed one several.
 */
export function charactersOf(text: string): number {
  return [...text].length
}

/** Returns in words by how much a text is too long, without the spaces around it; null while it fits. */
export function excessOf(text: string, limit = Number.POSITIVE_INFINITY): string | null {
  const over = charactersOf(text.trim()) - limit
  return over > 0 ? `${over} character${over > 1 ? 's' : ''} too many: at most ${limit}.` : null
}
