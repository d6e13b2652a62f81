import type { Operation, OperationHandler } from '../operation/operation-handler.ts'
import { enqueueOperation } from '../operation/operations.ts'
import { groupOf, type PaymentIntent } from '../stripe/payment-intents.ts'
import type { Payments } from '../stripe.ts'
import { applyTip } from './apply-tip.ts'
import { lockTip } from './store.ts'

/**
 * Returns the handler that makes a tip's PaymentIntent, which is charged as soon as the card is confirmed, or
 * cancels it.
 */
export function tipHandler(
  payments: Payments,
  operation: Operation<'tip'> | Operation<'tip-release'>,
): OperationHandler<PaymentIntent> {
  return operation.kind === 'tip' ? opening(payments, operation) : releasing(payments, operation)
}

function opening(payments: Payments, operation: Operation<'tip'>): OperationHandler<PaymentIntent> {
  const { subjectId: tipId, params, createdAt: from, triedAt: until } = operation
  const { questionId, amountCents } = params
  const metadata = { questionId, tipId }
  return {
    call: () =>
      payments.createPaymentIntent(
        { capture: 'automatic', amountCents, group: groupOf(questionId), metadata },
        operation.key,
      ),
    readBack: () => payments.findPaymentIntent({ metadata: { tipId }, from, until }),
    judge: (intent) => (intent ? 'done' : 'absent'),
    lock: async ({ tx }) => void (await lockTip(tx, tipId)),
    async settle(work, _, intent) {
      const { state } = await lockTip(work.tx, tipId)
      await work.tx`
        update tip set payment_intent_id = ${intent.id}, client_secret = ${intent.clientSecret}, updated_at = app_now()
        where id = ${tipId} and payment_intent_id is null`
      if (state === 'pending') return
      await enqueueOperation(work, {
        subjectId: tipId,
        kind: 'tip-release',
        params: { paymentIntentId: intent.id },
      })
    },
    async renew(work) {
      if ((await lockTip(work.tx, tipId)).state === 'pending')
        await enqueueOperation(work, { subjectId: tipId, kind: 'tip', params })
    },
  }
}

function releasing(payments: Payments, operation: Operation<'tip-release'>): OperationHandler<PaymentIntent> {
  const { subjectId: tipId, params, key } = operation
  return {
    call: () => payments.cancel(params.paymentIntentId, 'abandoned', key),
    readBack: () => payments.retrievePaymentIntent(params.paymentIntentId),
    judge(intent) {
      if (!intent || intent.status === 'processing') return 'unclear'
      if (intent.status === 'canceled') return 'done'
      // the card was confirmed first, so the tip is paid, but it can be booked only once its fee is known
      if (intent.status === 'succeeded') return intent.charge?.feeCents == null ? 'unclear' : 'gone'
      return 'absent'
    },
    lock: async ({ tx }) => void (await lockTip(tx, tipId)),
    settle: async (work, _, intent) => void (await applyTip(work, await lockTip(work.tx, tipId), intent)),
    renew: async (work) =>
      void (await enqueueOperation(work, { subjectId: tipId, kind: 'tip-release', params })),
  }
}
