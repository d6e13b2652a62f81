import { useEffect, useState } from 'react'
import { serverNow, watchSession } from '../api/session.ts'

const STEP_MS = 30_000

/** Returns the time by the server's clock, updated every 30 seconds, for countdowns to a deadline. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const step = () => setNow(serverNow())
    const timer = setInterval(step, STEP_MS)
    // Update at once when the page becomes visible, because a phone that slept shows an old time.
    document.addEventListener('visibilitychange', step)
    // Each session brings the server's clock anew.
    const unwatch = watchSession(step)
    return () => {
      unwatch()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', step)
    }
  }, [])
  return now
}
