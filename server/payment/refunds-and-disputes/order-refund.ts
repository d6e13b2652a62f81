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
 * An admin sends a payment back to the card it came from, whole or in part: ordered here, carried out once, booked and
 * told when Stripe has done it. The id is the device's: the same one is the same refund. Refuses `not-found`,
 * `refund-too-high` with what is left (what is on its way counts), `payment-disputed`, `id-taken`.
 */
export async function orderRefund(
  work: TxContext,
  caller: Caller,
  { refundId, paymentId, amountCents, reason }: Infer<typeof paymentRefund>,
): Promise<Result<{ refundId: string }>> {
  if (!can(caller, 'refund-payment')) return refuse('not-allowed')
  const payment = await lockPayment(work, paymentId)
  if (!payment) return refuse('not-found')
  const known = await sameRefund(work.tx, payment, { refundId, amountCents })
  if (known !== null) return known ? done({ refundId }) : refuse('id-taken')
  const effect = effectOfRefund(await refundableOf(work.tx, payment), amountCents)
  if (!effect.ok) return effect
  const { questionId, chargeId, of } = payment
  await placeRefund(work, { refundId, paymentId, questionId, chargeId, amountCents, reason })
  await recordAct(work, caller, {
    act: 'payment.refund',
    subject: questionId,
    detail: { refund: refundId, of, cents: amountCents, reason },
  })
  return done({ refundId })
}

type Order = Infer<typeof paymentRefund> & { questionId: string; chargeId: string }

/** The order of a refund that may be given, in the transaction that wants it. */
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

/** Null: there is none of this id yet. */
async function sameRefund(
  tx: Tx,
  { chargeId }: Payment,
  { refundId, amountCents }: { refundId: string; amountCents: number },
): Promise<boolean | null> {
  const [known] = await tx<{ chargeId: string; amountCents: number }[]>`
    select charge_id as "chargeId", amount_cents as "amountCents" from refund where id = ${refundId}`
  return known ? known.chargeId === chargeId && known.amountCents === amountCents : null
}
