import type { Tx } from '../db/sql.ts'
import { lockQuestion, type QuestionRow } from './store.ts'

export type { KeptAsker, QuestionRow } from './store.ts'

/** Locks a question and returns it, for the verbs of answers and of screening. */
export function getQuestionForUpdate(tx: Tx, id: string): Promise<QuestionRow | null> {
  return lockQuestion(tx, id)
}
