import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Whether this person wants nothing to move by itself (D90). On the server nobody is known to. */
export function useStill(): boolean {
  return useSyncExternalStore(subscribe, isStill, () => false)
}

const isStill = () => matchMedia(QUERY).matches

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(QUERY)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
