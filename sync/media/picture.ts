import { done, type Result, refuse } from '../result.ts'

/** Where a picture of a person stands: the profile picture, and up to three behind the name (S2-9.2). */
export const PICTURE_PLACES = ['profile', 'cover1', 'cover2', 'cover3'] as const
export type PicturePlace = (typeof PICTURE_PLACES)[number]

export const PICTURE_LIMITS = {
  covers: 3,
  /** To these a device brings a picture before it is sent; the server takes none that is wider or higher. */
  profilePx: 640,
  coverWidthPx: 1_600,
  coverHeightPx: 900,
  leastPx: 32,
  bytes: 2_000_000,
} as const

/** What a picture may be on its way; the server decides by the file itself. A drawing (SVG) is none. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** Whether a text names a place a picture may stand at. */
export function isPicturePlace(text: string): text is PicturePlace {
  return (PICTURE_PLACES as readonly string[]).includes(text)
}

/** The places of a profile picture and so many covers; of more than three only the first are kept (S2-5.11, D92). */
export function placesFor(covers: number): PicturePlace[] {
  return PICTURE_PLACES.slice(0, 1 + Math.min(covers, PICTURE_LIMITS.covers))
}

/** Whether a picture is of a size its place has: a profile picture is square. Refuses `picture-size`. */
export function checkPictureSize(
  place: PicturePlace,
  { width, height }: { width: number; height: number },
): Result<true> {
  const { profilePx, coverWidthPx, coverHeightPx, leastPx } = PICTURE_LIMITS
  const [most, mostHigh] = place === 'profile' ? [profilePx, profilePx] : [coverWidthPx, coverHeightPx]
  const isFit = width <= most && height <= mostHigh && Math.min(width, height) >= leastPx
  return isFit && (place !== 'profile' || width === height) ? done(true) : refuse('picture-size')
}

/** What the first bytes of a file say it is; null when it is none of ours. */
export function sniffPictureType(head: Uint8Array): PictureType | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (head.length < 16) return null
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  return ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP' ? 'image/webp' : null
}
