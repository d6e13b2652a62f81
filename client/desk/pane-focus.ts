import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isFocusLost } from '../ui/focus-moved.ts'

/**
 * Returns the ref of a list whose next sibling is the pane of its selected entry. Where the pane replaces the list, it
 * takes the focus when it opens, and the entry's row when it closes. The pane of another entry takes over the focus.
 */
export function useFocusBetween(isLooking: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLElement | null>(null)
  const was = useRef(isLooking)
  const pane = () => list.current?.nextElementSibling ?? null
  useFocusKept(pane)
  useLayoutEffect(() => {
    // The row that is open is no longer marked once its pane is closed.
    row.current = list.current?.querySelector<HTMLElement>('[aria-current="true"]') ?? row.current
    if (was.current === isLooking) return
    was.current = isLooking
    const isHidden = list.current?.getClientRects().length === 0
    const isGone = isFocusLost() || list.current?.contains(document.activeElement)
    if (isLooking && isHidden && isGone) focusOn(pane())
    if (!isLooking && isFocusLost()) row.current?.focus()
  })
  return list
}

/** Keeps the focus in an element when what had it is gone, such as a button that the next entry does not have. */
export function useFocusKept(find: () => Element | null): void {
  const latest = useRef(find)
  latest.current = find
  const had = useRef(false)
  useEffect(() => {
    const onIn = ({ target }: FocusEvent) => {
      had.current = latest.current()?.contains(target as Node) ?? false
    }
    document.addEventListener('focusin', onIn)
    return () => document.removeEventListener('focusin', onIn)
  }, [])
  useLayoutEffect(() => {
    if (had.current && isFocusLost()) focusOn(latest.current())
  })
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}
