import { LIMITS } from '../limits.ts'
import { type Infer, id, z } from '../shape.ts'
import { after } from './requests.ts'
import { SEARCH_CHARACTERS } from './search.ts'

const username = z.string().check(z.minLength(1), z.maxLength(LIMITS.usernameCharacters))

/**
 * The `desk/athletes` call: a page of athletes, listed or not, found by the first letters of the username or part
 * of the name.
 */
export const athletesCall = z.strictObject({
  q: z.nullable(z.string().check(z.minLength(1), z.maxLength(SEARCH_CHARACTERS))),
  state: z.nullable(z.enum(['paused', 'promo', 'removed', 'closed', 'carded'])),
  after: z.nullable(username),
})
export type AthletesCall = Infer<typeof athletesCall>

/** The `desk/athlete` call: one athlete with all details and warning cards. */
export const athleteCall = z.strictObject({ id })

/** The `desk/blocks` call: a page of the blocked addresses, the latest first. */
export const blocksCall = z.strictObject({ after: z.optional(after) })
