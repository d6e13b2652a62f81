/** From here on a chosen file is made smaller before it is kept, where the browser can. */
const LARGE_BYTES = 30 * 1024 ** 2

/** What a video file turns out to be when it is opened. */
export type Footage = { bytes: number; durationMs: number; isHigh: boolean; hasSound: boolean }

/** What the worker is to do; `mayGrow`: the outcome is wanted even if it is the larger one. */
export type ShrinkOrder = { file: Blob; mayGrow: boolean }

/** What the worker tells: how far it is, from 0 to 1, and at last the smaller video, or none. */
export type ShrinkNews = { done: number } | { smaller: { blob: Blob; durationMs: number } | null }

const MOST_APART_MS = 500

/** What a picture is in that every browser plays. */
const PLAYED_EVERYWHERE: readonly (string | null)[] = ['avc', 'vp8', 'vp9']
/** Below this many bits a second there is little to be gained. */
const LEAN_BITS = 2_500_000

type Chosen = { bytes: number; durationMs: number; videoCodec: string | null; isCut: boolean }

/**
 * Whether it is worth trying to make a file anew before it is kept: a large one; one whose picture some browsers do not
 * show; on a slow network also another that is not lean already. Never one that an edit list cuts: what it hides would come
 * back.
 */
export function isWorthMaking({ bytes, durationMs, videoCodec, isCut }: Chosen, isSlow: boolean): boolean {
  if (isCut) return false
  if (bytes > LARGE_BYTES || (videoCodec !== null && !PLAYED_EVERYWHERE.includes(videoCodec))) return true
  return isSlow && bytes * 8_000 > LEAN_BITS * durationMs
}

/**
 * Whether `after` may take the place of `before`: as long, the same way up, still with its sound, and smaller, unless it
 * `mayGrow`.
 */
export function isSmallerSame(before: Footage, after: Footage, mayGrow = false): boolean {
  return (
    (mayGrow || after.bytes < before.bytes) &&
    Math.abs(after.durationMs - before.durationMs) <= MOST_APART_MS &&
    after.isHigh === before.isHigh &&
    after.hasSound === before.hasSound
  )
}
