/**
 * Waits some milliseconds of the process's time, where no deadline depends on it; deadlines use the database's
 * clock.
 */
export function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms).unref())
}

/** Returns the result of a work, or of `late` where it takes longer than some milliseconds; the work goes on alone. */
export function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  return new Promise((settle, fail) => {
    const timer = setTimeout(() => settle(late()), ms).unref()
    // Cleared, because a busy server would otherwise hold the timers of thousands of finished works.
    work.then(settle, fail).finally(() => clearTimeout(timer))
  })
}

/** Runs a function repeatedly until the returned function is called; for heartbeats, not for work. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** Starts measuring a duration for the log; the returned function gives the milliseconds since then. */
export function startStopwatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began)
}
