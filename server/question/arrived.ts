import type { Queryable, Statement } from '../db/sql.ts'
import type { TxContext } from '../transact.ts'

/**
 * Returns whether all bytes of a question's answer have arrived, verified or not, or those of one that stands by.
 * Such a question must not be ended (D5): its answer counts once the bytes are verified, and if they are no video,
 * the job `answer.refused` does what would have ended it. Locks the videos until the transaction ends, so that a
 * last byte comes either before the ending or after it.
 */
export async function hasArrived({ tx }: TxContext, questionId: string): Promise<boolean> {
  const answers = await tx<{ hasArrived: boolean }[]>`
    select ${arrived(tx)} as "hasArrived"
    from answer a join question q on q.id = a.question_id join media m on m.id = a.media_id
    where q.id = ${questionId} and (a.state <> 'withdrawn' or ${standsBy(tx)}) order by m.id for update of a, m`
  return answers.some((answer) => answer.hasArrived)
}

/** The same condition for an answer `a`, its question `q` and its video `m` within a statement. */
function arrived(on: Queryable): Statement {
  return on`(a.state in ('stored', 'delivered')
    or (a.state = 'waiting' or ${standsBy(on)}) and m.state in ('received', 'stored'))`
}

/** Whether any answer of a question `q` has arrived, within a statement. */
export function someArrived(on: Queryable): Statement {
  return on`exists (select from answer a join media m on m.id = a.media_id
    where a.question_id = q.id and ${arrived(on)})`
}

/**
 * Whether an answer `a` of a question `q` stands by: it was announced in the question's current open period, or
 * given for free after its current end, and its video `m` may still arrive. Anything else that withdraws an answer
 * ends its question or refuses its video.
 */
export function standsBy(on: Queryable): Statement {
  return on`(a.state = 'withdrawn'
    and (case when a.gift then q.status = 'athlete rejected' and a.submitted_at >= q.settled_at
      else q.status = 'approved' and a.submitted_at >= q.approved_at end)
    and m.claimed_by = a.id and m.state in ('expected', 'received', 'stored'))`
}
