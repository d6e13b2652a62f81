/** As people speak to a camera. */
const WORDS_A_SECOND = 2.4
/** Nothing is read before it was begun, nor slower than this. */
const LEAST_SECONDS = 4

/** How fast notes scroll, in pixels a second, so that their end is reached as it is spoken. `hiddenPixels`: what does not fit. */
export function scrollSpeed(text: string, hiddenPixels: number): number {
  if (hiddenPixels <= 0) return 0
  const words = text.split(/\s+/).filter(Boolean).length
  return hiddenPixels / Math.max(LEAST_SECONDS, words / WORDS_A_SECOND)
}
