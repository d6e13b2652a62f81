import { LIMITS } from '../limits.ts'
import { prose, z } from '../shape.ts'

/** The stars a rating may have; five are preselected (S2-5.41, S2-9.18). */
export const STARS = [1, 2, 3, 4, 5] as const

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** The `rate` call: a fan rates the answer behind their link, once (S2-6.8). Both texts may be empty. */
export const rateCall = z.strictObject({
  token,
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  responseFeedback: prose(LIMITS.feedbackCharacters),
  infieldFeedback: prose(LIMITS.feedbackCharacters),
})

/** The `report` call: the holder of a link reports a problem with the question or the answer to the team. */
export const reportCall = z.strictObject({
  token,
  text: z.pipe(prose(LIMITS.feedbackCharacters), z.string().check(z.minLength(1))),
})
