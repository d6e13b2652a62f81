import type { Page } from 'playwright/test'

/** What a recorder gave its page: when, and how much. `sliceMs`: how often it was asked to. */
type Piece = { at: number; bytes: number; sliceMs: number }

const watched = new WeakMap<Page, Piece[]>()

/** Begins to note what the next recording gives its page; what is known when the page is killed stays known. */
export async function watchDelivered(page: Page): Promise<readonly Piece[]> {
  const pieces = watched.get(page) ?? []
  pieces.length = 0
  if (!watched.has(page)) await page.exposeFunction('tellPiece', (piece: Piece) => void pieces.push(piece))
  watched.set(page, pieces)
  await page.evaluate(() => {
    const { start } = MediaRecorder.prototype
    MediaRecorder.prototype.start = function (sliceMs = 0) {
      MediaRecorder.prototype.start = start
      this.addEventListener('dataavailable', ({ data }) =>
        (window as unknown as { tellPiece(piece: object): void }).tellPiece({
          at: Date.now(),
          bytes: data.size,
          sliceMs,
        }),
      )
      return start.call(this, sliceMs)
    }
  })
  return pieces
}

/** The bytes that had come by a moment. */
export const bytesBy = (pieces: readonly Piece[], moment: number): number =>
  pieces.filter(({ at }) => at <= moment).reduce((sum, { bytes }) => sum + bytes, 0)
