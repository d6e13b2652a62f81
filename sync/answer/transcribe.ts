import { LIMITS } from '../limits.ts'
import { id, z } from '../shape.ts'

const words = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((text) => text.isWellFormed()),
  )

/**
 * The words of a delivered answer, typed or as a WebVTT or SubRip file; an empty text removes the transcript.
 * `before` is what the words were when the sender saw them, as `typedAs` returns them; version 1 has none.
 */
export const answerTranscription = z.strictObject({
  questionId: id,
  text: words(LIMITS.captionFileCharacters),
  // Captions as we write them may be longer than the file that they came from.
  before: z.optional(words(LIMITS.captionFileCharacters * 2)),
})
