import type { Snapshot } from './read-state.ts'

/**
 * Returns a function that takes each snapshot that is read and returns for how many seconds, as far as they show, one
 * transaction has held back what was written after it. `pg_stat_activity` would tell only of our own role: it hides
 * the transactions of others, which hold feeds back just as well.
 */
export function createHeldBack(): (snapshot: Snapshot) => number {
  let oldest: { xmin: string; sinceS: number } | null = null
  return ({ xmin, xmax, atS }) => {
    // with the two the same nothing is held back: nothing newer has ended, and the oldest may not even have begun
    if (oldest?.xmin !== xmin || xmin === xmax) oldest = { xmin, sinceS: atS }
    return Math.max(0, atS - oldest.sinceS)
  }
}
