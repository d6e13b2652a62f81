import { createHash } from 'node:crypto'
import { drawSharePicture, type SharePicture } from './draw-share-picture.ts'

/** Must be raised when the drawing changes, so that kept pictures are requested again. */
const DESIGN = 2
const KEPT = 300

/** Returns a share picture's version, which changes with the name or the sport. */
export function sharePictureVersion(shown: SharePicture): string {
  const words = JSON.stringify([DESIGN, shown.ground, shown.title, shown.otherwise, shown.over, shown.under])
  return createHash('sha256').update(words).digest('base64url').slice(0, 12)
}

export type SharePictures = { drawn(shown: SharePicture): Promise<Uint8Array<ArrayBuffer>> }

/**
 * Creates the drawer of share pictures. It keeps the last requested ones, and requests for the same share one drawing.
 */
export function openSharePictures(drawing: string): SharePictures {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    drawn(shown) {
      const version = sharePictureVersion(shown)
      const picture = kept.get(version) ?? drawSharePicture(drawing, shown)
      kept.delete(version)
      kept.set(version, picture)
      picture.catch(() => kept.delete(version))
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break
        kept.delete(oldest)
      }
      return picture
    },
  }
}
