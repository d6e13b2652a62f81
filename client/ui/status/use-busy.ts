import { useRef, useState } from 'react'

/** What takes less is over before anybody has seen that it began; a press that shows nothing for longer feels lost. */
const NOTICED_MS = 80

/**
 * Does one thing at a time: a second press while it runs does nothing. `isBusy` is told only when it takes a while,
 * because painting it would hold up what is being waited for.
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
