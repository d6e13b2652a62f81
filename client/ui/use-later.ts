import { type ComponentType, useEffect, useState } from 'react'

const AGAIN_MS = 5_000

/**
 * A component that is loaded once the page stands, for what comes after the page itself: null until then. Where it cannot
 * be had it is asked for again: whoever waits for it would wait for good.
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
