import { useEffect, useRef } from 'react'
import { closeNotices } from '../pwa/close-notices.ts'
import { keepOnIcon } from '../pwa/keep-on-icon.ts'
import type { Waiting } from './waiting.ts'

/**
 * Shows the number of waiting questions on the icon of the installed app; null while they are not known. Once a
 * question waits no longer, the notifications that asked for its answer are closed.
 */
export function useAppBadge(waiting: readonly Pick<Waiting, 'question'>[] | null): void {
  const count = waiting?.length ?? null
  useEffect(() => (count === null ? undefined : keepOnIcon(count)), [count])
  const former = useRef<readonly string[]>([])
  const ids = waiting?.map(({ question }) => question.id).join(' ')
  useEffect(() => {
    if (ids === undefined) return
    const known = ids.split(' ')
    const gone = former.current.filter((id) => !known.includes(id))
    former.current = known
    if (gone.length > 0) void closeNotices(gone).catch(() => {})
  }, [ids])
}
