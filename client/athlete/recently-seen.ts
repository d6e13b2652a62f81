import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { Moment } from '../../sync/moment.ts'

/** What this browser last saw of the athletes, shown again while the server cannot be reached. */
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
}
const NOTHING: Seen = { roster: null, profiles: [] }

/** Keeps what the server said of the roster, and of those seen before the ones of whom it said nothing. */
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

/** An athlete whose profile was opened here, or who stood on the roster as it was last seen. */
export function seenProfile(username: string): Seen['profiles'][number] | null {
  const { profiles, roster } = read()
  const opened = profiles.find(({ athlete }) => athlete.username === username)
  const listed = roster?.athletes.find((athlete) => athlete.username === username)
  return opened ?? (roster && listed ? { athlete: listed, at: roster.at } : null)
}

/** An athlete of whom only the id is known here; null where none of that id was seen. */
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

/** What an earlier version of the app kept had fewer fields. */
function whole(athlete: PublicAthlete): PublicAthlete {
  return { ...LATER_FIELDS, ...athlete }
}

/** A full or forbidden storage costs the offline copy and nothing else. */
function keep(seen: Seen): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen))
  } catch {
    localStorage.removeItem(KEY)
  }
}
