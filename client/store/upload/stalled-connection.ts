/** How many milliseconds without progress before the server is asked whether it can be reached. */
const DOUBT_MS = 30_000
/**
 * How many more milliseconds to wait when the server can be reached: the upload's own connection may be lost, but
 * flushing the last bytes also takes time.
 */
const DEAD_MS = 120_000

export type LineWatch = { heard(bytes: number): void; stop(): void }

/**
 * Calls `onDead` when an upload makes no progress, because a browser waits a quarter of an hour for a network that
 * was lost without a reset. Asks the server first, because a slow network sends bytes in bursts.
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
