import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { CALLS } from '../../../sync/paths.ts'
import { callLater } from '../../app/call-later.ts'
import { keepProfile, seenProfile } from '../../athlete/seen.ts'
import type { Profile } from '../load-profile.ts'

const PATIENCE_MS = 8_000

/** The profile at a username as the server says, kept; or as it was last seen here. */
export async function askProfile(username: string): Promise<Profile> {
  const answer = await callLater<PublicAthlete>(`${CALLS.athlete}${encodeURIComponent(username)}`, {
    timeoutMs: PATIENCE_MS,
  })
  if (answer.ok) {
    keepProfile(answer.value)
    return { athlete: answer.value, seenAt: null, isMissing: false }
  }
  const isGone = 'refusal' in answer && answer.refusal.code === 'not-found'
  if (isGone) return { athlete: null, seenAt: null, isMissing: false }
  const seen = seenProfile(username)
  return { athlete: seen?.athlete ?? null, seenAt: seen?.at ?? null, isMissing: !seen }
}
