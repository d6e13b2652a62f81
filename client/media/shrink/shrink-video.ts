import type { ProbedVideo } from '../probe.ts'
import { LARGE_BYTES, type ShrinkNews } from './smaller.ts'

/** A worker that stands still this long is not waited for. */
const PATIENCE_MS = 20_000

/** What is to be kept: the smaller video, or the file as it was chosen. */
export type ChosenVideo = Pick<ProbedVideo, 'type' | 'durationMs'> & { blob: Blob }

type Following = { onDone?: (done: number) => void; signal?: AbortSignal }

/**
 * Makes a large file from the camera roll small enough for a phone's network, in a worker; the file stays what it is
 * where the browser cannot, where the outcome is not the same video, or when `signal` says so.
 */
export async function shrinkVideo(
  file: Blob,
  { type, durationMs }: Pick<ProbedVideo, 'type' | 'durationMs'>,
  following: Following = {},
): Promise<ChosenVideo> {
  const asItIs = { blob: file, type, durationMs }
  if (file.size <= LARGE_BYTES || !('VideoEncoder' in globalThis)) return asItIs
  const smaller = await shrinkInWorker(file, following)
  if (!smaller) return asItIs
  return { ...smaller, type: smaller.blob.type === 'video/webm' ? 'video/webm' : 'video/mp4' }
}

type Smaller = { blob: Blob; durationMs: number }

function shrinkInWorker(file: Blob, { onDone, signal }: Following): Promise<Smaller | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
    let deadline: ReturnType<typeof setTimeout> | undefined
    const end = (smaller: Smaller | null) => {
      clearTimeout(deadline)
      worker.terminate()
      resolve(smaller)
    }
    const wait = () => {
      clearTimeout(deadline)
      deadline = setTimeout(() => end(null), PATIENCE_MS)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ShrinkNews>) => {
      if ('smaller' in data) return end(data.smaller)
      wait()
      onDone?.(data.done)
    })
    worker.addEventListener('error', () => end(null))
    signal?.addEventListener('abort', () => end(null))
    if (signal?.aborted) return end(null)
    wait()
    worker.postMessage(file)
  })
}
