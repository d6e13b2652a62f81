const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 5 * 60_000

/**
 * Returns the wait in milliseconds before try number `attempt` (from 0). It doubles up to five minutes, and
 * `chance` (0 to 1) shortens it by up to half, so that devices do not retry at the same moment.
 */
export function backOffMs(attempt: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
  return Math.round(wait * (0.5 + chance / 2))
}
