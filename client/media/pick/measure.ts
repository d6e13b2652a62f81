import type { KeptTracks, Means } from '../../../sync/media/tracks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { letGo } from '../let-go.ts'
import type { MeasuredFile } from './measure-file.ts'
import type { MeasureNews } from './measure-worker.ts'

/** What was measured of a chosen file. */
export type MeasuredVideo = Pick<
  MeasuredFile,
  'durationMs' | 'conversion' | 'soundsLeftOut' | 'videoCodec'
> & {
  /** The tracks that are sent, by position; null where a seeking browser measured the file. */
  kept: Pick<KeptTracks, 'video' | 'audio'> | null
  /** An edit list hides part of the video. Only code that follows edit lists may convert the file. */
  isCut: boolean
}
/** The worker's result; null when the worker could not run. */
type Measured = Result<MeasuredFile> | null

/** How long to wait for the worker's script, which may load slowly whatever the file is. */
const LOADED_MS = 60_000
/** How long the worker may read. A phone takes a few seconds for a hundred megabytes. */
const PACKETS_MS = 30_000
const SEEK_MS = 8_000
/** A position far beyond any video's end. A browser that seeks there stops at the end and then knows the length. */
const FAR_SECONDS = 1e7

/**
 * Measures how many milliseconds a video file runs, and what the server will make of it. A worker reads its packets
 * first, and is ended when a broken file keeps it busy; without a worker, the page seeks to the file's end (D94).
 * Refuses what the server would refuse, and `video-unreadable`.
 */
export async function measureVideo(file: Blob, means: Means): Promise<Result<MeasuredVideo>> {
  const measured = await measureByPackets(file, means)
  if (measured && !measured.ok) return measured
  if (measured) {
    const { video, audio, shown } = measured.value
    return done({ ...measured.value, kept: { video, audio }, isCut: shown !== null })
  }
  const durationMs = await measureBySeeking(file)
  if (durationMs === null) return refuse('video-unreadable')
  const unknown = {
    conversion: 'none',
    soundsLeftOut: 0,
    videoCodec: null,
    kept: null,
    isCut: false,
  } as const
  return done({ durationMs, ...unknown })
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
    // The worker could not be loaded, for example offline.
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
        // A sound file also loads, but has no picture.
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
