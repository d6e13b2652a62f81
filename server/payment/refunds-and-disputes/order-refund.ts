import { effectOfRefund, type paymentRefund } from '../../../sync/payment/refund.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Tx } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { enqueueOperation } from '../operation/operations.ts'
import { refundableOf } from './list-returns.ts'
import { lockPayment, type Payment } from './payment.ts'

/**
 * Orders the refund of a payment, in part or in full, for an admin. It is carried out once, and booked and told
 * when Stripe has made it. The device makes the id, so repeating the call with it is the same refund. Refuses
 * `not-found`, `refund-too-high` with the amount left (refunds on their way count), `payment-disputed`, `id-taken`,
 * and `changed-meanwhile` with the amount left when another one was seen.
 */
export async function orderRefund(
  work: TxContext,
  caller: Caller,
  { refundId, paymentId, amountCents, reason, leftCents: seenCents }: Infer<typeof paymentRefund>,
): Promise<Result<{ refundId: string }>> {
  if (!can(caller, 'refund-payment')) return refuse('not-allowed')
  const payment = await lockPayment(work, paymentId)
  if (!payment) return refuse('not-found')
  const known = await sameRefund(work.tx, payment, { refundId, amountCents })
  if (known !== null) return known ? done({ refundId }) : refuse('id-taken')
  const left = await refundableOf(work.tx, payment)
  const effect = effectOfRefund(left, amountCents)
  if (!effect.ok) return effect
  const { leftCents } = left
  if (seenCents !== undefined && seenCents !== leftCents) return refuse('changed-meanwhile', { leftCents })
  const { questionId, chargeId, of } = payment
  await placeRefund(work, { refundId, paymentId, questionId, chargeId, amountCents, reason })
  await recordAct(work, caller, {
    act: 'payment.refund',
    subject: questionId,
    detail: { refund: refundId, of, cents: amountCents, reason },
  })
  return done({ refundId })
}

type Order = Omit<Infer<typeof paymentRefund>, 'leftCents'> & { questionId: string; chargeId: string }

/** Orders a refund that is already permitted, in the caller's transaction. */
export async function placeRefund(
  work: TxContext,
  { refundId, paymentId, questionId, chargeId, amountCents, reason }: Order,
): Promise<void> {
  await work.tx`
    insert into refund (id, question_id, charge_id, amount_cents, reason)
    values (${refundId}, ${questionId}, ${chargeId}, ${amountCents}, ${reason})`
  await enqueueOperation(work, {
    subjectId: refundId,
    kind: 'refund',
    params: { paymentId, chargeId, amountCents },
  })
}

/** Returns whether the refund with this id is the same one; null when the id is unused. */
async function sameRefund(
  tx: Tx,
  { chargeId }: Payment,
  { refundId, amountCents }: { refundId: string; amountCents: number },
): Promise<boolean | null> {
  const [known] = await tx<{ chargeId: string; amountCents: number }[]>`
    select charge_id as "chargeId", amount_cents as "amountCents" from refund where id = ${refundId}`
  return known ? known.chargeId === chargeId && known.amountCents === amountCents : null
}
