import { type RefObject, useEffect, useRef } from 'react'
import { IN_PLACE, isFocusLost } from './focus-moved.ts'

/**
 * Returns a ref for the element that gets the focus when it appears, and each time `isShown` becomes true, if the
 * element that had the focus is gone. A dialog that opens with it keeps the focus where it put it.
 */
export function useFocusWhenShown<E extends HTMLElement>(isShown = true): RefObject<E | null> {
  const target = useRef<E>(null)
  useEffect(() => {
    if (isShown && isFocusLost()) target.current?.focus(IN_PLACE)
  }, [isShown])
  return target
}
