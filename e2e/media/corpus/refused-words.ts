import { refusalText } from '../../../client/text/refusals.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import type { Film } from './films.ts'

/** What people read of a film of the corpus that is refused; null of one that is taken, or of which either is right. */
export const refusedWords = ({ fate }: Film): string | null =>
  fate?.startsWith('video-') ? refusalText({ code: fate as RefusalCode }) : null
