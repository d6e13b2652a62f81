/** So long no byte leaves before the server is asked whether it can be reached. */
const DOUBT_MS = 30_000
/** It can, but a connection may be lost without a word; and what went up last takes its time to be flushed. */
const DEAD_MS = 120_000

export type LineWatch = { heard(bytes: number): void; stop(): void }

/**
 * Calls `onDead` when an upload goes no further: a browser waits for a network that has gone without a reset for a
 * quarter of an hour. A line that is only slow hands its bytes over in lumps, so the server is asked first.
 */
export function watchLine(canReach: () => Promise<boolean>, onDead: () => void): LineWatch {
  let timer: ReturnType<typeof setTimeout>
  let reached = -1
  let watched = 0
  const doubt = async (watch: number) => {
    const isReached = await canReach()
    if (watch !== watched) return
    if (isReached) timer = setTimeout(onDead, DEAD_MS)
    else onDead()
  }
  const heard = (bytes: number) => {
    if (bytes <= reached) return
    reached = bytes
    watched += 1
    clearTimeout(timer)
    timer = setTimeout(doubt, DOUBT_MS, watched)
  }
  heard(0)
  return {
    heard,
    stop() {
      watched += 1
      clearTimeout(timer)
    },
  }
}
