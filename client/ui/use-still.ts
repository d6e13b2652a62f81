import { useSyncExternalStore } from 'react'

const QUERY = '(prefers-reduced-motion: reduce)'

/** Returns whether the user prefers reduced motion (D90); `onServer` on the server, which cannot know. */
export function useStill(onServer = false): boolean {
  return useSyncExternalStore(subscribe, isStill, () => onServer)
}

const isStill = () => matchMedia(QUERY).matches

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(QUERY)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
