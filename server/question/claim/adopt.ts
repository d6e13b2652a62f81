import type { Work } from '../../work.ts'
import { lockQuestion } from '../store.ts'
import { accept } from './settle-claim.ts'

/** What was asked by the account itself before it was one, and by the others of its day, is its own. */
export async function adopt(work: Work, personId: string, others: string[]): Promise<void> {
  const { tx } = work
  await tx`
    update prepared_ask set person_id = ${personId} where id in (select id from question where fan_id = ${personId})`
  await tx`update question set claim_hash = null where fan_id = ${personId} and claim_hash is not null`
  const rest = await tx<{ id: string }[]>`
    select id from question where fan_id = any (${others}::uuid[]) order by id`
  for (const { id } of rest) {
    const question = await lockQuestion(tx, id)
    if (question && others.includes(question.fanId)) await accept(work, question, personId)
  }
}
