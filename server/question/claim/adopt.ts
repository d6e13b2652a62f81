import type { TxContext } from '../../transact.ts'
import { lockQuestion } from '../store.ts'
import { accept, handOver } from './settle-claim.ts'

/** What was asked by the account itself before it was one, and by the others of its day, is its own. */
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
