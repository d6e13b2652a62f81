import { ABANDONED_ASK_MS, DAY_MS } from '../../sync/limits.ts'
import type { Context } from '../context.ts'
import type { Queryable } from '../db/sql.ts'
import { inOneStatement } from '../db/transaction.ts'
import { enqueue } from '../jobs/queue-names.ts'
import { transact } from '../transact.ts'
import { sweepAccounts } from './connect/connect.ts'
import { eachWhileReachable } from './each-while-reachable.ts'
import { refreshHold } from './hold.ts'
import { sweepOperations } from './operation/operations.ts'
import { sweepReturns } from './refunds-and-disputes/refresh-returns.ts'
import { releaseHold } from './release.ts'
import { sweepTips } from './tip/sweep-tips.ts'
import { sweepEvents } from './webhook.ts'

/**
 * Runs every minute: finishes interrupted operations, asks Stripe about holds without webhooks, and releases money
 * that nobody will pay now (M4).
 */
export async function sweepPayments(context: Context): Promise<void> {
  await context.payments.standIn?.tick()
  await context.payments.standIn?.deliverDue()
  await sweepOperations(context)
  await sweepEvents(context)
  await sweepTips(context)
  await sweepReturns(context)
  await sweepAccounts(context)
  await refreshQuietHolds(context)
  await releaseUnwanted(context)
}

type QuietHold = { id: string; state: string; asked: boolean }

async function refreshQuietHolds(context: Context): Promise<void> {
  const holds = await claimQuietHolds(context)
  const heard = await eachHold(context, holds, async ({ id, state: before, asked }) => {
    const state = await refreshHold(context, id)
    // a held ask becomes a question by its own job, so this only replaces a lost job
    if (before === 'held' && state === 'held' && !asked) await nudge(context, id)
  })
  const ids = heard.map(({ id }) => id)
  if (ids.length > 0)
    await context.sql`update hold set updated_at = app_now() where id = any(${ids}) and state = 'held'`
}

/**
 * Claims holds without news for a while, or past their expiry at Stripe. The claim lasts ten minutes, so that two
 * sweeps share the holds; one without an answer, because Stripe did not reply or this server ended, is asked about
 * after that.
 */
function claimQuietHolds({ sql }: Context): Promise<QuietHold[]> {
  return inOneStatement(
    sql,
    (one) => one<QuietHold[]>`
      update hold set updated_at = app_now() - quiet.rest + interval '10 minutes' from (
        select h.id, q.id is not null as asked, rest from hold h left join question q on q.id = h.ask_id
        cross join lateral (select case when h.state = 'held' and q.id is not null
          then interval '6 hours' else interval '10 minutes' end as rest) often
        where h.state in ('pending', 'held', 'capturing', 'releasing') and h.payment_intent_id is not null
          and (h.updated_at < app_now() - rest or h.capture_before between h.updated_at and app_now())
        order by h.updated_at limit 50 for update of h skip locked
      ) quiet
      where hold.id = quiet.id returning hold.id, hold.state, quiet.asked`,
  )
}

function nudge(context: Context, holdId: string): Promise<void> {
  return transact(context, (inside) =>
    enqueue(inside, 'hold.settled', { data: { holdId }, singletonKey: holdId }),
  )
}

/**
 * The holds that no question will need: the question is over, the ask was released, or it was left for an hour
 * before a card was confirmed, or a day has passed. A hold with a confirmed card is never released here while its
 * ask is open: its question is only late, and the ask decides how it ends.
 */
const unwanted = (sql: Queryable) => sql`
  from hold h left join prepared_ask a on a.id = h.ask_id left join question q on q.id = h.ask_id
  where h.state in ('pending', 'held') and (q.status in ('rejected', 'athlete rejected') or a.state = 'released'
    or q.id is null and (h.state = 'pending' or a.state is distinct from 'open') and h.created_at < app_now() - ${DAY_MS} * interval '1 millisecond'
    or q.id is null and h.state = 'pending'
      and greatest(a.updated_at, h.created_at) < app_now() - ${ABANDONED_ASK_MS} * interval '1 millisecond')`

async function releaseUnwanted(context: Context): Promise<void> {
  const { sql } = context
  const holds = await sql<{ id: string }[]>`select h.id ${unwanted(sql)} order by h.created_at limit 50`
  await eachHold(context, holds, async ({ id }) => {
    // the card may have been confirmed without our hearing of it; then the hold is held and no longer abandoned
    await refreshHold(context, id)
    await transact(context, async (inside) => {
      await inside.tx`
        select from prepared_ask where id = (select ask_id from hold where id = ${id}) for update`
      const [still] = await inside.tx`select h.id ${unwanted(inside.tx)} and h.id = ${id}`
      if (still) await releaseHold(inside, id, 'abandoned')
    })
  })
}

const eachHold = <T extends { id: string }>(
  context: Context,
  of: readonly T[],
  run: (hold: T) => Promise<void>,
): Promise<T[]> =>
  eachWhileReachable(context, {
    of,
    named: ({ id }) => ({ holdId: id }),
    failed: 'the sweep could not settle a hold',
    run,
  })
