import { PICTURE_LIMITS, type PicturePlace } from '../../../sync/media/picture.ts'

/** The part of a picture to cut out, and the size to draw it at. */
export type Crop = { x: number; y: number; width: number; height: number; toWidth: number; toHeight: number }
type Size = { width: number; height: number }

const { profilePx, coverWidthPx, coverHeightPx, leastPx } = PICTURE_LIMITS

/** Where a tall picture is cut by default: above the middle, because faces are there. */
const TALL_POSITION = 0.3

/**
 * Returns the part of a picture that fits its place: a square, or a wide strip. `position`, 0 to 1, is the place
 * along the side that is too long. Never enlarges; returns null when too few pixels would be left.
 */
export function cropFor(place: PicturePlace, { width, height }: Size, position?: number): Crop | null {
  const isProfile = place === 'profile'
  const ratio = isProfile ? 1 : coverWidthPx / coverHeightPx
  const isTall = width / height < ratio
  const [cropWidth, cropHeight] = isTall ? [width, width / ratio] : [height * ratio, height]
  const at = position ?? (isTall ? TALL_POSITION : 0.5)
  const toWidth = Math.min(isProfile ? profilePx : coverWidthPx, Math.floor(cropWidth))
  const toHeight = isProfile ? toWidth : Math.min(coverHeightPx, Math.floor(toWidth / ratio))
  if (Math.min(toWidth, toHeight) < leastPx) return null
  const [x, y] = [(width - cropWidth) * at, (height - cropHeight) * at]
  return { x, y, width: cropWidth, height: cropHeight, toWidth, toHeight }
}

/** Returns the default position of the crop along the long side; null where nothing is cut off. */
export function startPosition(place: PicturePlace, size: Size): number | null {
  const crop = cropFor(place, size)
  if (!crop) return null
  const [restX, restY] = [size.width - crop.width, size.height - crop.height]
  if (Math.max(restX, restY) < 1) return null
  return restX > restY ? crop.x / restX : crop.y / restY
}
