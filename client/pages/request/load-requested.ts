import { loadProfile, type Profile } from '../load-profile.ts'

/** The athlete whom a request is for; `isUnnamed` if the address names none. */
export type Requested = Profile & { isUnnamed: boolean }

const UNNAMED: Requested = { athlete: null, seenAt: null, isMissing: false, isUnnamed: true }

/** Loads the athlete whom the address of the request page names (S2-2.82). */
export async function loadRequested(username: string | undefined, first: unknown): Promise<Requested> {
  if (!username) return UNNAMED
  return { ...(await loadProfile(username, first)), isUnnamed: false }
}
