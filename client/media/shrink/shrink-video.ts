import { LIMITS } from '../../../sync/limits.ts'
import type { ProbedVideo } from '../probe.ts'
import { isWorthMaking, type ShrinkNews, type ShrinkOrder } from './smaller.ts'

/** How long a worker may make no progress before it is ended. */
const PATIENCE_MS = 20_000

/** The video to keep: the smaller one, or the file as it was chosen. */
export type ChosenVideo = Pick<ProbedVideo, 'type' | 'durationMs'> & { blob: Blob }

type Following = { onDone?: (done: number) => void; signal?: AbortSignal }
type Surroundings = Following & {
  isSlow: boolean
  /** The server converts the file to what every browser plays, if this device does not. */
  canConvert: boolean
}

/**
 * Converts a file from the camera roll, in a worker, to a video that every browser plays and a mobile network
 * carries. Returns the file unchanged where the conversion is not worth it, the browser cannot do it, the result is
 * not the same video, or `signal` aborts it.
 */
export async function shrinkVideo(
  file: Blob,
  probed: ProbedVideo,
  { isSlow, canConvert, ...following }: Surroundings,
): Promise<ChosenVideo> {
  const { type, durationMs, conversion, kept } = probed
  const asItIs = { blob: file, type, durationMs }
  if (!isWorthMaking(probed, isSlow) || !('VideoEncoder' in globalThis)) return asItIs
  const mayGrow = conversion !== 'none' && !canConvert
  const smaller = await shrinkInWorker({ file, kept, mayGrow }, following)
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
