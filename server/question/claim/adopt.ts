import type { TxContext } from '../../transact.ts'
import { lockQuestion } from '../get.ts'
import { accept, handOver } from './settle-claim.ts'

/**
 * Gives a new account its own earlier questions: those of the placeholder that became the account, and those of the
 * other placeholders with its address and birth date.
 */
export async function adopt(work: TxContext, personId: string, others: string[]): Promise<void> {
  const { tx } = work
  const own = await tx<{ id: string }[]>`
    select id from question where fan_id = ${personId} order by id`
  await handOver(
    work,
    own.map(({ id }) => id),
    personId,
  )
  const rest = await tx<{ id: string }[]>`
    select id from question where fan_id = any (${others}::uuid[]) order by id`
  for (const { id } of rest) {
    const question = await lockQuestion(tx, id)
    if (question && others.includes(question.fanId)) await accept(work, question, personId)
  }
}
