const TICK_MS = 100

/** Measures the recorded time without pauses, and reports when it reaches the limit. */
export function stopwatch(
  limitMs: number,
  { onTick, onLimit }: { onTick(ms: number): void; onLimit(): void },
) {
  let before = 0
  let since: number | null = null
  let tick: ReturnType<typeof setInterval> | undefined
  let limit: ReturnType<typeof setTimeout> | undefined
  const elapsed = () => Math.round(before + (since === null ? 0 : performance.now() - since))
  return {
    elapsed,
    isRunning: () => since !== null,
    run() {
      since = performance.now()
      tick = setInterval(() => onTick(Math.min(elapsed(), limitMs)), TICK_MS)
      limit = setTimeout(onLimit, limitMs - before)
    },
    rest() {
      before = elapsed()
      since = null
      clearInterval(tick)
      clearTimeout(limit)
    },
  }
}
