import { reloadWhenFree } from '../api/reload-page.ts'
import type { Device } from '../db/device.ts'

/**
 * Reloads the page, once no tab records, where its databases can no longer be reached: iOS may end the process that
 * holds them while the app is in the background, and then every call fails until the page is loaded again (WebKit
 * bug 309386). Looks whenever the page is shown again. Returns the function that stops it.
 */
export function reloadWhereLost({ name }: Device, reload = reloadWhenFree): () => void {
  // A storage that has not answered on this page would not answer on the next either.
  let hasAnswered = false
  const look = async () => {
    if (document.visibilityState !== 'visible') return
    const answer = await openAgain(name)
    if (answer === 'UnknownError' && hasAnswered) await reload()
    hasAnswered ||= answer === 'opened'
  }
  void look()
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}

/** Opens a database by another connection; resolves to `opened` or the error's name. Creates none. */
function openAgain(name: string): Promise<string> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => {
      request.result.close()
      resolve('opened')
    }
    request.onerror = (event) => {
      event.preventDefault()
      resolve(request.error?.name ?? '')
    }
  })
}
