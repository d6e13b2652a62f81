import { LIMITS } from '../limits.ts'
import { id, z } from '../shape.ts'

/** What is said in a delivered answer, as it was typed or as a WebVTT or SubRip file; nothing takes it away. */
export const answerTranscription = z.strictObject({
  questionId: id,
  text: z.string().check(
    z.maxLength(LIMITS.captionFileCharacters),
    z.refine((text) => text.isWellFormed()),
  ),
})
