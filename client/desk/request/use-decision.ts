import { useEffect, useRef, useState } from 'react'
import { COPY } from '../../../sync/copy.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskQuestionAnswer, DeskRow } from '../../../sync/desk/requests.ts'
import { UNDO_MS } from '../../../sync/limits.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { type CallResult, call, isNetworkError } from '../../api/call.ts'
import { getSession, serverNow } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import type { NewIntent } from '../../store/outbox.ts'
import { sendNow } from '../../store/send-now.ts'
import { showToast, type Told } from '../../ui/toasts.ts'
import { deskRefusal } from '../desk-words.ts'
import { UNANSWERED } from '../office/send-act.ts'
import type { DeskHint } from '../use-desk-hints.ts'
import { bringBackNote, forgetNote, keepNote, noteSent } from './rejection-notes.ts'

type Seen = Pick<DeskRow, 'id' | 'revision' | 'subject' | 'status'>
/** A decision of this tab that waits on the server until it takes effect. */
export type MadeDecision = {
  id: string
  subject: string
  decision: 'approve' | 'reject'
  takesEffectAt: number
}
type Outcomes = {
  /** Called when the server has accepted a decision, which the admin can still undo. */
  onDecided: (made: MadeDecision) => void
  /** Called when the server has undone a decision, with the subject of its request if this tab made it. */
  onUndone: (id: string, subject: string | undefined) => void
  /**
   * Called to fetch a request again after its decision took effect, was undone or failed. `isOwn` is false unless
   * this admin made the change.
   */
  onSettled: (id: string, isOwn: boolean) => Promise<void>
}

/**
 * Returns the acts with which an admin decides on requests. A decision waits ten seconds on the server, even if
 * this tab is closed. The server refuses a decision on a request that changed after the admin saw it, and the desk
 * fetches the request again (S2-4.3 to S2-4.9).
 */
export function useDecision({ onDecided, onUndone, onSettled }: Outcomes) {
  const [isBusy, setBusy] = useState(false)
  const waiting = useWaitingDecisions(onSettled)
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
  const undo = async (id: string) => {
    const result = await send({ name: 'question.undo', args: { questionId: id } })
    if (result.ok) {
      onUndone(id, waiting.all.find((made) => made.id === id)?.subject)
      await waiting.takeBack(id)
    } else tellFailed(result, 'new')
    await onSettled(id, result.ok)
  }
  return {
    isBusy,
    waiting: waiting.all,
    look: waiting.look,
    approve: (question: Seen) => busily(() => decide(question, 'approve')),
    reject: (question: Seen, note: string) =>
      busily(() => noteOnce(decide(question, 'reject', note), () => noteSent(question.id))),
    rejectAll: (rows: readonly Seen[], note: string) =>
      busily(() =>
        allInTurn(rows, (row) => noteOnce(decide(row, 'reject', note), () => keepNote(row.id, note))),
      ),
    undo,
    undoLast: async () => {
      const last = waiting.all.at(-1)
      if (last) await undo(last.id)
    },
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

function tellFailed(result: Extract<CallResult<unknown>, { ok: false }>, status: QuestionStatus): void {
  const by = isNetworkError(result) ? undefined : result.refusal.detail?.by
  const text = isNetworkError(result) ? UNANSWERED : deskRefusal(result.refusal, status)
  showToast({ text: by === undefined ? text : `${by} has just decided on this one.`, tone: 'danger' })
}

/** Keeps the decisions of this tab until it has learned from the server what became of each. */
function useWaitingDecisions(onSettled: Outcomes['onSettled']) {
  const [all, setAll] = useState<MadeDecision[]>([])
  const latest = useRef({ all, onSettled })
  latest.current = { all, onSettled }
  const drop = (id: string) => setAll((before) => before.filter((made) => made.id !== id))
  const asking = useRef(new Set<string>())
  const settle = async (made: MadeDecision) => {
    // A hint and the timer can both ask at once, but the toast must appear only once.
    if (asking.current.has(made.id)) return
    asking.current.add(made.id)
    const found = await call<DeskQuestionAnswer>(DESK_CALLS.deskQuestion, { id: made.id })
    const isOpen =
      found.ok && found.value.status === 'new' && found.value.waiting && !found.value.waiting.refused
    // The server did not answer or has not applied the decision yet, so the timer asks again.
    if (!found.ok || isOpen) return void asking.current.delete(made.id)
    drop(made.id)
    // Until now the decision could be undone, and the note typed for it was still of use.
    void forgetNote(made.id)
    const outcome = outcomeOf(made.decision, found.value)
    showToast(outcome)
    await latest.current.onSettled(made.id, outcome.tone === 'success')
  }
  const dueAt = all.length === 0 ? null : Math.min(...all.map(({ takesEffectAt }) => takesEffectAt))
  useEffect(() => {
    if (dueAt === null) return
    const look = () => {
      for (const made of latest.current.all) if (made.takesEffectAt <= serverNow()) void settle(made)
    }
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  })
  return {
    all,
    add: (made: MadeDecision) => {
      asking.current.delete(made.id)
      setAll((before) => [...before.filter(({ id }) => id !== made.id), made])
    },
    takeBack: (id: string) => {
      drop(id)
      return bringBackNote(id)
    },
    look: (hints: readonly DeskHint[]) => {
      for (const made of latest.current.all)
        if (
          made.takesEffectAt <= serverNow() &&
          hints.some((hint) => hint !== 'everything' && hint.id === made.id)
        )
          void settle(made)
    },
  }
}

const REJECTED_UNTOLD = 'Request rejected. No address of the requester is kept, so no mail was sent.'

/** Returns the toast about a decision after its ten seconds (S2-8.46, S2-8.47), or about why it was not made. */
export function outcomeOf(
  decision: 'approve' | 'reject',
  { status, waiting, email }: Pick<DeskQuestionAnswer, 'status' | 'waiting' | 'email'>,
): Told {
  if (status === 'approved' && decision === 'approve') return { text: COPY.approved, tone: 'success' }
  if (status === 'rejected' && decision === 'reject')
    return { text: email === '' ? REJECTED_UNTOLD : COPY.rejected, tone: 'success' }
  const failed = decision === 'approve' ? COPY.emailFailed : COPY.rejectionFailed
  return waiting?.refused
    ? { text: `${failed} ${deskRefusal({ code: waiting.refused }, status)}`, tone: 'danger' }
    : { text: 'Nothing was sent. It was dealt with otherwise meanwhile.', tone: 'danger' }
}
