import { useEffect } from 'react'
import { keepOnIcon } from '../pwa/keep-on-icon.ts'

/** Shows the number of waiting questions on the icon of the installed app; null while the number is not known. */
export function useAppBadge(count: number | null): void {
  useEffect(() => (count === null ? undefined : keepOnIcon(count)), [count])
}
