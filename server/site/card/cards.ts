import { createHash } from 'node:crypto'
import { type Card, drawCard } from './draw-card.ts'

/** Must be raised when the drawing changes, so that kept pictures are requested again. */
const DESIGN = 2
const KEPT = 300

/** Returns a version of a card's picture, which changes with the name or the sport. */
export function cardVersion(card: Card): string {
  const words = JSON.stringify([DESIGN, card.ground, card.title, card.otherwise, card.over, card.under])
  return createHash('sha256').update(words).digest('base64url').slice(0, 12)
}

export type Cards = { picture(card: Card): Promise<Uint8Array<ArrayBuffer>> }

/**
 * Creates the drawer of cards. It keeps the last requested ones, and requests for the same card share one drawing.
 */
export function openCards(drawing: string): Cards {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  return {
    picture(card) {
      const version = cardVersion(card)
      const picture = kept.get(version) ?? drawCard(drawing, card)
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
