import { useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'

/** What the open dialog rejects: the chosen requests, or one with all that the admin saw of it. */
export type Rejecting = { ids: readonly string[]; question: DeskQuestionAnswer | null }

/** Keeps what the open dialog rejects, which is fixed when it opens: the admin typed the note for these requests. */
export function useRejecting() {
  const [rejecting, setRejecting] = useState<Rejecting | null>(null)
  return {
    rejecting,
    openFor: setRejecting,
    close: () => setRejecting(null),
    /** Leaves out a request that was rejected, and closes the dialog after the last one. */
    drop: (id: string) => setRejecting((before) => before && without(before, id)),
  }
}

function without(rejecting: Rejecting, gone: string): Rejecting | null {
  const ids = rejecting.ids.filter((id) => id !== gone)
  return ids.length > 0 ? { ...rejecting, ids } : null
}
