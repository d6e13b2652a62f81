import { line, prose, z } from '../shape.ts'
import { HANDLES } from './links.ts'
import { PROFILE_LIMITS } from './profile-limits.ts'
import { SPORTS } from './sports.ts'

const written = (max: number) => z.pipe(prose(max), z.string().check(z.minLength(1)))

/** One entry at least, each of them filled in, none twice (D91). */
const entries = (max: number) =>
  z.array(line(PROFILE_LIMITS.entryCharacters)).check(
    z.minLength(1),
    z.maxLength(max),
    z.refine((list) => new Set(list).size === list.length),
  )

const handle = (pattern: RegExp) => z.nullable(z.string().check(z.regex(pattern)))

/** Where else somebody is found, without the @ (S2-5.13, S2-5.17). */
export const networks = z.strictObject({
  instagram: handle(HANDLES.instagram),
  tiktok: handle(HANDLES.tiktok),
  x: handle(HANDLES.x),
})

/**
 * What an athlete tells of themselves beside name, birthday and place, with every rule of it: at sign-up and whenever
 * it is edited (S2-5.4, S2-5.9, S2-5.10, S2-5.13). `null` where something optional is left out.
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
