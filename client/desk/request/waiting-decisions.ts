import { useEffect, useRef, useState } from 'react'
import { COPY } from '../../../sync/copy.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { type CallResult, call, isNetworkError } from '../../api/call.ts'
import { getSession, serverNow } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { sendNow } from '../../store/send-now.ts'
import { showToast, type Told } from '../../ui/toasts.ts'
import { deskRefusal } from '../desk-words.ts'
import { UNANSWERED } from '../office/send-act.ts'
import type { DeskHint } from '../use-desk-hints.ts'
import { undoneWords } from './deciding-words.ts'
import { bringBackNote, forgetNote } from './rejection-notes.ts'

/** A decision of this page that waits on the server until it takes effect. */
export type MadeDecision = {
  id: string
  subject: string
  decision: 'approve' | 'reject'
  takesEffectAt: number
}

/** What the list of requests does about decisions while it is open. */
export type OpenList = {
  /** Called when the server has undone a decision, with the subject of its request if this page made it. */
  onUndone: (id: string, subject: string | undefined) => void
  /**
   * Called to fetch a request again after its decision took effect, was undone or failed. `isOwn` is false unless
   * this admin made the change.
   */
  onSettled: (id: string, isOwn: boolean) => Promise<void>
}

export type WaitingDecisions = ReturnType<typeof useWaitingDecisions>

/**
 * Keeps the decisions of the open desk until it has learned from the server what became of each, and undoes them. The
 * list of requests, which is another one after each link to a request, puts itself into `list` while it is open.
 */
export function useWaitingDecisions() {
  const [all, setAll] = useState<MadeDecision[]>([])
  const list = useRef<OpenList | null>(null)
  const drop = (id: string) => setAll((before) => before.filter((made) => made.id !== id))
  const { look, watchAnew } = useOutcomes(all, async (made, found) => {
    drop(made.id)
    // Until now the decision could be undone, and the note typed for it was still of use.
    void forgetNote(made.id)
    const outcome = outcomeOf(made.decision, found)
    showToast(outcome)
    await list.current?.onSettled(made.id, outcome.tone === 'success')
  })
  const undo = async (id: string) => {
    const intent = { name: 'question.undo', args: { questionId: id } } as const
    const result = await sendNow(openDevice(getSession().account), intent)
    if (result.ok) {
      const subject = all.find((made) => made.id === id)?.subject
      if (list.current) list.current.onUndone(id, subject)
      else showToast({ text: undoneWords(subject ?? ''), tone: 'success' })
      drop(id)
      await bringBackNote(id)
    } else tellFailed(result, 'new')
    await list.current?.onSettled(id, result.ok)
  }
  return {
    all,
    list,
    look,
    undo,
    undoLast: async () => {
      const last = all.at(-1)
      if (last) await undo(last.id)
    },
    add: (made: MadeDecision) => {
      watchAnew(made.id)
      setAll((before) => [...before.filter(({ id }) => id !== made.id), made])
    },
  }
}

type OnKnown = (made: MadeDecision, found: DeskQuestionAnswer) => Promise<void>

/** Asks the server what became of each decision once it has taken effect, and calls `onKnown` once with its answer. */
function useOutcomes(all: readonly MadeDecision[], onKnown: OnKnown) {
  const latest = useRef({ all, onKnown })
  latest.current = { all, onKnown }
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
    await latest.current.onKnown(made, found.value)
  }
  const settleDue = (isMeant: (made: MadeDecision) => boolean) => {
    for (const made of latest.current.all)
      if (made.takesEffectAt <= serverNow() && isMeant(made)) void settle(made)
  }
  const dueAt = all.length === 0 ? null : Math.min(...all.map(({ takesEffectAt }) => takesEffectAt))
  useEffect(() => {
    if (dueAt === null) return
    const timer = setInterval(() => settleDue(() => true), 1_000)
    return () => clearInterval(timer)
  })
  return {
    watchAnew: (id: string) => void asking.current.delete(id),
    look: (hints: readonly DeskHint[]) =>
      settleDue(({ id }) => hints.some((hint) => hint !== 'everything' && hint.id === id)),
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

/** Shows why a decision was not made, or that no answer came. `status` is the one that the admin saw. */
export function tellFailed(
  result: Extract<CallResult<unknown>, { ok: false }>,
  status: QuestionStatus,
): void {
  const by = isNetworkError(result) ? undefined : result.refusal.detail?.by
  const text = isNetworkError(result) ? UNANSWERED : deskRefusal(result.refusal, status)
  showToast({ text: by === undefined ? text : `${by} has just decided on this one.`, tone: 'danger' })
}
