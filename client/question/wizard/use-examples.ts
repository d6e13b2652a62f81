import { useEffect, useState, useSyncExternalStore } from 'react'
import { EXAMPLE_MS, EXAMPLES, FADE_MS } from './prompts.ts'

/** Which example stands in the field after so long, and whether it is on its way out: another every 3 s (S1-9.11). */
export function exampleAt(elapsedMs: number): { text: string; isShown: boolean } {
  const index = Math.floor(elapsedMs / EXAMPLE_MS) % EXAMPLES.length
  return { text: EXAMPLES[index] ?? '', isShown: elapsedMs % EXAMPLE_MS < EXAMPLE_MS - FADE_MS }
}

/** The rotating example: paused for good once the field is used or somebody says so; for who wants no motion, still. */
export function useExamples(isWanted: boolean) {
  const [elapsedMs, setElapsed] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const isStill = useSyncExternalStore(watchStill, wantsStill, () => true)
  const isMoving = isWanted && !isPaused && !isStill
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setElapsed((now) => now + FADE_MS), FADE_MS)
    return () => clearInterval(timer)
  }, [isMoving])
  const { text, isShown } = exampleAt(elapsedMs)
  return { text, isShown: isShown || !isMoving, isMoving, pause: () => setPaused(true) }
}

const STILL = '(prefers-reduced-motion: reduce)'
const wantsStill = () => matchMedia(STILL).matches

function watchStill(onChange: () => void): () => void {
  const query = matchMedia(STILL)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
