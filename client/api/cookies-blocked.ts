import { keepsNothing } from '../text/keeps-nothing.ts'

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
