import { useNavigate, useSearch } from '@tanstack/react-router'
import type { QuestionDocument } from '../../../sync/collections.ts'
import { useWaiting } from '../use-waiting.ts'
import type { Waiting } from '../waiting.ts'

export type Row = {
  /** How many questions come after this one. */
  left: number
  /** The question before this one if the athlete has just sent its answer and not skipped it; else null. */
  sent: string | null
  /** Goes to the next question; returns false at the end of the row. */
  goOn(sent?: 'sent'): boolean
}

/**
 * Leads from question to question in the order of their deadlines. Null when only one question is answered, and until
 * the list is loaded, because a skip before that would lead out of the row.
 */
export function useRow(question: QuestionDocument | null): Row | null {
  const { row, sent } = useSearch({ strict: false }) as { row?: unknown; sent?: unknown }
  const navigate = useNavigate()
  const { waiting, ready } = useWaiting()
  if (!row || !question || !ready) return null
  const rest = restOfRow(waiting, question)
  return {
    left: rest.length,
    sent: typeof sent === 'string' ? sent : null,
    goOn(said) {
      const [next] = rest
      if (!next) return false
      const params = { questionId: next.question.id }
      const search = said ? { row: true, sent: question.id } : { row: true }
      void navigate({ to: '/dashboard/answer/$questionId', params, search, replace: true })
      return true
    },
  }
}

type Due = Pick<QuestionDocument, 'id' | 'dueAt' | 'submittedAt'>

/** Returns the questions still to come in a row: those due after this one, in the order of their deadlines. */
export function restOfRow(waiting: readonly Waiting[], current: Due): Waiting[] {
  return waiting.filter(({ question }) => question.id !== current.id && isAfter(question, current))
}

function isAfter(one: Due, other: Due): boolean {
  const byDue = (one.dueAt ?? 0) - (other.dueAt ?? 0)
  return byDue === 0 ? one.submittedAt > other.submittedAt : byDue > 0
}
