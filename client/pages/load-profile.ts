import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { Moment } from '../../sync/moment.ts'

/**
 * A profile as it was found: by the server (`seenAt` null) or as last seen here. `athlete` is null where there is no
 * such athlete, or, with `isMissing`, where nobody could be asked.
 */
export type Profile = { athlete: PublicAthlete | null; seenAt: Moment | null; isMissing: boolean }

/** The profile at a username: what the page came with, what the server says, or what was last seen here. */
export async function loadProfile(username: string, first: unknown): Promise<Profile> {
  if (first) return found(first as PublicAthlete)
  const loaded = await import('./profile/ask-profile.ts').catch(() => null)
  return loaded ? loaded.askProfile(username) : { athlete: null, seenAt: null, isMissing: true }
}

/** What the page came with is kept once it stands: nothing of that is needed to show it. */
function found(athlete: PublicAthlete): Profile {
  if (typeof document !== 'undefined')
    import('../athlete/recently-seen.ts').then(({ keepProfile }) => keepProfile(athlete)).catch(() => {})
  return { athlete, seenAt: null, isMissing: false }
}
