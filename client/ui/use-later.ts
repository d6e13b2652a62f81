import { type ComponentType, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'

const AGAIN_MS = 5_000

/**
 * Loads a component after the page has rendered, for parts that may come later, and returns null until then. If
 * loading fails, it is tried again every five seconds, because otherwise the user would never see the part.
 */
export function useLater<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const [found, setFound] = useState<{ Component: ComponentType<Props> } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, by what the first render named
  useEffect(() => {
    let isOver = false
    const look = () => {
      if (isOver) return
      load().then(
        (Component) => setFound({ Component }),
        () => void setTimeout(look, AGAIN_MS),
      )
    }
    look()
    return () => {
      isOver = true
    }
  }, [])
  return found?.Component ?? null
}

/** Returns whether a live line has its words: from the start in a page from the server, otherwise after it appears. */
export function useSaid(live: boolean): boolean {
  const isFromServer = useSyncExternalStore(never, no, yes)
  return useDeferredValue(true, isFromServer || !live)
}

const never = () => no
const no = () => false
const yes = () => true
