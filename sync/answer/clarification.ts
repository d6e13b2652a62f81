import { CLARIFYING_MS, LIMITS } from '../limits.ts'
import { declaredVideo } from '../media/video.ts'
import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, id, prose, z } from '../shape.ts'

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const words = z.pipe(prose(LIMITS.textCharacters), z.string().check(z.minLength(1)))

/** The `clarify` call: the question that the holder of a private link asks back about its answer. */
export const clarifyCall = z.strictObject({ token, text: words })
export type ClarifyCall = Infer<typeof clarifyCall>

/** The athlete's written reply; nothing is charged for it. */
export const clarificationReply = z.strictObject({ questionId: id, text: words })

/** A reply by a short video, uploaded separately. It becomes the reply once the video has arrived. */
export const clarificationByVideo = z.strictObject({ questionId: id, video: declaredVideo })

/** The athlete refuses to reply and reports the clarification to the team. */
export const clarificationReport = z.strictObject({ questionId: id, note: prose(LIMITS.noteCharacters) })

/**
 * The video of a reply. `waiting` (announced, its bytes on their way) → `stored`; `withdrawn` (never arrived, was
 * no video, or is no longer kept).
 */
type ReplyVideo = { id: string; state: 'waiting' | 'stored' | 'withdrawn' }

/**
 * The clarification about an answer, the same for both sides; but an athlete who reported it is not shown it
 * again.
 */
export type Clarification = {
  text: string
  askedAt: Moment
  reply: string | null
  /**
   * The video given instead of a written reply. The athlete sees it from its announcement on, everybody else once
   * it is the reply.
   */
  video: ReplyVideo | null
  repliedAt: Moment | null
  /** When the athlete reported it to the team; it can no longer be replied to. */
  reportedAt: Moment | null
}

/** Returns the moment until which the fan may ask back about an answer. */
export function clarifiableUntil(deliveredAt: Moment): Moment {
  return deliveredAt + CLARIFYING_MS
}

/**
 * Checks whether the fan may ask back about an answer. Refuses `answer-missing`, `clarified-already`,
 * `clarifying-over`.
 */
export function checkClarifying(
  { deliveredAt, asked }: { deliveredAt: Moment | null; asked: boolean },
  now: Moment,
): Result<true> {
  if (deliveredAt === null) return refuse('answer-missing')
  if (asked) return refuse('clarified-already')
  return now < clarifiableUntil(deliveredAt) ? done(true) : refuse('clarifying-over')
}
