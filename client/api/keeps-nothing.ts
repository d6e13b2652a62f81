/** Why a browser stores nothing: it lets this site keep nothing, or it opens no database. */
export type WhyNothing = 'blocked' | 'unopened'

let why: WhyNothing | null = null
const listeners = new Set<() => void>()

/** Notes for the rest of this page that the browser stores nothing beyond it. */
export function markKeepsNothing(reason: WhyNothing): void {
  why = reason
  for (const listener of listeners) listener()
}

/** Whether everything that this page stores is lost when it closes. */
export function keepsNothing(): boolean {
  return why !== null
}

export function whyNothingIsKept(): WhyNothing | null {
  return why
}

/** Calls `listener` when it turns out that nothing is kept. Returns the function that stops it. */
export function watchKeepsNothing(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let blocked: boolean | null = null

/**
 * Checks whether the browser blocks cookies too, without which the server cannot recognise it. Tries to set one,
 * because what the browser reports about itself is no proof.
 */
export function areCookiesBlocked(): boolean {
  if (!keepsNothing()) return false
  blocked ??= !canKeepCookie()
  return blocked
}

function canKeepCookie(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer way is not in every browser, and is blocked differently
  document.cookie = `${PROBE}=1; path=/; samesite=strict; max-age=60`
  const isKept = document.cookie.includes(`${PROBE}=1`)
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${PROBE}=; path=/; max-age=0`
  return isKept
}

const PROBE = 'infield-probe'
