/** From here on a chosen file is made smaller before it is kept, where the browser can. */
export const LARGE_BYTES = 30 * 1024 ** 2

/** What a video file turns out to be when it is opened. */
export type Footage = { bytes: number; durationMs: number; isHigh: boolean; hasSound: boolean }

/** What the worker tells: how far it is, from 0 to 1, and at last the smaller video, or none. */
export type ShrinkNews = { done: number } | { smaller: { blob: Blob; durationMs: number } | null }

const MOST_APART_MS = 500

/** Whether `after` may take the place of `before`: as long, the same way up, still with its sound, and smaller. */
export function isSmallerSame(before: Footage, after: Footage): boolean {
  return (
    after.bytes < before.bytes &&
    Math.abs(after.durationMs - before.durationMs) <= MOST_APART_MS &&
    after.isHigh === before.isHigh &&
    after.hasSound === before.hasSound
  )
}
