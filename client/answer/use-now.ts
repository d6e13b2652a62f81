import { useEffect, useState } from 'react'
import { serverNow } from '../api/session.ts'

const STEP_MS = 30_000

/** The time by the server's clock, moving on by itself: for what is left of a deadline. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const step = () => setNow(serverNow())
    const timer = setInterval(step, STEP_MS)
    // a phone that slept wakes up to the present
    document.addEventListener('visibilitychange', step)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', step)
    }
  }, [])
  return now
}
