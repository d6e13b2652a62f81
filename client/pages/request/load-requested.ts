import { loadProfile, type Profile } from '../load-profile.ts'

/** The athlete a request is for; `isUnnamed` where the address names nobody. */
export type Requested = Profile & { isUnnamed: boolean }

const UNNAMED: Requested = { athlete: null, seenAt: null, isMissing: false, isUnnamed: true }

/** Who is to be asked on the request page, by the username in its address (S2-2.82). */
export async function loadRequested(username: string | undefined, first: unknown): Promise<Requested> {
  if (!username) return UNNAMED
  return { ...(await loadProfile(username, first)), isUnnamed: false }
}
