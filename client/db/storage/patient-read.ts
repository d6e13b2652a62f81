import { backOffMs } from '../../api/back-off.ts'
import { pause } from '../../api/pause.ts'

/** How many tries in a row have to fail before a log counts as unreadable. They take at least half a minute. */
const MOST_FAILURES = 6
const LONGEST_PAUSE_MS = 30_000

/**
 * Reads until it succeeds, with growing pauses. Calls `onStuck` after each failure once many in a row have failed.
 * Rejects with the last error when `ended` is aborted.
 */
export async function readPatiently<T>(
  read: () => Promise<T>,
  { ended, onStuck }: { ended: AbortSignal; onStuck: () => void },
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (failures >= MOST_FAILURES && !ended.aborted) onStuck()
      await pause(Math.min(backOffMs(failures - 1, Math.random()), LONGEST_PAUSE_MS), ended)
      if (ended.aborted) throw error
    }
  }
}
