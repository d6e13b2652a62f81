import type { BusState } from './bus.ts'

/** Returns a sentence for admins on why live changes do not come by the way that BUS names; null when they do. */
export function busWarningOf({ isHeard }: BusState): string | null {
  if (isHeard) return null
  return 'The server that answered does not hear the broker that BUS names. Live changes come by Postgres meanwhile, and nothing is missed; where very much is written, commits wait for each other. The log says when it was lost and whether it can be reached; the server tries again every second.'
}
