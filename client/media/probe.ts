import { LIMITS, type VideoType } from '../../sync/limits.ts'
import type { Means } from '../../sync/media/tracks.ts'
import { checkVideo, sniffVideoType, type VideoPurpose } from '../../sync/media/video.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { getSession } from '../app/session.ts'
import { measureVideo } from './pick/measure.ts'

/** What a chosen file turned out to be. */
export type ProbedVideo = { type: VideoType; bytes: number; durationMs: number }

const HEAD_BYTES = 64

/**
 * Checks a chosen file before anything is done with it: type by its first bytes, size, tracks, length. Refusals:
 * `video-type`, `video-size`, `video-too-long`, and what `chooseTracks` refuses (S1-5.7–5.11, D8, D93, D94).
 */
export async function probeVideo(
  file: Blob,
  purpose: VideoPurpose,
  measure: (file: Blob, means: Means) => Promise<Result<number>> = measureVideo,
): Promise<Result<ProbedVideo>> {
  const bytes = file.size
  if (bytes === 0) return refuse('video-unreadable')
  const head = await readHead(file)
  if (!head) return refuse('video-unreadable')
  const type = sniffVideoType(head)
  if (!type) return refuse('video-type')
  if (bytes > LIMITS.videoBytes) return refuse('video-size')
  const measured = await measure(file, { canConvert: getSession().canConvert })
  if (!measured.ok) return measured
  const durationMs = measured.value
  const checked = checkVideo(purpose, { bytes, type, durationMs, source: 'file' })
  return checked.ok ? done({ type, bytes, durationMs }) : checked
}

/** Null where nothing is there to be read any more: a file that a cloud only lends to this device. */
async function readHead(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return null
  }
}
