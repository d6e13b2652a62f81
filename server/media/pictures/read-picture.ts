import {
  checkPictureSize,
  PICTURE_LIMITS,
  type PicturePlace,
  type PictureType,
  sniffPictureType,
} from '../../../sync/media/picture.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type PlainPicture, Unreadable } from './bytes.ts'
import { plainJpeg } from './jpeg.ts'
import { plainPng } from './png.ts'
import { plainWebp } from './webp.ts'

const { coverWidthPx, coverHeightPx } = PICTURE_LIMITS
const MOST_PIXELS = coverWidthPx * coverHeightPx

const PLAIN: Record<PictureType, (file: Buffer) => PlainPicture> = {
  'image/jpeg': plainJpeg,
  'image/png': (file) => plainPng(file, MOST_PIXELS),
  'image/webp': plainWebp,
}

/**
 * Takes a picture of somebody apart and puts it together again from what is seen of it: whatever else the file carried
 * (where it was taken, comments, a second file) is gone, and a file that is more or less than one picture is none.
 * Refusals: `picture-type` (a drawing is no picture), `picture-unreadable`, `picture-size`.
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
