import { useEffect, useState } from 'react'
import { westernDigits } from '../../../sync/digits.ts'
import { useStill } from '../../ui/use-still.ts'

/** How the sample messages appear: all at once, or one after the other. */
export type PlaybackMode = 'static' | 'one-at-a-time'

/** How many seconds pass between two popups: the least, the most, and the value at the start (S2-5.42, S2-9.19). */
export const SPEED = { least: 0.5, most: 10, start: 1 } as const
const AGAIN_MS = 3_000

/** Returns the seconds that the visitor typed, or null unless they are between 0.5 and 10. */
export function readSpeed(text: string): number | null {
  const typed = westernDigits(text).trim()
  const seconds = /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
  return seconds >= SPEED.least && seconds <= SPEED.most ? seconds : null
}

/**
 * Returns how many milliseconds the screen stays as it is: the speed, or three seconds once all messages are shown.
 */
export function waitMs(shown: number, count: number, speedS: number): number {
  return shown >= count ? AGAIN_MS : speedS * 1_000
}

type PlaybackOptions = { count: number; mode: PlaybackMode; speedS: number; isPaused: boolean }

/** Returns how many of the `count` messages are visible now: all of them if nothing is to move. */
export function usePlayback({ count, mode, speedS, isPaused }: PlaybackOptions): number {
  const [shown, setShown] = useState(count)
  const isStatic = useStill() || mode === 'static'
  const now = Math.min(shown, count)
  useEffect(() => {
    if (isStatic || isPaused) return
    const next = now >= count ? 1 : now + 1
    const timer = setTimeout(() => setShown(next), waitMs(now, count, speedS))
    return () => clearTimeout(timer)
  }, [isStatic, isPaused, now, count, speedS])
  return isStatic ? count : now
}
