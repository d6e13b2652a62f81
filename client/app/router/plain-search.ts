/** The search of an address as plain texts, so that a figure somebody searches for stays what they wrote. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** What is empty is not in the address. */
export function stringifySearch(search: Record<string, unknown>): string {
  const said = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(said.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}
