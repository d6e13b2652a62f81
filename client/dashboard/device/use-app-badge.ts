import { useEffect } from 'react'
import { showOnIcon } from '../../pwa/app-badge.ts'

/** The icon of the installed app counts what waits; null while that is not known. */
export function useAppBadge(count: number | null): void {
  useEffect(() => {
    if (count === null) return
    const show = () => void showOnIcon(count)
    show()
    // a push that came while nobody looked counted by the server's word alone
    document.addEventListener('visibilitychange', show)
    return () => document.removeEventListener('visibilitychange', show)
  }, [count])
}
