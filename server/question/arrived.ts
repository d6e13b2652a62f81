import type { Queryable, Statement } from '../db/sql.ts'
import type { TxContext } from '../transact.ts'

/**
 * Returns whether all bytes of a question's answer have arrived, verified or not. Such a question must not be ended
 * (D5): its answer counts once the bytes are verified, and if they are no video, the job `answer.refused` does what
 * would have ended it. Locks the video until the transaction ends, so that its last byte comes either before the
 * ending or after it.
 */
export async function hasArrived({ tx }: TxContext, questionId: string): Promise<boolean> {
  const [answer] = await tx<{ hasArrived: boolean }[]>`
    select ${arrived(tx)} as "hasArrived" from answer a join media am on am.id = a.media_id
    where a.question_id = ${questionId} and a.state <> 'withdrawn' for update`
  return answer?.hasArrived ?? false
}

/** The same condition for an answer `a` and its video `am` within a statement. */
export function arrived(on: Queryable): Statement {
  return on`(a.state in ('stored', 'delivered') or a.state = 'waiting' and am.state in ('received', 'stored'))`
}
