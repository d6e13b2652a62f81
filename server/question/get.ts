import type { Tx } from '../db/sql.ts'
import { type QuestionRow, questionColumns } from './store.ts'

export type { KeptAsker, QuestionRow } from './store.ts'

/**
 * Locks a question until the transaction ends, and returns it, so that a second transaction sees what the first one
 * did.
 */
export async function lockQuestion(tx: Tx, id: string): Promise<QuestionRow | null> {
  const [row] = await tx<QuestionRow[]>`
    select ${questionColumns(tx)} from question q where q.id = ${id} for update`
  return row ?? null
}
