import type { Means } from '../../../sync/media/tracks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { letGo } from '../let-go.ts'
import type { MeasuredFile } from './measure-file.ts'
import type { MeasureNews } from './measure-worker.ts'

/** What is known of a file that was chosen. */
export type MeasuredVideo = Pick<
  MeasuredFile,
  'durationMs' | 'conversion' | 'soundsLeftOut' | 'videoCodec'
> & {
  /** An edit list hides some of it: only who follows such lists may make another file of it. */
  isCut: boolean
}
/** What the worker found; null where there was none. */
type Measured = Result<MeasuredFile> | null

/** On a slow line the worker's script takes a while to come, which says nothing of the file. */
const LOADED_MS = 60_000
/** A hundred megabytes take a phone a few seconds. */
const PACKETS_MS = 30_000
const SEEK_MS = 8_000
/** Far beyond any video: a browser that seeks there lands at the end and then knows how long it is. */
const FAR_SECONDS = 1e7

/**
 * How long a video file runs, in milliseconds, and what becomes of it. By its packets first, in a worker that is ended when
 * junk keeps it busy; by seeking to its end where there is no worker (D94). Refuses what the server would refuse of it, and `video-unreadable`.
 */
export async function measureVideo(file: Blob, means: Means): Promise<Result<MeasuredVideo>> {
  const measured = await measureByPackets(file, means)
  if (measured && !measured.ok) return measured
  if (measured) return done({ ...measured.value, isCut: measured.value.shown !== null })
  const durationMs = await measureBySeeking(file)
  if (durationMs === null) return refuse('video-unreadable')
  return done({ durationMs, conversion: 'none', soundsLeftOut: 0, videoCodec: null, isCut: false })
}

function measureByPackets(file: Blob, means: Means): Promise<Measured> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./measure-worker.ts', import.meta.url), { type: 'module' })
    const end = (measured: Measured) => {
      clearTimeout(deadline)
      worker.terminate()
      resolve(measured)
    }
    let deadline = setTimeout(() => end(null), LOADED_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<MeasureNews>) => {
      if (data !== 'begun') return end(data)
      clearTimeout(deadline)
      deadline = setTimeout(() => end(refuse('video-unreadable')), PACKETS_MS)
    })
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
      letGo(video)
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
