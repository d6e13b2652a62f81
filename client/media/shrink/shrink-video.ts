import { LIMITS } from '../../../sync/limits.ts'
import type { ProbedVideo } from '../probe.ts'
import { isWorthMaking, type ShrinkNews, type ShrinkOrder } from './smaller.ts'

/** A worker that stands still this long is not waited for. */
const PATIENCE_MS = 20_000

/** What is to be kept: the smaller video, or the file as it was chosen. */
export type ChosenVideo = Pick<ProbedVideo, 'type' | 'durationMs'> & { blob: Blob }

type Following = { onDone?: (done: number) => void; signal?: AbortSignal }
type Surroundings = Following & {
  isSlow: boolean
  /** The server makes what every browser plays of it, if this device does not. */
  canConvert: boolean
}

/**
 * Makes what every browser plays, and a phone's network carries, of a file from the camera roll, in a worker. The file stays
 * what it is where it is not worth it, where the browser cannot, where the outcome is not the same video, or when `signal`
 * says so.
 */
export async function shrinkVideo(
  file: Blob,
  probed: ProbedVideo,
  { isSlow, canConvert, ...following }: Surroundings,
): Promise<ChosenVideo> {
  const { type, durationMs, conversion } = probed
  const asItIs = { blob: file, type, durationMs }
  if (!isWorthMaking(probed, isSlow) || !('VideoEncoder' in globalThis)) return asItIs
  const mayGrow = conversion !== 'none' && !canConvert
  const smaller = await shrinkInWorker({ file, mayGrow }, following)
  if (!smaller || smaller.blob.size > LIMITS.videoBytes) return asItIs
  return { ...smaller, type: smaller.blob.type === 'video/webm' ? 'video/webm' : 'video/mp4' }
}

type Smaller = { blob: Blob; durationMs: number }

function shrinkInWorker(order: ShrinkOrder, { onDone, signal }: Following): Promise<Smaller | null> {
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
    worker.postMessage(order)
  })
}
