import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { Moment } from '../../sync/moment.ts'
import { CALLS } from '../../sync/paths.ts'
import { callLater } from '../app/call-later.ts'
import { keepProfile, seenProfile } from '../athlete/seen.ts'

/**
 * A profile as it was found: by the server (`seenAt` null) or as last seen here. `athlete` is null where there is no
 * such athlete, or, with `isMissing`, where nobody could be asked.
 */
export type Profile = { athlete: PublicAthlete | null; seenAt: Moment | null; isMissing: boolean }

const PATIENCE_MS = 8_000

/** The profile at a username: what the page came with, what the server says, or what was last seen here. */
export async function loadProfile(username: string, first: unknown): Promise<Profile> {
  if (first) return found(first as PublicAthlete)
  const answer = await callLater<PublicAthlete>(`${CALLS.athlete}${encodeURIComponent(username)}`, {
    timeoutMs: PATIENCE_MS,
  })
  if (answer.ok) return found(answer.value)
  const isGone = 'refusal' in answer && answer.refusal.code === 'not-found'
  if (isGone) return { athlete: null, seenAt: null, isMissing: false }
  const seen = seenProfile(username)
  return { athlete: seen?.athlete ?? null, seenAt: seen?.at ?? null, isMissing: !seen }
}

function found(athlete: PublicAthlete): Profile {
  if (typeof document !== 'undefined') keepProfile(athlete)
  return { athlete, seenAt: null, isMissing: false }
}
