let isNothingKept = false

/** Says for the rest of this page that nothing of it stays. */
export function markKeepsNothing(): void {
  isNothingKept = true
}

/** What is kept here is gone with the page. */
export function keepsNothing(): boolean {
  return isNothingKept
}

let blocked: boolean | null = null

/** Whether not even a cookie stays, by which the server knows a browser; what the browser says of itself is no proof. */
export function areCookiesBlocked(): boolean {
  blocked ??= keepsNothing() && !canKeepCookie()
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
