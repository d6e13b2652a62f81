import { createHash } from 'node:crypto'
import { type Card, drawCard } from './draw-card.ts'

/** Raised when the drawing changes, so that kept pictures are asked for anew. */
const DESIGN = 2
const KEPT = 300

/** Says which picture a card is: a changed name or sport is another one. */
export function cardVersion(card: Card): string {
  const words = JSON.stringify([DESIGN, card.ground, card.title, card.otherwise, card.over, card.under])
  return createHash('sha256').update(words).digest('base64url').slice(0, 12)
}

export type Cards = { picture(card: Card): Promise<Uint8Array<ArrayBuffer>> }

/** Draws cards and keeps the ones asked for last; whoever asks meanwhile waits for the same drawing. */
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
