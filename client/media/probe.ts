import { LIMITS, type VideoType } from '../../sync/limits.ts'
import type { Means } from '../../sync/media/tracks.ts'
import { checkVideo, sniffVideoType, type VideoPurpose } from '../../sync/media/video.ts'
import { done, type Refusal, type Result, refuse } from '../../sync/result.ts'
import { getSession } from '../api/session.ts'
import { type MeasuredVideo, measureVideo } from './pick/measure.ts'

/** What a chosen file turned out to be. */
export type ProbedVideo = MeasuredVideo & { type: VideoType; bytes: number }

const HEAD_BYTES = 64

/** What is to be known of a file, or why it is not taken; `tooLong`: one that would be taken if it were shorter. */
export type Probed = { ok: true; value: ProbedVideo } | { ok: false; refusal: Refusal; tooLong?: ProbedVideo }

type Limits = { purpose: VideoPurpose; longestMs?: number }

/**
 * Checks a chosen file before anything is done with it: type by its first bytes, size, tracks, length, which may be limited
 * beyond what its purpose allows. Refusals:
 * `video-type`, `video-size`, `video-too-long`, and what `judgeFile` refuses (S1-5.7–5.11, D8, D93, D94).
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

/** Null where nothing is there to be read any more: a file that a cloud only lends to this device. */
async function readHead(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return null
  }
}
