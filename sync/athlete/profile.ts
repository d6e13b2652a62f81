import { line, prose, z } from '../shape.ts'
import { HANDLES } from './links.ts'
import { PROFILE_LIMITS } from './profile-limits.ts'
import { SPORTS } from './sports.ts'

const written = (max: number) => z.pipe(prose(max), z.string().check(z.minLength(1)))

/** A list with at least one entry, every entry filled in and no entry twice (D91). */
const entries = (max: number) =>
  z.array(line(PROFILE_LIMITS.entryCharacters)).check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((list) => new Set(list).size === list.length),
  )

const handle = (pattern: RegExp) => z.nullable(z.string().check(z.regex(pattern)))

/** A member's handles at social networks, without the @ (S2-5.13, S2-5.17). */
export const networks = z.strictObject({
  instagram: handle(HANDLES.instagram),
  tiktok: handle(HANDLES.tiktok),
  x: handle(HANDLES.x),
})

/**
 * The profile of an athlete besides name, birthday and place, with all its rules, at sign-up and whenever the
 * athlete edits it (S2-5.4, S2-5.9, S2-5.10, S2-5.13). An omitted optional field is `null`.
 */
export const athleteProfile = z.strictObject({
  sport: z.enum(SPORTS),
  position: z.nullable(line(PROFILE_LIMITS.positionCharacters)),
  bio: written(PROFILE_LIMITS.bioCharacters),
  achievements: entries(PROFILE_LIMITS.achievements),
  interests: entries(PROFILE_LIMITS.interests),
  ...networks.shape,
  noGoTopics: z.nullable(written(PROFILE_LIMITS.noGoCharacters)),
})
