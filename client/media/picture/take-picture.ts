import type { PicturePlace } from '../../../sync/media/picture.ts'
import type { ReadyPicture } from './read-picture.ts'

/** The sentence for a chosen file whose script could not be loaded. */
export const NOT_LOADED_TEXT =
  'A part of the app that this needs is not on your device yet. Try again when you are back online.'

/**
 * Prepares a chosen file for its place. Resolves to the picture, or to the sentence that says why not. Loads the
 * code for it with the first picture.
 */
export async function takePicture(
  file: Blob,
  place: PicturePlace,
  position?: number,
): Promise<ReadyPicture | string> {
  try {
    const { readPicture } = await import('./read-picture.ts')
    const ready = await readPicture(file, place, position)
    if (typeof ready !== 'string') return ready
    const { refusalText } = await import('../../text/refusals.ts')
    return refusalText({ code: ready })
  } catch {
    return NOT_LOADED_TEXT
  }
}
