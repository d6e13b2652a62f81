import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref for the element that gets the focus each time `part` changes, if the element that had the focus is
 * gone. The focus does not move when the page opens, nor while the user is elsewhere on the page.
 */
export function useFocusMoved<E extends HTMLElement>(part: unknown): RefObject<E | null> {
  const target = useRef<E>(null)
  const shown = useRef(part)
  useEffect(() => {
    if (Object.is(shown.current, part)) return
    shown.current = part
    if (isFocusLost()) target.current?.focus()
  }, [part])
  return target
}

/** Checks whether the element that had the focus is gone, so that no element has it. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement.matches('body, dialog')
