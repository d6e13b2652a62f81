import { useEffect } from 'react'
import { keepOnIcon } from '../pwa/keep-on-icon.ts'

/** The icon of the installed app counts what waits; null while that is not known. */
export function useAppBadge(count: number | null): void {
  useEffect(() => (count === null ? undefined : keepOnIcon(count)), [count])
}
