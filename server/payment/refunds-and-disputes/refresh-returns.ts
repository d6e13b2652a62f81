import type { Context } from '../../context.ts'
import { inOneStatement } from '../../db/transaction.ts'
import { transact } from '../../transact.ts'
import { eachWhileReachable } from '../each-while-reachable.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyRefund } from './apply-refund.ts'
import { lockPayment, paymentById, payments } from './payment.ts'

/**
 * Asks Stripe for the refunds and disputes of a payment, including refunds made there, and applies them here; safe
 * in any order and any number of times. Returns false when we know of no such payment. Throws
 * `PaymentsUnreachable`.
 */
export async function refreshReturns(context: Context, paymentId: string): Promise<boolean> {
  const payment = await paymentById(context.sql, paymentId)
  if (!payment) return false
  const { payments, clock } = context
  const seenAt = await clock.now()
  const [refunds, disputes] = [
    await payments.listRefunds(payment.chargeId),
    await payments.listDisputes(payment.chargeId),
  ]
  if (!refunds.ok) throw new PaymentsUnreachable(refunds.problem.code)
  if (!disputes.ok) throw new PaymentsUnreachable(disputes.problem.code)
  await transact(context, async (inside) => {
    await lockPayment(inside, paymentId)
    for (const seen of refunds.value) await applyRefund(inside, payment, seen)
    for (const seen of disputes.value) await applyDispute(inside, payment, { seen, seenAt })
  })
  return true
}

/** For how long after a loss the sweep looks for an appeal; the card networks take none so late. */
const MAY_BE_APPEALED_DAYS = 60

/** Asks Stripe about pending refunds, and about disputes that are open or may be appealed, without news for a day. */
export async function sweepReturns(context: Context): Promise<void> {
  const { sql } = context
  const heard = await eachWhileReachable(context, {
    of: [...new Set([...(await quietRefunds(context)), ...(await quietDisputes(context))])],
    named: (paymentId) => ({ paymentId }),
    failed: 'the sweep could not settle what goes back',
    run: (paymentId) => refreshReturns(context, paymentId),
  })
  if (heard.length > 0)
    await sql`
      update refund set updated_at = app_now() from ${payments(sql)} p
      where p.id = any(${heard}) and refund.charge_id = p."chargeId" and refund.state = 'pending'`
}

/**
 * Claims pending refunds for ten minutes, so that each is asked about once a day, counted from Stripe's last
 * answer.
 */
async function quietRefunds({ sql }: Context): Promise<string[]> {
  const quiet = await inOneStatement(
    sql,
    (one) => one<{ paymentId: string }[]>`
      with due as (
        update refund set updated_at = app_now() - interval '1 day' + interval '10 minutes' from (
          select id from refund where state = 'pending' and updated_at < app_now() - interval '1 day'
          order by updated_at limit 50 for update skip locked
        ) quiet where refund.id = quiet.id returning charge_id)
      select distinct coalesce(h.id, t.id) as "paymentId" from due
      left join hold h on h.charge_id = due.charge_id and h.state = 'captured' left join tip t on t.charge_id = due.charge_id`,
  )
  return quiet.map(({ paymentId }) => paymentId)
}

/**
 * Returns payments with open disputes, and with lost ones that may still be appealed. Neither a loss nor an appeal
 * moves money, so nothing else would reveal it, and the athlete would keep their share, or nobody would send evidence
 * for the appeal. Reading a dispute is its claim. The order is random, so that one that cannot be read does not block
 * the others.
 */
async function quietDisputes({ sql }: Context): Promise<string[]> {
  const quiet = await sql<{ paymentId: string }[]>`
    select p.id as "paymentId" from dispute d join ${payments(sql)} p on p."chargeId" = d.charge_id
    where d.seen_at < app_now() - interval '1 day' and (
      d.state in ('needs-response', 'under-review')
      or (d.state = 'lost' and exists (select from ledger_transaction l where l.kind = 'dispute-lost' and l.source = d.id
        and l.at > app_now() - ${MAY_BE_APPEALED_DAYS} * interval '1 day')))
    order by random() limit 50`
  return quiet.map(({ paymentId }) => paymentId)
}
