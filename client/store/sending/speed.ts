/** The settings key of the latest upload's speed, from which the next upload's time is estimated. */
export const SPEED_KEY = 'upload-speed'

const WEIGHT = 0.3
/** The shortest time, in milliseconds, over which a measured speed is meaningful. */
const LEAST_MS = 300

/** Returns a function that computes a smoothed speed in bytes a second; null until there are two measurements. */
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

/** Returns how many milliseconds the remaining bytes take at this speed; null when the speed is unknown. */
export function timeLeftMs(bytes: number, bytesPerSecond: number | null): number | null {
  return bytesPerSecond && bytesPerSecond > 0 ? (bytes / bytesPerSecond) * 1_000 : null
}
