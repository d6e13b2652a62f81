import type { QuestionDocument } from '../../../sync/collections.ts'
import type { Waiting } from '../waiting.ts'

type Due = Pick<QuestionDocument, 'id' | 'dueAt' | 'submittedAt'>

/** The questions still to come in a row: those due after this one, in the order of their deadlines. */
export function restOfRow(waiting: readonly Waiting[], current: Due): Waiting[] {
  return waiting.filter(({ question }) => question.id !== current.id && isAfter(question, current))
}

function isAfter(one: Due, other: Due): boolean {
  const byDue = (one.dueAt ?? 0) - (other.dueAt ?? 0)
  return byDue === 0 ? one.submittedAt > other.submittedAt : byDue > 0
}
