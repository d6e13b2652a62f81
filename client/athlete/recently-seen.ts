import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { Moment } from '../../sync/moment.ts'
import { keepNote } from '../api/keep-note.ts'

/** The athletes that this browser saw last, shown while the server cannot be reached. */
type Seen = {
  roster: { athletes: PublicAthlete[]; at: Moment } | null
  profiles: { athlete: PublicAthlete; at: Moment }[]
}

const KEY = 'infield.seen'
const ROSTER_KEPT = 240
const PROFILES_KEPT = 40
const LATER_FIELDS = {
  coverUrls: [],
  instagram: null,
  tiktok: null,
  x: null,
  tiktokEmbeds: [],
  pausedUntil: null,
  answerMinutes: null,
} satisfies Partial<PublicAthlete>
const NOTHING: Seen = { roster: null, profiles: [] }

/**
 * Stores these athletes as the roster. Of the athletes stored before, keeps those for which `isTold` is false,
 * because the server's answer says nothing about them.
 */
export function keepRoster(athletes: PublicAthlete[], isTold: (athlete: PublicAthlete) => boolean): void {
  const told = new Set(athletes.map(({ id }) => id))
  const others = read().roster?.athletes.filter((each) => !told.has(each.id) && !isTold(each)) ?? []
  keep({ ...read(), roster: { athletes: [...athletes, ...others].slice(0, ROSTER_KEPT), at: Date.now() } })
}

export function keepProfile(athlete: PublicAthlete): void {
  const others = read().profiles.filter((profile) => profile.athlete.username !== athlete.username)
  keep({ ...read(), profiles: [{ athlete, at: Date.now() }, ...others].slice(0, PROFILES_KEPT) })
}

export function seenRoster(): Seen['roster'] {
  return read().roster
}

/** Returns an athlete from a profile opened on this device, or else from the roster as last seen, or null. */
export function seenProfile(username: string): Seen['profiles'][number] | null {
  const { profiles, roster } = read()
  const opened = profiles.find(({ athlete }) => athlete.username === username)
  const listed = roster?.athletes.find((athlete) => athlete.username === username)
  return opened ?? (roster && listed ? { athlete: listed, at: roster.at } : null)
}

/** Returns the athlete with this id from all that were seen here; null if there is none. */
export function seenAthlete(id: string): PublicAthlete | null {
  const { profiles, roster } = read()
  const seen = [...profiles.map(({ athlete }) => athlete), ...(roster?.athletes ?? [])]
  return seen.find((athlete) => athlete.id === id) ?? null
}

function read(): Seen {
  const text = localStorage.getItem(KEY)
  if (!text) return NOTHING
  const { roster, profiles } = JSON.parse(text) as Seen
  return {
    roster: roster && { ...roster, athletes: roster.athletes.map(whole) },
    profiles: profiles.map((profile) => ({ ...profile, athlete: whole(profile.athlete) })),
  }
}

/** Adds the fields that earlier versions of the app did not store. */
function whole(athlete: PublicAthlete): PublicAthlete {
  return { ...LATER_FIELDS, ...athlete }
}

/** Stores what was seen. When the storage is full or blocked, only the offline copy is lost. */
function keep(seen: Seen): void {
  if (!keepNote(KEY, JSON.stringify(seen))) localStorage.removeItem(KEY)
}
