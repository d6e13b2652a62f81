import { useNavigate, useSearch } from '@tanstack/react-router'
import type { QuestionDocument } from '../../../sync/collections.ts'
import { useWaiting } from '../use-waiting.ts'
import { restOfRow } from './row.ts'

export type Row = {
  /** How many come after this one. */
  left: number
  /** To the next question; false at the end of the row. */
  goOn(): boolean
}

/**
 * Going from question to question in the order of their deadlines; null where one alone is answered, and until it is
 * known what comes after this one: who skips before that would be led out of the row.
 */
export function useRow(question: QuestionDocument | null): Row | null {
  const { row } = useSearch({ strict: false }) as { row?: unknown }
  const navigate = useNavigate()
  const { waiting, ready } = useWaiting()
  if (!row || !question || !ready) return null
  const rest = restOfRow(waiting, question)
  return {
    left: rest.length,
    goOn() {
      const [next] = rest
      if (!next) return false
      const params = { questionId: next.question.id }
      void navigate({ to: '/dashboard/answer/$questionId', params, search: { row: true }, replace: true })
      return true
    },
  }
}
