import type { Tx } from '../db/sql.ts'
import { lockQuestion, type QuestionRow } from './store.ts'

/** The question, locked, for verbs of the answer. */
export function getQuestionForUpdate(tx: Tx, id: string): Promise<QuestionRow | null> {
  return lockQuestion(tx, id)
}
