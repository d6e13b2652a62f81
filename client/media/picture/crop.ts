import { PICTURE_LIMITS, type PicturePlace } from '../../../sync/media/picture.ts'

/** Which part of a picture is taken, and how large it becomes. */
export type Crop = { x: number; y: number; width: number; height: number; toWidth: number; toHeight: number }
type Size = { width: number; height: number }

const { profilePx, coverWidthPx, coverHeightPx, leastPx } = PICTURE_LIMITS

/** Where a tall picture is cut when nobody said: faces are above the middle. */
const TALL_POSITION = 0.3

/**
 * The part of a picture that its place shows: a square, or a wide strip. `position` says where along the side that is
 * too long, 0 to 1. Nothing is made larger than it was; null where too little would be left.
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

/** Where a picture is cut along its long side until somebody moves it; null where nothing is cut off. */
export function startPosition(place: PicturePlace, size: Size): number | null {
  const crop = cropFor(place, size)
  if (!crop) return null
  const [restX, restY] = [size.width - crop.width, size.height - crop.height]
  if (Math.max(restX, restY) < 1) return null
  return restX > restY ? crop.x / restX : crop.y / restY
}
