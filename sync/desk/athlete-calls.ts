import { LIMITS } from '../limits.ts'
import { type Infer, id, z } from '../shape.ts'
import { after } from './requests.ts'
import { SEARCH_CHARACTERS } from './search.ts'

const username = z.string().check(z.minLength(1), z.maxLength(LIMITS.usernameCharacters))

/** desk/athletes: a page of athletes, listed or not, by the first letters of their username or a part of their name. */
export const athletesCall = z.strictObject({
  q: z.nullable(z.string().check(z.minLength(1), z.maxLength(SEARCH_CHARACTERS))),
  state: z.nullable(z.enum(['paused', 'promo', 'removed', 'closed', 'carded'])),
  after: z.nullable(username),
})
export type AthletesCall = Infer<typeof athletesCall>

/** desk/athlete: one athlete whole, with the cards they were given. */
export const athleteCall = z.strictObject({ id })

/** desk/blocks: a page of the addresses that are blocked, the latest first. */
export const blocksCall = z.strictObject({ after: z.optional(after) })
