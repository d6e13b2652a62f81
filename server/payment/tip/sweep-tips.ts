import { ABANDONED_ASK_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import { inOneStatement } from '../../db/transaction.ts'
import { transact } from '../../transact.ts'
import { eachWhileReachable } from '../each-while-reachable.ts'
import { refreshTip } from './apply-tip.ts'
import { releaseTip } from './give-tip.ts'

/**
 * Asks Stripe about tips without webhooks, and gives up those opened more than an hour ago. If Stripe does not
 * answer, the round ends; one failed tip does not stop the others.
 */
export async function sweepTips(context: Context): Promise<void> {
  const quiet = await inOneStatement(
    context.sql,
    (one) => one<{ id: string; isLeft: boolean }[]>`
      update tip set updated_at = app_now() from (
        select id from tip where state in ('pending', 'releasing') and updated_at < app_now() - interval '10 minutes'
        order by updated_at limit 50 for update skip locked
      ) quiet where tip.id = quiet.id
      returning tip.id, tip.created_at < app_now() - ${ABANDONED_ASK_MS} * interval '1 millisecond' as "isLeft"`,
  )
  await eachWhileReachable(context, {
    of: quiet,
    named: ({ id }) => ({ tipId: id }),
    failed: 'the sweep could not settle a tip',
    async run({ id, isLeft }) {
      await refreshTip(context, id)
      if (isLeft) await transact(context, (inside) => releaseTip(inside, id))
    },
  })
}
