import type { PicturePlace } from '../../../sync/media/picture.ts'
import { NOT_LOADED_TEXT } from '../../text/not-loaded.ts'
import type { ReadyPicture } from './read-picture.ts'

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
