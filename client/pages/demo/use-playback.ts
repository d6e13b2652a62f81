import { useEffect, useState } from 'react'
import { useStill } from '../motion/use-still.ts'

/** How the sample messages come: all there, or popping up one after the other. */
export type PlaybackMode = 'static' | 'one-at-a-time'

/** Seconds from one popup to the next (S2-5.42, S2-9.19). */
export const SPEED = { least: 0.5, most: 10, start: 1 } as const
const AGAIN_MS = 3_000

/** The seconds somebody typed, or null for what is outside 0.5 to 10. */
export function readSpeed(text: string): number | null {
  const seconds = /^(?:\d+[.,]?\d*|[.,]\d+)$/.test(text.trim())
    ? Number(text.trim().replace(',', '.'))
    : Number.NaN
  return seconds >= SPEED.least && seconds <= SPEED.most ? seconds : null
}

/** How long the screen stays as it is: the speed, or three seconds once everything is shown. */
export function waitMs(shown: number, count: number, speedS: number): number {
  return shown >= count ? AGAIN_MS : speedS * 1_000
}

type PlaybackOptions = { count: number; mode: PlaybackMode; speedS: number; isPaused: boolean }

/** How many of `count` messages are shown now. Everything, where nothing moves. */
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
