import { useEffect, useRef } from 'react'
import { refreshSession } from '../api/session.ts'
import { openLive } from '../db/live.ts'

/** What the desk is told: a request changed (which one, and its revision), or look at everything. */
export type DeskHint = { id: string; revision: number } | 'everything'

const GATHER_MS = 150

/** Hears that something on the desk changed. It says only that, and the desk looks for itself. */
export function useDeskHints(onHints: (hints: DeskHint[]) => void): void {
  const latest = useRef(onHints)
  latest.current = onHints
  useEffect(() => {
    let gathered: DeskHint[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    // several changes of one moment are one look
    const tell = (hint: DeskHint) => {
      gathered.push(hint)
      timer ??= setTimeout(() => {
        const hints = gathered
        gathered = []
        timer = undefined
        latest.current(hints)
      }, GATHER_MS)
    }
    const live = openLive((event) => {
      if (event.event === 'ready') tell('everything')
      if (event.event === 'desk') tell(event.data)
      if (event.event === 'bye' && event.data.reason === 'signed-out') void refreshSession()
    })
    return () => {
      clearTimeout(timer)
      live.close()
    }
  }, [])
}
