import type { newRequestCall, rejectRequestCall } from '../../../sync/desk/requests.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { lockQuestion } from '../get.ts'
import { approveQuestion, rejectQuestion } from '../screen-question.ts'
import { lookAtHold } from './look-at-hold.ts'

/*
 * The specification's own two calls of the desk (S2-7.9, S2-7.10), as thin wrappers of the verbs that the app uses,
 * for admins only. Only the question's id and the note are used; every address and name is read from the database
 * (D106), so that neither call can relay mail.
 */

type Answer = Promise<Result<Record<string, never>>>

/** `/new-request`: approves the question, which mails the athlete. Refuses as `approveQuestion` does. */
export async function newRequest(
  context: Context,
  caller: Caller,
  { message_id: questionId }: Infer<typeof newRequestCall>,
): Answer {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  const looked = await lookAtHold(context, { questionId })
  if (!looked.ok) return looked
  return transactOrRefuse(context, async (work) => {
    const seen = await asItIs(work, caller, questionId)
    if (!seen.ok) return seen
    const approved = await approveQuestion(work, caller, seen.value)
    return approved.ok ? done({}) : approved
  })
}

/** `/reject-request`: rejects the question with its note, which mails the fan. Refuses as `rejectQuestion` does. */
export async function rejectRequest(
  work: TxContext,
  caller: Caller,
  { message_id: questionId, rejection_note: note }: Infer<typeof rejectRequestCall>,
): Answer {
  const seen = await asItIs(work, caller, questionId)
  if (!seen.ok) return seen
  const rejected = await rejectQuestion(work, caller, { ...seen.value, note })
  return rejected.ok ? done({}) : rejected
}

async function asItIs(work: TxContext, caller: Caller, questionId: string) {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  const question = await lockQuestion(work.tx, questionId)
  return question ? done({ questionId, revision: question.revision }) : refuse('not-found')
}
