import { refusalText } from '../../../client/text/refusals.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Film } from './films.ts'

/**
 * Returns the text that people read when a film of the corpus is refused; null for one that is accepted, or where
 * any result is right.
 */
export const refusedWords = ({ fate }: Film): string | null =>
  fate?.startsWith('video-') ? refusalText({ code: fate as RefusalCode }) : null
