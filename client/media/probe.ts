import { LIMITS, type VideoType } from '../../sync/limits.ts'
import type { Means } from '../../sync/media/tracks.ts'
import { checkVideo, sniffVideoType, type VideoPurpose } from '../../sync/media/video.ts'
import { done, type Refusal, type Result, refuse } from '../../sync/result.ts'
import { getSession } from '../api/session.ts'
import { type MeasuredVideo, measureVideo } from './pick/measure.ts'

/** What was found out about a chosen file. */
export type ProbedVideo = MeasuredVideo & { type: VideoType; bytes: number }

const HEAD_BYTES = 64

/**
 * The findings about a file, or the refusal. `tooLong` is set for a file that would be accepted if it were shorter.
 */
export type Probed = { ok: true; value: ProbedVideo } | { ok: false; refusal: Refusal; tooLong?: ProbedVideo }

type Limits = { purpose: VideoPurpose; longestMs?: number }

/**
 * Checks a chosen file before anything is done with it: its type by its first bytes, size, tracks and length.
 * `longestMs` may limit the length below the purpose's limit. Refuses with `video-type`, `video-size`,
 * `video-too-long`, and what `judgeFile` refuses (S1-5.7–5.11, D8, D93, D94).
 */
export async function probeVideo(
  file: Blob,
  { purpose, longestMs = Number.POSITIVE_INFINITY }: Limits,
  measure: (file: Blob, means: Means) => Promise<Result<MeasuredVideo>> = measureVideo,
): Promise<Probed> {
  const bytes = file.size
  if (bytes === 0) return refuse('video-unreadable')
  const head = await readHead(file)
  if (!head) return refuse('video-unreadable')
  const type = sniffVideoType(head)
  if (!type) return refuse('video-type')
  if (bytes > LIMITS.videoBytes) return refuse('video-size')
  const measured = await measure(file, { canConvert: getSession().canConvert })
  if (!measured.ok) return measured
  const probed = { ...measured.value, type, bytes }
  const checked = checkVideo(purpose, { ...probed, source: 'file' })
  if (!checked.ok)
    return { ...checked, ...(checked.refusal.code === 'video-too-long' && { tooLong: probed }) }
  if (probed.durationMs <= longestMs) return done(probed)
  return { ...refuse('video-too-long', { seconds: longestMs / 1_000 }), tooLong: probed }
}

/**
 * Returns the first bytes; null where the file cannot be read, for example one that a cloud has removed from this
 * device.
 */
async function readHead(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return null
  }
}
