import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where the focus goes when what had it is replaced: to what this is put on, each time `part` changes. Nothing moves when
 * the page opens, nor while somebody is somewhere else on it.
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

/** Whether what had the focus is gone, so that nothing has it. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement.matches('body, dialog')
