import { useNavigate, useSearch } from '@tanstack/react-router'
import type { QuestionDocument } from '../../../sync/collections.ts'
import { useWaiting } from '../use-waiting.ts'
import type { Waiting } from '../waiting.ts'

export type Row = {
  /** How many come after this one. */
  left: number
  /** The one before was sent, and not skipped. */
  hasSent: boolean
  /** To the next question; false at the end of the row. */
  goOn(sent?: 'sent'): boolean
}

/**
 * Going from question to question in the order of their deadlines; null where one alone is answered, and until it is
 * known what comes after this one: who skips before that would be led out of the row.
 */
export function useRow(question: QuestionDocument | null): Row | null {
  const { row, sent } = useSearch({ strict: false }) as { row?: unknown; sent?: unknown }
  const navigate = useNavigate()
  const { waiting, ready } = useWaiting()
  if (!row || !question || !ready) return null
  const rest = restOfRow(waiting, question)
  return {
    left: rest.length,
    hasSent: Boolean(sent),
    goOn(said) {
      const [next] = rest
      if (!next) return false
      const params = { questionId: next.question.id }
      const search = said || sent ? { row: true, sent: true } : { row: true }
      void navigate({ to: '/dashboard/answer/$questionId', params, search, replace: true })
      return true
    },
  }
}

type Due = Pick<QuestionDocument, 'id' | 'dueAt' | 'submittedAt'>

/** The questions still to come in a row: those due after this one, in the order of their deadlines. */
export function restOfRow(waiting: readonly Waiting[], current: Due): Waiting[] {
  return waiting.filter(({ question }) => question.id !== current.id && isAfter(question, current))
}

function isAfter(one: Due, other: Due): boolean {
  const byDue = (one.dueAt ?? 0) - (other.dueAt ?? 0)
  return byDue === 0 ? one.submittedAt > other.submittedAt : byDue > 0
}
