import { CLARIFYING_MS, LIMITS } from '../limits.ts'
import { declaredVideo } from '../media/video.ts'
import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, id, prose, z } from '../shape.ts'

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const words = z.pipe(prose(LIMITS.textCharacters), z.string().check(z.minLength(1)))

/** clarify: what the holder of a private link asks once more about its answer. */
export const clarifyCall = z.strictObject({ token, text: words })
export type ClarifyCall = Infer<typeof clarifyCall>

/** What the athlete writes back; nothing is charged for it. */
export const clarificationReply = z.strictObject({ questionId: id, text: words })

/** The same by a short video, which follows: it is the reply once it is here. */
export const clarificationByVideo = z.strictObject({ questionId: id, video: declaredVideo })

/** The athlete will not reply, and the team is to look at what was asked. */
export const clarificationReport = z.strictObject({ questionId: id, note: prose(LIMITS.noteCharacters) })

/**
 * The video of a reply. `waiting` (announced, its bytes on their way) → `stored`; `withdrawn` (no video after all, or not
 * kept any more).
 */
type ReplyVideo = { id: string; state: 'waiting' | 'stored' | 'withdrawn' }

/** What was asked once more about an answer, to both sides alike; the athlete who reported it is not shown it again. */
export type Clarification = {
  text: string
  askedAt: Moment
  reply: string | null
  /** Instead of words; to the athlete from its announcement on, to everybody else once it is the reply. */
  video: ReplyVideo | null
  repliedAt: Moment | null
  /** When it was handed to the team: nobody replies to it any more. */
  reportedAt: Moment | null
}

/** Until when something may be asked once more about an answer. */
export function clarifiableUntil(deliveredAt: Moment): Moment {
  return deliveredAt + CLARIFYING_MS
}

/** Whether an answer may be asked about once more. Refuses `answer-missing`, `clarified-already`, `clarifying-over`. */
export function checkClarifying(
  { deliveredAt, asked }: { deliveredAt: Moment | null; asked: boolean },
  now: Moment,
): Result<true> {
  if (deliveredAt === null) return refuse('answer-missing')
  if (asked) return refuse('clarified-already')
  return now < clarifiableUntil(deliveredAt) ? done(true) : refuse('clarifying-over')
}
