import { useEffect } from 'react'

type Badged = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> }

/** The icon of the installed app counts what waits; null while that is not known. */
export function useAppBadge(count: number | null): void {
  useEffect(() => {
    if (count === null) return
    const { setAppBadge, clearAppBadge } = navigator as Badged
    const told = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator)
    void told?.catch(() => {})
  }, [count])
}
