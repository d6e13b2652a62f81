/** Waits a few milliseconds of the process, where no promise to anybody hangs on it; deadlines are the database's. */
export function pause(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms).unref())
}

/** Runs something again and again until the returned function is called; for signs of life, never for work. */
export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** Measures how long something takes, in milliseconds from now, for the log. */
export function startStopwatch(): () => number {
  const began = performance.now()
  return () => Math.round(performance.now() - began)
}
