import type { Means } from '../../../sync/media/tracks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'

/** What the worker found; null where it was not there, or took too long. */
type Measured = Result<number> | null

const PACKETS_MS = 8_000
const SEEK_MS = 8_000
/** Far beyond any video: a browser that seeks there lands at the end and then knows how long it is. */
const FAR_SECONDS = 1e7

/**
 * How long a video file runs, in milliseconds. By its packets first, in a worker that is ended when junk keeps it busy;
 * else by seeking to its end (D94). Refuses what the server would refuse of it, and `video-unreadable`.
 */
export async function measureVideo(file: Blob, means: Means): Promise<Result<number>> {
  const measured = await measureByPackets(file, means)
  if (measured) return measured
  const durationMs = await measureBySeeking(file)
  return durationMs === null ? refuse('video-unreadable') : done(durationMs)
}

function measureByPackets(file: Blob, means: Means): Promise<Measured> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' })
    const end = (measured: Measured) => {
      clearTimeout(deadline)
      worker.terminate()
      resolve(measured)
    }
    const deadline = setTimeout(() => end(null), PACKETS_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Measured>) => end(data))
    // a worker that could not be loaded, such as offline
    worker.addEventListener('error', () => end(null))
    worker.postMessage({ file, means })
  })
}

function measureBySeeking(file: Blob): Promise<number | null> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const url = URL.createObjectURL(file)
    const end = (seconds: number) => {
      clearTimeout(deadline)
      video.removeAttribute('src')
      video.load()
      URL.revokeObjectURL(url)
      resolve(Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null)
    }
    const deadline = setTimeout(() => end(Number.NaN), SEEK_MS)
    video.addEventListener('error', () => end(Number.NaN), { once: true })
    video.addEventListener(
      'loadedmetadata',
      () => {
        // a sound file plays as well, without a picture
        if (video.videoWidth === 0) return end(Number.NaN)
        if (Number.isFinite(video.duration)) return end(video.duration)
        video.addEventListener('seeked', () => end(video.currentTime), { once: true })
        video.currentTime = FAR_SECONDS
      },
      { once: true },
    )
    video.preload = 'metadata'
    video.muted = true
    video.src = url
  })
}
