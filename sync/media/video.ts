import { LIMITS, VIDEO_TYPES } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, id, sha256, z } from '../shape.ts'

/** What a device declares about a video before it sends a byte; the server checks every field. */
export const declaredVideo = z.strictObject({
  id,
  sha256,
  bytes: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
  type: z.enum(VIDEO_TYPES),
  durationMs: z.int().check(z.minimum(1), z.maximum(86_400_000)),
  /** Whether it was recorded in the app or chosen as a file. */
  source: z.enum(['recorded', 'file']),
})
export type DeclaredVideo = Infer<typeof declaredVideo>

/**
 * The purpose of a video, which decides how long it may run (D6, D7); a reply to a clarification may be as long
 * as an answer.
 */
export const VIDEO_PURPOSES = ['question', 'answer', 'reply'] as const
export type VideoPurpose = (typeof VIDEO_PURPOSES)[number]

/** Returns the longest time a video may run, in milliseconds, for its purpose and source (D6, D7). */
export function longestMs(purpose: VideoPurpose, source: DeclaredVideo['source']): number {
  if (purpose !== 'question') return LIMITS.answerFileMs
  // The recorder stops at 20 s, but its last frame may come slightly later.
  return source === 'recorded' ? LIMITS.questionRecordingMs + 1_000 : LIMITS.questionFileMs
}

/** Checks whether a video may be sent: type, size and length (S1-5.7–5.9, D8). */
export function checkVideo(
  purpose: VideoPurpose,
  video: { bytes: number; type: string; durationMs: number; source: DeclaredVideo['source'] },
): Result<true> {
  if (!(VIDEO_TYPES as readonly string[]).includes(video.type)) return refuse('video-type')
  if (video.bytes > LIMITS.videoBytes) return refuse('video-size')
  const longest = longestMs(purpose, video.source)
  if (video.durationMs > longest) {
    const spoken = purpose === 'question' ? longest : LIMITS.answerRecordingMs
    return refuse('video-too-long', { seconds: Math.floor(spoken / 1000), purpose })
  }
  return done(true)
}

/**
 * The life of a video's bytes on the server. `expected` (declared, no bytes) → `received` (all bytes, fsynced,
 * sha256 as declared) → `stored` (probed, remuxed, playable); `refused` (not a video we take), `purged` (deleted).
 */
export const MEDIA_STATES = ['expected', 'received', 'stored', 'refused', 'purged'] as const
export type MediaState = (typeof MEDIA_STATES)[number]

/** Returns the container by the first bytes of a file; null when it is none of ours (D93). */
export function sniffVideoType(head: Uint8Array): (typeof VIDEO_TYPES)[number] | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (head.length < 12) return null
  if (ascii(4, 8) === 'ftyp') return ascii(8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  if (['moov', 'mdat', 'wide', 'free', 'skip'].includes(ascii(4, 8))) return 'video/quicktime'
  const ebml = head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3
  return ebml ? 'video/webm' : null
}
