import type { TxContext } from '../transact.ts'
import { applyPaymentIntent } from './apply-payment-intent.ts'
import type { Operation, OperationHandler, Verdict } from './operation/operation-handler.ts'
import { enqueueOperation } from './operation/operations.ts'
import { lockHold, moveHold } from './store.ts'
import { groupOf, type PaymentIntent } from './stripe/payment-intents.ts'
import type { Payments } from './stripe.ts'

type HoldOperation = Operation<'create'> | Operation<'capture'> | Operation<'release'>

/** Returns the handler that creates, captures or cancels a hold's PaymentIntent. */
export function holdHandler(payments: Payments, operation: HoldOperation): OperationHandler<PaymentIntent> {
  const { subjectId: holdId, createdAt: from, triedAt: until } = operation
  return {
    call: () => callStripe(payments, operation),
    readBack: () =>
      operation.kind === 'create'
        ? payments.findPaymentIntent({ metadata: { holdId }, from, until })
        : payments.retrievePaymentIntent(operation.params.paymentIntentId),
    judge: (intent) => judge(operation, intent),
    lock: async ({ tx }) => void (await lockHold(tx, holdId)),
    settle: (work, verdict, intent) => settle(work, { operation, verdict, intent }),
    async renew(work) {
      if (operation.kind === 'create' && (await lockHold(work.tx, holdId)).state !== 'pending') return
      const { kind, params } = operation
      await enqueueOperation(work, { subjectId: holdId, kind, params } as Parameters<
        typeof enqueueOperation
      >[1])
    },
  }
}

function callStripe(
  payments: Payments,
  operation: HoldOperation,
): ReturnType<Payments['createPaymentIntent']> {
  const { kind, params, subjectId: holdId, key } = operation
  switch (kind) {
    case 'create': {
      const { askId, amountCents } = params
      const metadata = { askId, holdId }
      return payments.createPaymentIntent(
        { capture: 'manual', amountCents, group: groupOf(askId), metadata },
        key,
      )
    }
    case 'capture':
      return payments.capture(params.paymentIntentId, params.amountCents, key)
    case 'release':
      return payments.cancel(params.paymentIntentId, spokenReason(params.reason), key)
  }
}

const spokenReason = (reason: string) =>
  reason === 'cancelled-by-asker' ? 'requested_by_customer' : 'abandoned'

/**
 * Judges the PaymentIntent at Stripe against the order. A missing PaymentIntent proves nothing for a capture or a
 * release.
 */
function judge(operation: HoldOperation, intent: PaymentIntent | null): Verdict {
  if (operation.kind === 'create') return intent ? 'done' : 'absent'
  if (!intent) return 'unclear'
  if (operation.kind === 'capture') return judgeCapture(intent, operation.params.amountCents)
  if (intent.status === 'canceled') return 'done'
  return intent.status === 'succeeded' ? judgeTaken(intent, intent.amountCents) : 'absent'
}

/** Judges a release that came too late: a charge of the full amount with a known fee stands. */
const judgeTaken = (intent: PaymentIntent, amountCents: number): Verdict =>
  intent.receivedCents === amountCents && intent.charge?.feeCents != null ? 'gone' : 'unclear'

function judgeCapture(intent: PaymentIntent, amountCents: number): Verdict {
  switch (intent.status) {
    case 'succeeded':
      return intent.receivedCents === amountCents && intent.charge?.feeCents != null ? 'done' : 'unclear'
    case 'requires_capture':
      return 'absent'
    case 'processing':
      return 'unclear'
    default:
      return 'gone'
  }
}

type Outcome = { operation: HoldOperation; verdict: 'done' | 'gone'; intent: PaymentIntent }

/**
 * Writes the outcome of an operation into its hold. Releases a PaymentIntent that nobody wants now, so that
 * the card does not stay held.
 */
async function settle(work: TxContext, { operation, verdict, intent }: Outcome): Promise<void> {
  const hold = await lockHold(work.tx, operation.subjectId)
  let isLeftOver = false
  switch (operation.kind) {
    case 'create':
      await work.tx`
        update hold set payment_intent_id = ${intent.id}, client_secret = ${intent.clientSecret}, updated_at = app_now()
        where id = ${hold.id} and payment_intent_id is null`
      isLeftOver = hold.state !== 'pending'
      break
    case 'capture':
      if (verdict === 'done') await applyPaymentIntent(work, hold, intent)
      else if (hold.state === 'capturing') await moveHold(work, hold, { to: 'lapsed' })
      isLeftOver = verdict === 'gone' && intent.status !== 'canceled'
      break
    case 'release':
      if (hold.state !== 'releasing') break
      if (verdict === 'done') await moveHold(work, hold, { to: 'released' })
      else await applyPaymentIntent(work, hold, intent)
  }
  if (!isLeftOver) return
  const params = { paymentIntentId: intent.id, reason: 'left over' }
  await enqueueOperation(work, { subjectId: hold.id, kind: 'release', params })
}
