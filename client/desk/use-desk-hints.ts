import { useEffect, useRef } from 'react'
import { refreshSession } from '../api/session.ts'
import { openLive } from '../db/live.ts'

/** A hint that one request changed, with its revision, or that anything may have changed. */
export type DeskHint = { id: string; revision: number } | 'everything'

const GATHER_MS = 150

/**
 * Calls `onHints` when something on the desk changed. A hint does not carry the change itself, so the caller
 * fetches it.
 */
export function useDeskHints(onHints: (hints: DeskHint[]) => void): void {
  const latest = useRef(onHints)
  latest.current = onHints
  useEffect(() => {
    let gathered: DeskHint[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    // Several changes within a moment cause one fetch.
    const tell = (hint: DeskHint) => {
      gathered.push(hint)
      timer ??= setTimeout(() => {
        const hints = gathered
        gathered = []
        timer = undefined
        latest.current(hints)
      }, GATHER_MS)
    }
    const live = openLive(
      (event) => {
        if (event.event === 'ready') tell('everything')
        if (event.event === 'desk') tell(event.data)
        if (event.event === 'bye' && event.data.reason === 'signed-out') void refreshSession()
      },
      { onLost: () => tell('everything') },
    )
    return () => {
      clearTimeout(timer)
      live.close()
    }
  }, [])
}
