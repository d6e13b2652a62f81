import { LIMITS } from '../limits.ts'
import { id, z } from '../shape.ts'

/** The words of a delivered answer, typed or as a WebVTT or SubRip file; an empty text removes the transcript. */
export const answerTranscription = z.strictObject({
  questionId: id,
  text: z.string().check(
    z.maxLength(LIMITS.captionFileCharacters),
    z.refine((text) => text.isWellFormed()),
  ),
})
