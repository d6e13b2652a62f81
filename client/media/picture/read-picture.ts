import type { PicturePlace } from '../../../sync/media/picture.ts'
import { cropFor, startPosition } from './crop.ts'
import { openPicture, shrinkPicture } from './shrink.ts'

/** A chosen picture, ready to be sent. `position` is null where nothing of it is cut off. */
export type ReadyPicture = { blob: Blob; url: string; position: number | null }

/** Why a chosen file cannot be used as a picture for its place. */
export type PictureError = 'picture-unreadable' | 'picture-size'

/** Prepares a chosen file for its place, cropped at `wanted` if given. The caller must revoke its address. */
export async function readPicture(
  file: Blob,
  place: PicturePlace,
  wanted?: number,
): Promise<ReadyPicture | PictureError> {
  const picture = await openPicture(file)
  if (!picture) return 'picture-unreadable'
  try {
    const crop = cropFor(place, picture, wanted)
    if (!crop) return 'picture-size'
    const blob = await shrinkPicture(picture, crop)
    const start = startPosition(place, picture)
    return { blob, url: URL.createObjectURL(blob), position: start === null ? null : (wanted ?? start) }
  } finally {
    picture.close()
  }
}
