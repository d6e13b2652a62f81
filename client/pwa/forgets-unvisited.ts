import { shownOnApple } from './home-screen.ts'

/**
 * Returns whether this browser deletes what a page stores after a week without a visit, unless it promised to keep it:
 * every browser of an iPhone or iPad, and Safari on a Mac. An app on the Home Screen or in the Dock is spared.
 */
export function forgetsUnvisited(): boolean {
  return shownOnApple() === 'browser' || isSafariOnMac()
}

/** Safari is the one browser of a Mac that names its version so, and no other engine's. */
function isSafariOnMac(): boolean {
  const { userAgent = '' } = globalThis.navigator ?? {}
  const isSafari = /Macintosh.* Version\/[\d.]+ Safari\//.test(userAgent)
  return isSafari && globalThis.matchMedia?.('(display-mode: standalone)').matches !== true
}
