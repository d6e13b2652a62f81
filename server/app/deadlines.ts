import { completeReply } from '../answer/clarification/reply-by-video.ts'
import { completeAnswer } from '../answer/complete-answer.ts'
import type { Context } from '../context.ts'
import { eachAlone } from '../each-alone.ts'
import { takeInReadable } from '../media/receive.ts'
import { APPROVED_IN_PART, OWN_CARD } from '../payment/release.ts'
import { someArrived, standsBy } from '../question/arrived.ts'
import { settleAsk } from '../question/ask-question.ts'
import { abandonAsk, findAbandoned } from '../question/ending/abandon-ask.ts'
import { endOverdueQuestion } from '../question/ending/end-question.ts'
import { transact } from '../transact.ts'

const BATCH = 200

/**
 * Ends every overdue question, each in a transaction of its own (D3: at least every minute). The handler decides
 * again under the row's lock, so that two servers, or a job and this sweep, end it only once.
 */
export async function sweepDeadlines(context: Context): Promise<void> {
  const { sql } = context
  const overdue = await sql<{ id: string }[]>`
    select id from question q where (status = 'new' and screening_ends_at <= app_now())
      or (status = 'approved' and coalesce(grace_ends_at, due_at) <= app_now()
        -- one whose answer has arrived would not be ended, and would fill the batch
        and not ${someArrived(sql)}) limit ${BATCH}`
  await eachAlone(overdue, ({ id }) => endOverdue(context, id))
}

/** Ends an overdue question. An answer whose bytes are all here, and can be read, is received first (D5). */
export async function endOverdue(context: Context, questionId: string): Promise<void> {
  const awaited = await context.sql<{ id: string }[]>`
    select m.id from answer a join question q on q.id = a.question_id join media m on m.id = a.media_id
    where q.id = ${questionId} and (a.state = 'waiting' or ${standsBy(context.sql)})
      and m.state = 'expected'`
  for (const { id } of awaited) await takeInReadable(context, id)
  await transact(context, (inside) => endOverdueQuestion(inside, questionId))
}

/**
 * Settles what a lost job left behind: asks whose card was confirmed, answers and replies whose video was
 * verified, and abandoned asks.
 */
export async function sweepAsks(context: Context): Promise<void> {
  await eachAlone([settleAsks, completeAnswers, completeReplies, abandonAsks], (part) => part(context))
}

async function settleAsks(context: Context): Promise<void> {
  const ready = await context.sql<{ id: string }[]>`
    select a.id from prepared_ask a left join media m on m.id = a.media_id
    where a.state = 'open' and (a.media_id is null or m.state in ('stored', 'refused', 'purged'))
      -- one that still waits for its card would not be settled, and would fill the batch
      and (exists (select from hold h where h.ask_id = a.id and h.state in ('held', 'captured')) or a.wanted_at is not null
        and (a.amount_cents = 0 or m.state <> 'stored'
          or exists (select from hold h where h.ask_id = a.id and h.release_reason in (${APPROVED_IN_PART}, ${OWN_CARD}))))
    order by a.updated_at limit ${BATCH}`
  await eachAlone(ready, ({ id }) => transact(context, (inside) => settleAsk(inside, id)))
}

/**
 * Takes answers further whose question still waits for them. Those of ended questions stay `stored` for good, and
 * those that the fan has yet to pay for stay so for days. Neither would be taken further, and both would fill the batch.
 */
async function completeAnswers(context: Context): Promise<void> {
  const { sql } = context
  const stored = await sql<{ id: string }[]>`
    select a.id from answer a join media m on m.id = a.media_id join question q on q.id = a.question_id
    where q.status = case when a.gift then 'athlete rejected' else 'approved' end
      and ((a.state = 'waiting' and m.state in ('stored', 'refused', 'purged'))
        or (m.state = 'stored' and ${standsBy(sql)})
        or (a.state = 'stored' and a.updated_at < app_now() - interval '1 minute'
          and (a.gift or q.pay_again_until is null or q.pay_again_until <= app_now()
            or exists (select from hold h where h.ask_id = q.id and h.state in ('held', 'capturing', 'captured')))))
    order by a.updated_at limit ${BATCH}`
  await eachAlone(stored, ({ id }) => transact(context, (inside) => completeAnswer(inside, id)))
}

async function completeReplies(context: Context): Promise<void> {
  const replies = await context.sql<{ id: string }[]>`
    select m.id from clarification c join media m on m.id = c.media_id
    where c.replied_at is null and m.state = 'stored' limit ${BATCH}`
  await eachAlone(replies, ({ id }) => transact(context, (inside) => completeReply(inside, id)))
}

async function abandonAsks(context: Context): Promise<void> {
  const abandoned = await findAbandoned(context.sql, BATCH)
  await eachAlone(abandoned, async ({ id, mediaId }) => {
    if (mediaId) await takeInReadable(context, mediaId)
    await transact(context, (inside) => abandonAsk(inside, id))
  })
}
