import type { reportCall } from '../../sync/rating/rating.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Infer } from '../../sync/shape.ts'
import { countHit } from '../http/rate-limit.ts'
import { linkHash } from '../notify/private-link.ts'
import type { KeptAsker } from '../question/get.ts'
import type { TxContext } from '../transact.ts'

/** How many problems may be reported about one question in a day. */
const DAILY = { max: 5, windowS: 86_400 }

/**
 * Stores a problem reported through a question's link as a message to the team, under the asker's stored name and
 * address (D106). Refuses `not-found`, `too-many-requests`.
 */
export async function reportProblem(
  work: TxContext,
  _caller: Caller,
  { token, text }: Infer<typeof reportCall>,
): Promise<Result<Record<string, never>>> {
  const { tx } = work
  const [found] = await tx<{ id: string; subject: string; asker: KeptAsker }[]>`
    select id, subject, asker from question where link_hash = ${linkHash(token)}`
  if (!found) return refuse('not-found')
  const counted = await countHit(tx, `report ${found.id}`, DAILY)
  if (!counted.ok) return counted
  const { firstName, lastName, email } = found.asker
  await tx`
    insert into contact_form (id, first_name, last_name, email, subject, content, question_id)
    values (${work.context.random.id()}, ${firstName}, ${lastName}, ${email}, ${`Problem: ${found.subject}`}, ${text},
      ${found.id})`
  return done({})
}
