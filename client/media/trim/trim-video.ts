/** `mostMs`: as long as the outcome may be, although it begins at the key picture before `fromMs`. */
export type Cut = { blob: Blob; fromMs: number; toMs: number; mostMs?: number }
export type Trimmed = { blob: Blob; durationMs: number }

/** What is left is a video, and not a blink. */
export const LEAST_MS = 1_000

const PATIENCE_MS = 120_000

/** Cuts both ends off a video, in a worker; null when this browser or this file does not let it. The original stays. */
export function trimVideo(cut: Cut): Promise<Trimmed | null> {
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
    worker.postMessage(cut)
  })
}

export type Ends = { fromMs: number; toMs: number }

/** How long a video is, and how long what is left of it may be. */
export type Room = { durationMs: number; mostMs: number }

/**
 * The ends after one of them was moved: they keep inside the video and apart, and no further apart than may be left; the
 * other one then goes along.
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
