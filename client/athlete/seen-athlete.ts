import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { Moment } from '../../sync/moment.ts'

/** The athletes that this browser saw last, shown while the server cannot be reached. */
export type Seen = {
  roster: { athletes: PublicAthlete[]; at: Moment } | null
  profiles: { athlete: PublicAthlete; at: Moment }[]
}

export const KEY = 'infield.seen'
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

/** Returns the athlete with this id from all that were seen here; null if there is none. */
export function seenAthlete(id: string): PublicAthlete | null {
  const { profiles, roster } = readSeen()
  const seen = [...profiles.map(({ athlete }) => athlete), ...(roster?.athletes ?? [])]
  return seen.find((athlete) => athlete.id === id) ?? null
}

export function readSeen(): Seen {
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
