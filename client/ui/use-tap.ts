import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * For what must not wait: `onTap` runs in the tap itself, before React has looked for whom it may concern, which takes a
 * slow phone as long as a write to its disk. Goes on the button as its `ref`, in place of `onClick`.
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
