import type { KeptTracks } from '../../../sync/media/tracks.ts'

/** From this size on a chosen file is made smaller before it is kept, where the browser can. */
const LARGE_BYTES = 30 * 1024 ** 2

/** The properties of an opened video file. */
export type Footage = { bytes: number; durationMs: number; isHigh: boolean; hasSound: boolean }

/** The tracks that the server would keep, by their position among pictures and sounds; null where nobody judged. */
export type KeptPlaces = Pick<KeptTracks, 'video' | 'audio'> | null

/** The order for the worker. With `mayGrow` the result is wanted even if it is larger. */
export type ShrinkOrder = { file: Blob; kept: KeptPlaces; mayGrow: boolean }

/** The worker's messages: its progress from 0 to 1, then the smaller video or null. */
export type ShrinkNews = { done: number } | { smaller: { blob: Blob; durationMs: number } | null }

const MOST_APART_MS = 500

/** The picture codecs that every browser plays. */
const PLAYED_EVERYWHERE: readonly (string | null)[] = ['avc', 'vp8', 'vp9']
/** Below this bit rate there is little to gain. */
const LEAN_BITS = 2_500_000

type Chosen = { bytes: number; durationMs: number; videoCodec: string | null; isCut: boolean }

/**
 * Returns whether it is worth encoding a file again before it is kept: it is large, some browsers do not play its
 * picture, or the network is slow and its bit rate is not low already. Never for a file with an edit list, because
 * the hidden parts would become visible again.
 */
export function isWorthMaking({ bytes, durationMs, videoCodec, isCut }: Chosen, isSlow: boolean): boolean {
  if (isCut) return false
  if (bytes > LARGE_BYTES || (videoCodec !== null && !PLAYED_EVERYWHERE.includes(videoCodec))) return true
  return isSlow && bytes * 8_000 > LEAN_BITS * durationMs
}

/**
 * Returns whether `after` may replace `before`: the same length, orientation and presence of sound, and smaller,
 * unless `mayGrow`.
 */
export function isSmallerSame(before: Footage, after: Footage, mayGrow = false): boolean {
  return (
    (mayGrow || after.bytes < before.bytes) &&
    Math.abs(after.durationMs - before.durationMs) <= MOST_APART_MS &&
    after.isHigh === before.isHigh &&
    after.hasSound === before.hasSound
  )
}
