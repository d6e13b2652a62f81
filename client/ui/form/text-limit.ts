/** As the rules count them, in code points: a plain emoji is one, a composed one several. */
export function charactersOf(text: string): number {
  return [...text].length
}

/** What is said of a text that is longer than it may be; null while it fits. */
export function excessOf(text: string, limit = Number.POSITIVE_INFINITY): string | null {
  const over = charactersOf(text.trim()) - limit
  return over > 0 ? `${over} character${over > 1 ? 's' : ''} too many: at most ${limit}.` : null
}
