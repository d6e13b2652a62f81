import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { Moment } from '../../sync/moment.ts'

/**
 * A profile as the server sent it (`seenAt` is null) or as this device last saw it. `athlete` is null if there is
 * no such athlete or, with `isMissing`, if the server was not reached and this device has never seen the profile.
 */
export type Profile = { athlete: PublicAthlete | null; seenAt: Moment | null; isMissing: boolean }

/**
 * Loads the profile at a username: the data that came with the page, the server's answer, or what this device saw
 * last.
 */
export async function loadProfile(username: string, first: unknown): Promise<Profile> {
  if (first) return found(first as PublicAthlete)
  const loaded = await import('./profile/ask-profile.ts').catch(() => null)
  return loaded ? loaded.askProfile(username) : { athlete: null, seenAt: null, isMissing: true }
}

/**
 * Returns the profile that came with the page. The browser stores it afterwards, because showing it does not need
 * that code.
 */
function found(athlete: PublicAthlete): Profile {
  if (typeof document !== 'undefined')
    import('../athlete/recently-seen.ts').then(({ keepProfile }) => keepProfile(athlete)).catch(() => {})
  return { athlete, seenAt: null, isMissing: false }
}
