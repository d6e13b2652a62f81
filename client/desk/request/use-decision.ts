import { useState } from 'react'
import type { DeskQuestionAnswer } from '../../../sync/calls.ts'
import { COPY } from '../../../sync/copy.ts'
import { isUnreached } from '../../app/call.ts'
import { getSession } from '../../app/session.ts'
import { openDevice } from '../../store/device.ts'
import { type NewIntent, sendNow } from '../../store/outbox.ts'
import { refusalText } from '../../text/refusals.ts'
import { showToast } from '../../ui/toasts.ts'
import { troubleOf } from '../use-desk-list.ts'

type Outcomes = {
  onDecided: (id: string) => void
  /** Somebody was faster, or it changed: look at it again. */
  onChanged: () => Promise<void>
}

export type Decision = {
  isBusy: boolean
  approve: (question: DeskQuestionAnswer) => Promise<boolean>
  reject: (question: DeskQuestionAnswer, note: string) => Promise<boolean>
}

/** Decides on a request as it was seen; one that changed meanwhile is refused by the server and shown anew (S2-4.3 to S2-4.9). */
export function useDecision({ onDecided, onChanged }: Outcomes): Decision {
  const [isBusy, setBusy] = useState(false)
  const decide = async (intent: NewIntent, question: DeskQuestionAnswer, told: string) => {
    setBusy(true)
    const result = await sendNow(openDevice(getSession().account), intent)
    setBusy(false)
    if (result.ok) {
      showToast({ text: told, tone: 'success' })
      onDecided(question.id)
      return true
    }
    showToast({ text: isUnreached(result) ? troubleOf(result) : refusalText(result.refusal), tone: 'danger' })
    if (!isUnreached(result)) await onChanged()
    return false
  }
  return {
    isBusy,
    approve: (question) =>
      decide({ name: 'question.approve', args: seen(question) }, question, COPY.approved),
    reject: (question, note) =>
      decide({ name: 'question.reject', args: { ...seen(question), note } }, question, COPY.rejected),
  }
}

function seen({ id, revision }: DeskQuestionAnswer): { questionId: string; revision: number } {
  return { questionId: id, revision }
}
