import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'
import { useStill } from '../../ui/use-still.ts'

type RotationOptions = { count: number; everyMs: number }

export type Rotation = {
  index: number
  isPaused: boolean
  toggle: () => void
  /** Shows an item that the visitor chose, and stays there. */
  show: (index: number) => void
  /** Handlers for the element around the items: nothing moves while the pointer or the focus is in it. */
  hold: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

/**
 * Steps through `count` items. It stops when the visitor pauses it, points at it, leaves the page, or prefers
 * reduced motion.
 */
export function useRotation({ count, everyMs }: RotationOptions): Rotation {
  const [index, setIndex] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const isMoving = !useStill() && !isPaused && !isHeld
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((now) => wrap(now + 1, count))
    }, everyMs)
    return () => clearInterval(timer)
  }, [isMoving, count, everyMs])
  return {
    index,
    isPaused,
    toggle: () => setPaused(!isPaused),
    show: (wanted) => {
      setIndex(wrap(wanted, count))
      setPaused(true)
    },
    hold: {
      onPointerEnter: ({ pointerType }) => setHeld(pointerType === 'mouse'),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: ({ currentTarget, relatedTarget }) => setHeld(currentTarget.contains(relatedTarget)),
    },
  }
}

/** Returns the place of `index` in a ring of `count` items; `index` may be negative or too large. */
export function wrap(index: number, count: number): number {
  return ((index % count) + count) % count
}
