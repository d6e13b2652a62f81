import { type ComponentType, useEffect, useState } from 'react'

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
