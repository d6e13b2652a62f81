const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 5 * 60_000

/** The wait before try number `attempt` (from 0), doubling to five minutes; `chance` from 0 to 1 spreads the devices. */
export function backOffMs(attempt: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
  return Math.round(wait * (0.5 + chance / 2))
}
