import { useEffect, useState } from 'react'
import type { DeskRow } from '../../../sync/desk/requests.ts'
import { UNDO_MS } from '../../../sync/limits.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { isNetworkError } from '../../api/call.ts'
import { getSession, serverNow } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import type { NewIntent } from '../../store/outbox.ts'
import { sendNow } from '../../store/send-now.ts'
import { showToast } from '../../ui/toasts.ts'
import { keepNote, noteSent } from './rejection-notes.ts'
import { type MadeDecision, type OpenList, tellFailed, type WaitingDecisions } from './waiting-decisions.ts'

type Seen = Pick<DeskRow, 'id' | 'revision' | 'subject' | 'status'>
type Outcomes = OpenList & {
  /** Called when the server has accepted a decision, which the admin can still undo. */
  onDecided: (made: MadeDecision) => void
}

/**
 * Returns the acts with which an admin decides on requests. A decision waits ten seconds on the server, even if
 * this tab is closed. The server refuses a decision on a request that changed after the admin saw it, and the desk
 * fetches the request again (S2-4.3 to S2-4.9).
 */
export function useDecision(waiting: WaitingDecisions, { onDecided, onUndone, onSettled }: Outcomes) {
  const [isBusy, setBusy] = useState(false)
  const { list } = waiting
  useEffect(() => {
    list.current = { onUndone, onSettled }
  })
  useEffect(
    () => () => {
      list.current = null
    },
    [list],
  )
  const send = (intent: NewIntent) => sendNow(openDevice(getSession().account), intent)

  const decide = async (seen: Seen, decision: 'approve' | 'reject', note?: string): Promise<boolean> => {
    const args = { ...seenOf(seen), undoable: true, ...(note === undefined ? {} : { note }) }
    const result = await send({ name: `question.${decision}`, args } as NewIntent)
    if (result.ok) {
      const made = { id: seen.id, subject: seen.subject, decision, takesEffectAt: effectAt(result.value) }
      waiting.add(made)
      onDecided(made)
      return true
    }
    tellFailed(result, seen.status)
    if (!isNetworkError(result)) await onSettled(seen.id, false)
    return false
  }
  const busily = async (work: () => Promise<boolean>) => {
    setBusy(true)
    const isDone = await work()
    setBusy(false)
    return isDone
  }
  return {
    isBusy,
    approve: (question: Seen) => busily(() => decide(question, 'approve')),
    reject: (question: Seen, note: string) =>
      busily(() => noteOnce(decide(question, 'reject', note), () => noteSent(question.id))),
    rejectAll: (rows: readonly Seen[], note: string) =>
      busily(() =>
        allInTurn(rows, (row) => noteOnce(decide(row, 'reject', note), () => keepNote(row.id, note))),
      ),
    undo: waiting.undo,
    /** Changes any status to any other (S2-2.119). Resolves to true when the server did it. */
    setStatus: async (question: Seen, status: QuestionStatus, note: string) => {
      setBusy(true)
      const result = await send({ name: 'question.set-status', args: { ...seenOf(question), status, note } })
      setBusy(false)
      if (result.ok) showToast({ text: 'The status was changed.', tone: 'success' })
      else tellFailed(result, question.status)
      await onSettled(question.id, result.ok)
      return result.ok
    },
  }
}

/** Returns when an accepted decision takes effect, by the server's clock. */
function effectAt(value: unknown): number {
  const told = Number((value as { takesEffectAt?: number }).takesEffectAt ?? serverNow())
  // If the server's clock is known only roughly, do not promise more time than the server gives.
  return Math.min(told, serverNow() + UNDO_MS)
}

export type Decisions = ReturnType<typeof useDecision>

/** Does work on each, one after the other, also after one that fails. Returns whether none failed. */
async function allInTurn<T>(all: readonly T[], work: (each: T) => Promise<boolean>): Promise<boolean> {
  let areDone = true
  for (const each of all) areDone = (await work(each)) && areDone
  return areDone
}

/** Keeps the note of a rejection as one that was sent, once the server has accepted it. */
async function noteOnce(accepting: Promise<boolean>, keep: () => Promise<void>): Promise<boolean> {
  const isAccepted = await accepting
  if (isAccepted) await keep()
  return isAccepted
}

const seenOf = ({ id, revision }: Seen) => ({ questionId: id, revision })
