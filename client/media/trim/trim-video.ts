/**
 * An order to cut a video. `mostMs` limits the length of the result, which may begin at a key picture before
 * `fromMs`.
 */
export type Cut = { blob: Blob; fromMs: number; toMs: number; mostMs?: number }
export type Trimmed = { blob: Blob; durationMs: number }

/** The shortest result, in milliseconds. */
export const LEAST_MS = 1_000

const PATIENCE_MS = 120_000

/**
 * Cuts both ends off a video, in a worker. Returns null when the browser or the file does not allow it, or when
 * `signal` aborts it. The original stays.
 */
export function trimVideo(cut: Cut, signal: AbortSignal): Promise<Trimmed | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./trim-worker.ts', import.meta.url), { type: 'module' })
    const end = (trimmed: Trimmed | null) => {
      clearTimeout(deadline)
      worker.terminate()
      resolve(trimmed)
    }
    const deadline = setTimeout(() => end(null), PATIENCE_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Trimmed | null>) => end(data))
    worker.addEventListener('error', () => end(null))
    signal.addEventListener('abort', () => end(null))
    worker.postMessage(cut)
  })
}

export type Ends = { fromMs: number; toMs: number }

/** The length of a video, and the longest allowed length of the result. */
export type Room = { durationMs: number; mostMs: number }

/**
 * Returns the ends after the user moved one of them: inside the video, at least `LEAST_MS` and at most `mostMs`
 * apart. Where needed, the other end moves along.
 */
export function moveEnd(ends: Ends, moved: Partial<Ends>, { durationMs, mostMs }: Room): Ends {
  const fromMs = Math.min(Math.max(0, moved.fromMs ?? ends.fromMs), durationMs - LEAST_MS)
  const toMs = Math.max(Math.min(durationMs, moved.toMs ?? ends.toMs), LEAST_MS)
  const isStartMoved = moved.fromMs !== undefined
  if (toMs - fromMs > mostMs)
    return isStartMoved ? { fromMs, toMs: fromMs + mostMs } : { fromMs: toMs - mostMs, toMs }
  if (toMs - fromMs >= LEAST_MS) return { fromMs, toMs }
  return isStartMoved ? { fromMs: toMs - LEAST_MS, toMs } : { fromMs, toMs: fromMs + LEAST_MS }
}
