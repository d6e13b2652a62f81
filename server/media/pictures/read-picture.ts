import {
  checkPictureSize,
  type PicturePlace,
  type PictureType,
  sniffPictureType,
} from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type PlainPicture, Unreadable } from './bytes.ts'
import { plainJpeg } from './jpeg.ts'
import { plainPng } from './png.ts'
import { plainWebp } from './webp.ts'

const PLAIN: Record<PictureType, (file: Buffer) => PlainPicture> = {
  'image/jpeg': plainJpeg,
  'image/png': plainPng,
  'image/webp': plainWebp,
}

/**
 * Takes a person's picture apart and rebuilds it from its visible parts, without looking at its pixels. Anything else
 * in the file (the position, comments, a second file) is gone, and a file that is not exactly one picture is refused.
 * Refuses `picture-type`
 * (also for vector drawings), `picture-unreadable`, `picture-size`.
 */
export function readPicture(file: Buffer, place: PicturePlace): Result<PlainPicture & { type: PictureType }> {
  const type = sniffPictureType(file)
  if (!type) return refuse('picture-type')
  try {
    const picture = PLAIN[type](file)
    const fits = checkPictureSize(place, picture)
    return fits.ok ? done({ ...picture, type }) : fits
  } catch (error) {
    if (error instanceof Unreadable) return refuse('picture-unreadable')
    throw error
  }
}
