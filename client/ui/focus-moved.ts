import { type RefObject, useEffect, useRef } from 'react'

/** For a press whose work may last: its user may have scrolled on meanwhile. */
export const IN_PLACE: FocusOptions = { preventScroll: true }

/**
 * Returns a ref for the element that gets the focus each time `part` changes, if the element that had the focus is
 * gone; `options` may keep the page from scrolling to it after a long wait. The focus does not move when the page
 * opens, nor while the user is elsewhere on the page; a part that has to be loaded first is undefined until then.
 */
export function useFocusMoved<E extends HTMLElement>(
  part: unknown,
  options?: FocusOptions,
): RefObject<E | null> {
  const target = useRef<E>(null)
  const shown = useRef(part)
  useEffect(() => {
    if (Object.is(shown.current, part)) return
    const isKnown = shown.current !== undefined
    shown.current = part
    if (isKnown && isFocusLost()) target.current?.focus(options)
  }, [part, options])
  return target
}

/** Checks whether the element that had the focus is gone, so that no element has it. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement.matches('body, dialog')
