import { asker } from '../account/asker.ts'
import { LIMITS } from '../limits.ts'
import { declaredVideo } from '../media/video.ts'
import { discountCode } from '../payment/discount.ts'
import { done, type Result, refuse } from '../result.ts'
import { cents, type Infer, id, line, prose, z } from '../shape.ts'

/** A whole question as the wizard collected it; it becomes the prepared ask (S1-3.13, D97). */
export const preparedAsk = z.strictObject({
  questionId: id,
  athleteId: id,
  subject: line(LIMITS.subjectCharacters),
  kind: z.enum(['text', 'video']),
  text: prose(LIMITS.textCharacters),
  video: z.nullable(declaredVideo),
  asker,
  amountCents: cents,
  discountCode: z.optional(discountCode),
  /** The page it was written on, if not the wizard; it decides how long a chosen file may run (D6). */
  page: z.optional(z.enum(['request'])),
})
export type PreparedAsk = Infer<typeof preparedAsk>

/** Checks the content: either a text or a video (S1-4.4, S1-5.6), and on the request page a short one (S2-5.32). */
export function checkContent(
  ask: Pick<PreparedAsk, 'kind' | 'text' | 'video'> & { page?: PreparedAsk['page'] },
): Result<true> {
  if (ask.kind === 'text') {
    if (ask.video) return refuse('text-and-video')
    return ask.text.length > 0 ? done(true) : refuse('nothing-asked')
  }
  if (!ask.video) return refuse('nothing-asked')
  if (ask.page === 'request' && ask.video.source === 'file' && ask.video.durationMs > LIMITS.requestFileMs)
    return refuse('video-too-long', { seconds: LIMITS.requestFileMs / 1_000, purpose: 'question' })
  return ask.text.length > 0 ? refuse('text-and-video') : done(true)
}
