import type { newRequestCall, rejectRequestCall } from '../../../sync/desk/requests.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import type { Context } from '../../context.ts'
import { type TxContext, transactOrRefuse } from '../../transact.ts'
import { getQuestionForUpdate } from '../get.ts'
import { approveQuestion, rejectQuestion } from '../screen-question.ts'
import { lookAtHold } from './look-at-hold.ts'

/*
 * The specification's own two calls of the desk (S2-7.9, S2-7.10): thin wrappers of the verbs the app itself uses, for admins
 * alone. Of what they document only the question and the note count; every address and name is read from what is stored
 * (D106), so that neither is a mail relay.
 */

type Answer = Promise<Result<Record<string, never>>>

/** `/new-request`: lets the question through, which mails the athlete. Refuses as that does. */
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

/** `/reject-request`: turns the question down with its note, which mails the requester. Refuses as that does. */
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
  const question = await getQuestionForUpdate(work.tx, questionId)
  return question ? done({ questionId, revision: question.revision }) : refuse('not-found')
}
