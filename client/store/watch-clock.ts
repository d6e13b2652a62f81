import { isOnline, watchConnection } from '../api/connection.ts'
import { refreshSession } from '../api/session.ts'

/** By how much the clock may move before it counts as set; networks correct it by seconds. */
const SET_MS = 60_000
const LOOK_MS = 30_000

/**
 * Reads the session again, from now on, after this device's clock was set, because the known difference to the
 * server's clock is then wrong. A sleep may look like a clock that was set, which costs one call.
 */
export function watchClock(): void {
  let known = clockStart()
  const look = async () => {
    const start = clockStart()
    if (!isOnline() || Math.abs(start - known) < SET_MS) return
    if ((await refreshSession()).ok) known = start
  }
  // A network often sets the clock some seconds after it came, while the page is looked at.
  setInterval(look, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  watchConnection(() => void look())
}

/** Returns when this page was opened, by the clock as it is now; this moves only when the clock is set. */
function clockStart(): number {
  return Date.now() - performance.now()
}
