import { getSession } from '../../api/session.ts'

/** Keeps the public pages a member looks at: the roster, and an athlete's own profile. True when they are here. */
export async function keepPages(): Promise<boolean> {
  const { person } = getSession()
  if (!person) return true
  const { seenProfile, seenRoster } = await import('../../athlete/seen.ts')
  // a fan's username names no page
  const own = person.role === 'creator' ? person.username : null
  return (await keepRoster(seenRoster() !== null)) && (await keepOwn(own, seenProfile))
}

async function keepRoster(isSeen: boolean): Promise<boolean> {
  if (isSeen) return true
  const { loadRoster } = await import('../../athlete/shown-roster.ts')
  return !(await loadRoster({}, null)).isMissing
}

async function keepOwn(username: string | null, seen: (username: string) => unknown): Promise<boolean> {
  if (!username || seen(username)) return true
  const { loadProfile } = await import('../../pages/load-profile.ts')
  return !(await loadProfile(username, null)).isMissing
}
