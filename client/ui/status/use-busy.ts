import { useRef, useState } from 'react'

/**
 * How many milliseconds pass before work counts as busy. Shorter work is over before a user notices it; a press
 * that shows nothing for longer feels lost.
 */
const NOTICED_MS = 80

/**
 * Runs one piece of work at a time: a second press while it runs does nothing. `isBusy` becomes true only if the
 * work takes a while, because painting it would delay the work.
 */
export function useBusy(): [isBusy: boolean, run: (work: () => Promise<unknown>) => Promise<void>] {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    const timer = setTimeout(() => setBusy(true), NOTICED_MS)
    try {
      await work()
    } finally {
      clearTimeout(timer)
      isRunning.current = false
      setBusy(false)
    }
  }
  return [isBusy, run]
}
