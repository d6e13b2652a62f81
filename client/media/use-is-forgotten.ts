import { useEffect, useState } from 'react'
import { forgetsUnvisited } from '../pwa/forgets-unvisited.ts'

/** Returns whether this browser may delete recordings after a week without a visit; false until it has said so. */
export function useIsForgotten(): boolean {
  const [isPersisted, setPersisted] = useState<boolean | null>(null)
  useEffect(() => {
    const asked = Promise.resolve(navigator.storage?.persisted?.())
    void asked.catch(() => false).then((answer) => setPersisted(answer ?? false))
  }, [])
  return forgetsUnvisited() && isPersisted === false
}
