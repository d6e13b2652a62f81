import type { Page } from 'playwright/test'

/** A chunk that a recorder delivered to its page: when, and how many bytes. `sliceMs`: the requested interval. */
type Piece = { at: number; bytes: number; sliceMs: number }

const watched = new WeakMap<Page, Piece[]>()

/** Starts recording the chunks of the next recording. What is known survives when the page is killed. */
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

/** Returns the bytes that had been delivered by a moment. */
export const bytesBy = (pieces: readonly Piece[], moment: number): number =>
  pieces.filter(({ at }) => at <= moment).reduce((sum, { bytes }) => sum + bytes, 0)
