import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'
import { useStill } from './use-still.ts'

type RotationOptions = { count: number; everyMs: number }

export type Rotation = {
  index: number
  isPaused: boolean
  toggle: () => void
  /** Shows one by hand, and stays there. */
  show: (index: number) => void
  /** For the element around what is read or pressed: nothing moves under a pointer or a focus. */
  hold: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

/** Steps through `count` things until somebody pauses it, reads it, leaves the page, or wants nothing to move. */
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

/** The place of `index` in a ring of `count`, from either side. */
export function wrap(index: number, count: number): number {
  return ((index % count) + count) % count
}
