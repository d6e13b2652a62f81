import { forgetGuestPerson } from '../../account/guest-person.ts'
import {
  findOrCreateConversation,
  forgetEmptyConversation,
  touchConversation,
} from '../../conversation/find-or-create.ts'
import type { TxContext } from '../../transact.ts'
import type { QuestionRow } from '../store.ts'

/**
 * Hangs a locked question on another person, with its answer and whatever is still to be told of it: their conversation
 * with the athlete has it from this commit on. What nothing hangs on any more goes.
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
