import type { questionNote } from '../../../sync/desk/screening.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { TxContext } from '../../transact.ts'

/** Adds a note for the team to a request; it cannot be changed later. Refuses `not-found`, `id-taken`. */
export async function writeNote(
  { tx }: TxContext,
  caller: Caller,
  { noteId, questionId, text }: Infer<typeof questionNote>,
): Promise<Result<{ noteId: string }>> {
  if (!can(caller, 'write-note')) return refuse('not-allowed')
  // Lock the question, so that a note written while its fan is being erased is erased too.
  const [question] = await tx`select from question where id = ${questionId} for update`
  if (!question) return refuse('not-found')
  const [made] = await tx`
    insert into request_note (id, question_id, written_by, text)
    values (${noteId}, ${questionId}, ${caller.personId}, ${text}) on conflict (id) do nothing returning id`
  if (!made) return refuse('id-taken')
  await recordAct({ tx }, caller, { act: 'question.note', subject: questionId })
  return done({ noteId })
}
