import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Returns whether the user prefers reduced motion (D90); false on the server, which cannot know. */
export function useStill(): boolean {
  return useSyncExternalStore(subscribe, isStill, () => false)
}

const isStill = () => matchMedia(QUERY).matches

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(QUERY)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
