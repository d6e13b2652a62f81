import { InternalError } from '../../log.ts'
import type { Operation, OperationHandler } from '../operation/operation-handler.ts'
import { enqueueOperation } from '../operation/operations.ts'
import type { SeenRefund } from '../stripe/returns.ts'
import type { Payments } from '../stripe.ts'
import { applyRefund, moveRefund } from './apply-refund.ts'
import { lockPayment } from './payment.ts'

/**
 * Returns the handler that makes a refund. Unlike a capture, a refund can be made twice at Stripe, so it is looked
 * for before it is ordered again.
 */
export function refundHandler(
  payments: Payments,
  operation: Operation<'refund'>,
): OperationHandler<SeenRefund> {
  const { subjectId: refundId, params, key } = operation
  const { paymentId, chargeId, amountCents } = params
  return {
    call: () => payments.refund({ chargeId, amountCents, refundId }, key),
    async readBack() {
      const found = await payments.listRefunds(chargeId)
      if (!found.ok) return found
      return { ok: true, value: found.value.find(({ metadata }) => metadata.refundId === refundId) ?? null }
    },
    judge: (seen) => (seen ? 'done' : 'absent'),
    lock: async (work) => void (await lockPayment(work, paymentId)),
    async settle(work, _, seen) {
      const payment = await lockPayment(work, paymentId)
      if (!payment) throw new InternalError(`refund ${refundId} is of no payment ${paymentId}`)
      await applyRefund(work, payment, seen)
    },
    renew: async (work) =>
      void (await enqueueOperation(work, { subjectId: refundId, kind: 'refund', params })),
    async refuse(work, why) {
      await work.tx`update refund set error = ${why} where id = ${refundId}`
      await moveRefund(work, refundId, 'refused')
    },
  }
}
