/** Below this a microphone gives nothing but its own noise. */
const SILENCE = 0.01
/** So long nothing is heard before that is said. */
const SILENT_MS = 4_000
/** What people speak with fills most of the bar. */
const LOUD = 0.35

/** How loud the samples of a moment are, from 0 to 1: the root of the mean of their squares. */
export function loudness(samples: ArrayLike<number>): number {
  if (samples.length === 0) return 0
  let sum = 0
  for (let at = 0; at < samples.length; at += 1) sum += (samples[at] ?? 0) ** 2
  return Math.sqrt(sum / samples.length)
}

/** How much of the bar that fills, from 0 to 1. */
export function barShare(loud: number): number {
  return Math.min(1, loud / LOUD)
}

/** Says whether nothing was heard for a while; each moment is told with its time. */
export function silenceWatch(): (loud: number, at: number) => boolean {
  let since: number | null = null
  return (loud, at) => {
    if (loud > SILENCE) since = null
    else since ??= at
    return since !== null && at - since >= SILENT_MS
  }
}
