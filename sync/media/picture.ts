import { done, type Result, refuse } from '../result.ts'

/** The places of a person's pictures: the profile picture, and up to three covers behind the name (S2-9.2). */
export const PICTURE_PLACES = ['profile', 'cover1', 'cover2', 'cover3'] as const
export type PicturePlace = (typeof PICTURE_PLACES)[number]

export const PICTURE_LIMITS = {
  covers: 3,
  /** A device scales pictures down to these sizes before it sends them; the server refuses wider or higher ones. */
  profilePx: 640,
  coverWidthPx: 1_600,
  coverHeightPx: 900,
  leastPx: 32,
  bytes: 2_000_000,
} as const

/** The types a picture may be uploaded in; the server goes by the file itself. A drawing (SVG) is not accepted. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** Checks whether a text names a place for a picture. */
export function isPicturePlace(text: string): text is PicturePlace {
  return (PICTURE_PLACES as readonly string[]).includes(text)
}

/**
 * Returns the places of a profile picture and this many covers; beyond three covers only the first three count
 * (S2-5.11, D92).
 */
export function placesFor(covers: number): PicturePlace[] {
  return PICTURE_PLACES.slice(0, 1 + Math.min(covers, PICTURE_LIMITS.covers))
}

/**
 * Checks whether a picture has a permitted size for its place; a profile picture must be square. Refuses
 * `picture-size`.
 */
export function checkPictureSize(
  place: PicturePlace,
  { width, height }: { width: number; height: number },
): Result<true> {
  const { profilePx, coverWidthPx, coverHeightPx, leastPx } = PICTURE_LIMITS
  const [most, mostHigh] = place === 'profile' ? [profilePx, profilePx] : [coverWidthPx, coverHeightPx]
  const isFit = width <= most && height <= mostHigh && Math.min(width, height) >= leastPx
  return isFit && (place !== 'profile' || width === height) ? done(true) : refuse('picture-size')
}

/** Returns the picture type by the first bytes of a file; null when it is none of ours. */
export function sniffPictureType(head: Uint8Array): PictureType | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  if (head.length < 16) return null
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  return ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP' ? 'image/webp' : null
}
