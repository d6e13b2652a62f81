import { forgetGuestPerson } from '../../account/guest-person.ts'
import {
  findOrCreateConversation,
  forgetEmptyConversation,
  touchConversation,
} from '../../conversation/find-or-create.ts'
import type { TxContext } from '../../transact.ts'
import type { QuestionRow } from '../store.ts'

/**
 * Moves a locked question to another person, with its answer and its push messages: from this commit on it is in
 * their conversation with the athlete. Deletes the old conversation and the placeholder person if they are left
 * empty.
 */
export async function fileQuestion(work: TxContext, question: QuestionRow, fanId: string): Promise<void> {
  const { id, fanId: before, conversationId: left, athleteId } = question
  if (fanId === before) return
  const { tx } = work
  const conversationId = await findOrCreateConversation(work, fanId, athleteId)
  await tx`
    update question set fan_id = ${fanId}, conversation_id = ${conversationId}, revision = revision + 1,
      updated_at = app_now() where id = ${id}`
  await tx`
    update answer set fan_id = ${fanId}, conversation_id = ${conversationId}, updated_at = app_now()
    where question_id = ${id}`
  await tx`update push_message set person_id = ${fanId} where question_id = ${id} and person_id = ${before}`
  await touchConversation(work, conversationId, question.approvedAt !== null)
  await forgetEmptyConversation(work, left)
  await forgetGuestPerson(work, before)
}
