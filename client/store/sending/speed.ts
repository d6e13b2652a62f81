/** Where the speed of the latest upload is kept: what the next one is likely to take is told by it. */
export const SPEED_KEY = 'upload-speed'

const WEIGHT = 0.3
/** A speed from fewer milliseconds than this is an accident. */
const LEAST_MS = 300

/** Bytes a second, smoothed; null until there is something to compare with. */
export function speedometer(): (bytes: number, atMs: number) => number | null {
  let before: { bytes: number; atMs: number } | null = null
  let speed: number | null = null
  return (bytes, atMs) => {
    if (!before) {
      before = { bytes, atMs }
      return null
    }
    const passed = atMs - before.atMs
    if (passed < LEAST_MS) return speed && Math.round(speed)
    const now = (Math.max(0, bytes - before.bytes) / passed) * 1_000
    speed = speed === null ? now : speed + WEIGHT * (now - speed)
    before = { bytes, atMs }
    return Math.round(speed)
  }
}

/** What is left at this speed, in milliseconds; null where nothing is known of it. */
export function timeLeftMs(bytes: number, bytesPerSecond: number | null): number | null {
  return bytesPerSecond && bytesPerSecond > 0 ? (bytes / bytesPerSecond) * 1_000 : null
}
