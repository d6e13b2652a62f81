import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component that is loaded once the page stands, for what comes after the page itself: null until then, and for good
 * where it cannot be had.
 */
export function useLater<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> | null {
  const [found, setFound] = useState<{ Component: ComponentType<Props> } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, by what the first render named
  useEffect(() => {
    load().then(
      (Component) => setFound({ Component }),
      () => {},
    )
  }, [])
  return found?.Component ?? null
}
