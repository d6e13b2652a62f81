import { asker } from '../account/asker.ts'
import { LIMITS } from '../limits.ts'
import { declaredVideo } from '../media/video.ts'
import { done, type Result, refuse } from '../result.ts'
import { cents, type Infer, id, line, prose, z } from '../shape.ts'

/** A whole question as the wizard gathered it; becomes the prepared ask (S1-3.13, design: shape of money). */
export const preparedAsk = z.strictObject({
  questionId: id,
  athleteId: id,
  subject: line(LIMITS.subjectCharacters),
  kind: z.enum(['text', 'video']),
  text: prose(LIMITS.textCharacters),
  video: z.nullable(declaredVideo),
  asker,
  amountCents: cents,
})
export type PreparedAsk = Infer<typeof preparedAsk>

/** A text or a video, never both and never neither (S1-4.4, S1-5.6). */
export function checkContent(ask: Pick<PreparedAsk, 'kind' | 'text' | 'video'>): Result<true> {
  if (ask.kind === 'text') {
    if (ask.video) return refuse('text-and-video')
    return ask.text.length > 0 ? done(true) : refuse('nothing-asked')
  }
  if (!ask.video) return refuse('nothing-asked')
  return ask.text.length > 0 ? refuse('text-and-video') : done(true)
}
