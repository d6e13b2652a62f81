import type { questionRelease, questionTake } from '../../../sync/desk/screening.ts'
import { TAKEN_MS } from '../../../sync/limits.ts'
import type { QuestionStatus } from '../../../sync/question/status.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import type { Tx } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'

/**
 * Assigns a request to the caller for half an hour. Refuses `not-found`, and `changed-meanwhile` when it is
 * decided, or when another admin has it than the caller saw.
 */
export async function takeRequest(
  { tx, now }: TxContext,
  caller: Caller,
  { questionId, from }: Infer<typeof questionTake>,
): Promise<Result<{ until: number }>> {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  const status = await lockStatus(tx, questionId)
  if (status === null) return refuse('not-found')
  if (status !== 'new') return refuse('changed-meanwhile', { status })
  const [taken] = await tx<{ by: string }[]>`
    select taken_by as by from request_taken where question_id = ${questionId} and until > ${now}`
  const seen = taken?.by ?? null
  if (seen !== from && seen !== null && seen !== caller.personId)
    return refuse('changed-meanwhile', { status })
  const until = new Date(now.getTime() + TAKEN_MS)
  await tx`
    insert into request_taken (question_id, taken_by, until) values (${questionId}, ${caller.personId}, ${until})
    on conflict (question_id) do update set taken_by = excluded.taken_by, until = excluded.until`
  return done({ until: until.getTime() })
}

/** Gives up a request that the caller has taken; one taken by another admin is not affected. Refuses `not-found`. */
export async function releaseRequest(
  { tx }: TxContext,
  caller: Caller,
  { questionId }: Infer<typeof questionRelease>,
): Promise<Result<Record<string, never>>> {
  if (!can(caller, 'screen-question')) return refuse('not-allowed')
  if ((await lockStatus(tx, questionId)) === null) return refuse('not-found')
  await tx`delete from request_taken where question_id = ${questionId} and taken_by = ${caller.personId}`
  return done({})
}

/** Locks the question, so that two admins who take it do so one after the other. */
async function lockStatus(tx: Tx, questionId: string): Promise<QuestionStatus | null> {
  const [question] = await tx<{ status: QuestionStatus }[]>`
    select status from question where id = ${questionId} for update`
  return question?.status ?? null
}
