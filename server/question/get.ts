import type { Tx } from '../db/sql.ts'
import { lockQuestion, type QuestionRow } from './store.ts'

export type { KeptAsker, QuestionRow } from './store.ts'

/** The question, locked, for verbs of the answer and of screening. */
export function getQuestionForUpdate(tx: Tx, id: string): Promise<QuestionRow | null> {
  return lockQuestion(tx, id)
}
