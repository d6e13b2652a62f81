import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { keepNote } from '../api/keep-note.ts'
import { KEY, readSeen, type Seen } from './seen-athlete.ts'

const ROSTER_KEPT = 240
const PROFILES_KEPT = 40

/**
 * Stores these athletes as the roster. Of the athletes stored before, keeps those for which `isTold` is false,
 * because the server's answer says nothing about them.
 */
export function keepRoster(athletes: PublicAthlete[], isTold: (athlete: PublicAthlete) => boolean): void {
  const told = new Set(athletes.map(({ id }) => id))
  const others = readSeen().roster?.athletes.filter((each) => !told.has(each.id) && !isTold(each)) ?? []
  keep({
    ...readSeen(),
    roster: { athletes: [...athletes, ...others].slice(0, ROSTER_KEPT), at: Date.now() },
  })
}

export function keepProfile(athlete: PublicAthlete): void {
  const others = readSeen().profiles.filter((profile) => profile.athlete.username !== athlete.username)
  keep({ ...readSeen(), profiles: [{ athlete, at: Date.now() }, ...others].slice(0, PROFILES_KEPT) })
}

export function seenRoster(): Seen['roster'] {
  return readSeen().roster
}

/** Returns an athlete from a profile opened on this device, or else from the roster as last seen, or null. */
export function seenProfile(username: string): Seen['profiles'][number] | null {
  const { profiles, roster } = readSeen()
  const opened = profiles.find(({ athlete }) => athlete.username === username)
  const listed = roster?.athletes.find((athlete) => athlete.username === username)
  return opened ?? (roster && listed ? { athlete: listed, at: roster.at } : null)
}

/** Stores what was seen. When the storage is full or blocked, only the offline copy is lost. */
function keep(seen: Seen): void {
  if (!keepNote(KEY, JSON.stringify(seen))) localStorage.removeItem(KEY)
}
