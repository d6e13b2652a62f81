import type { Context } from '../../context.ts'
import { inOneStatement } from '../../db/transaction.ts'
import { work } from '../../work.ts'
import { PaymentsUnreachable } from '../stripe/answer.ts'
import { applyDispute } from './apply-dispute.ts'
import { applyRefund } from './apply-refund.ts'
import { lockPayment, paymentById } from './payment.ts'

/**
 * Asks Stripe what went back of a payment, refunds made there and disputes included, and makes it so here; in whatever
 * order and how often it was heard of. Throws `PaymentsUnreachable`. False where nothing was taken, as far as we know.
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
  await work(context, async (inside) => {
    await lockPayment(inside, paymentId)
    for (const seen of refunds.value) await applyRefund(inside, payment, seen)
    for (const seen of disputes.value) await applyDispute(inside, payment, { seen, seenAt })
  })
  return true
}

/** Asks about refunds that are on their way and that no webhook spoke of for a day. */
export async function sweepReturns(context: Context): Promise<void> {
  const quiet = await inOneStatement(
    context.sql,
    (one) => one<{ paymentId: string }[]>`
      with due as (
        update refund set updated_at = app_now() from (
          select id from refund where state = 'pending' and updated_at < app_now() - interval '1 day'
          order by updated_at limit 50 for update skip locked
        ) quiet where refund.id = quiet.id returning charge_id)
      select distinct coalesce(h.id, t.id) as "paymentId" from due
      left join hold h on h.charge_id = due.charge_id and h.state = 'captured' left join tip t on t.charge_id = due.charge_id`,
  )
  for (const { paymentId } of quiet) {
    try {
      await refreshReturns(context, paymentId)
    } catch (error) {
      context.log.error({ err: error, paymentId }, 'payments: the sweep could not settle a refund')
      if (error instanceof PaymentsUnreachable) return
    }
  }
}
