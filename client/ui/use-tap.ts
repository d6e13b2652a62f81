import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Calls `onTap` directly in the click event, before React dispatches it, because on a slow phone that takes as long
 * as a write to the disk. Use the result as the `ref` of the button, in place of `onClick`.
 */
export function useTap(onTap: () => void): RefCallback<HTMLButtonElement> {
  const latest = useRef(onTap)
  useLayoutEffect(() => {
    latest.current = onTap
  })
  return useCallback((button: HTMLButtonElement) => {
    const tap = () => latest.current()
    button.addEventListener('click', tap)
    return () => button.removeEventListener('click', tap)
  }, [])
}
