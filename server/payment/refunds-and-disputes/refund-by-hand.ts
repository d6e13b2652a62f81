import { effectOfRefund, type refundByHand as shape } from '../../../sync/payment/refund.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import { type Caller, can } from '../../../sync/roles.ts'
import type { Infer } from '../../../sync/shape.ts'
import { recordAct } from '../../audit/record-act.ts'
import type { Tx } from '../../db/sql.ts'
import { enqueueMail } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import { bookReturn } from './book-return.ts'
import { refundableOf } from './list-returns.ts'
import { isOwed } from './owed-refunds.ts'
import { lockPayment, payments } from './payment.ts'
import { tellShare } from './tell-share.ts'

type Nothing = Record<string, never>

/**
 * Books a refund that did not reach the card and that the team has paid to the fan from our bank. It is booked once,
 * takes the athlete's part as any refund does, and the fan and the athlete are told. Refuses `not-found`;
 * `already-decided` when the refund is not owed, or was paid by hand with another reference; `payment-disputed` and
 * `refund-too-high` as for a refund; and `changed-meanwhile` with the amount left when another one was seen.
 */
export async function refundByHand(
  work: TxContext,
  caller: Caller,
  { refundId, reference, leftCents: seenCents }: Infer<typeof shape>,
): Promise<Result<Nothing>> {
  if (!can(caller, 'refund-payment')) return refuse('not-allowed')
  const paymentId = await paymentOf(work.tx, refundId)
  const payment = paymentId && (await lockPayment(work, paymentId))
  const refund = await readRefund(work.tx, refundId)
  if (!payment || !refund) return refuse('not-found')
  if (isSame(refund, { paidBy: caller.personId, reference })) return done({})
  if (!refund.isOwed) return refuse('already-decided')
  const { amountCents } = refund
  const left = await refundableOf(work.tx, payment)
  const effect = effectOfRefund(left, amountCents)
  if (!effect.ok) return effect
  if (seenCents !== left.leftCents) return refuse('changed-meanwhile', { leftCents: left.leftCents })
  const { questionId, of } = payment
  // Nothing typed about a fan is kept once they were erased.
  const kept = refund.isErased ? '' : reference
  await work.tx`
    update refund set by_hand_at = app_now(), by_hand_by = ${caller.personId}, by_hand_reference = ${kept}
    where id = ${refundId}`
  const returned = { kind: 'refund-by-hand', source: refundId, cents: amountCents } as const
  const takenCents = await bookReturn(work, payment, returned)
  await recordAct(work, caller, {
    act: 'refund.by-hand',
    subject: questionId,
    detail: { refund: refundId, of, cents: amountCents },
  })
  const data = { cents: String(amountCents), of }
  await enqueueMail(work, { kind: 'refund-by-hand', questionId, data })
  await tellShare(work, payment, { cents: takenCents ?? 0, why: 'refund' })
  return done({})
}

async function paymentOf(tx: Tx, refundId: string): Promise<string | null> {
  const [found] = await tx<{ id: string }[]>`
    select p.id from refund r join ${payments(tx)} p on p."chargeId" = r.charge_id where r.id = ${refundId}`
  return found?.id ?? null
}

type Owed = {
  amountCents: number
  /** Who recorded that it was paid by hand, and the reference; null where it was not. */
  paidBy: string | null
  reference: string | null
  isOwed: boolean
  isErased: boolean
}

/**
 * Checks whether the refund was recorded as paid with this reference; of a fan who was erased none is kept, and whoever
 * recorded it decides.
 */
function isSame(known: Owed, { paidBy, reference }: Pick<Owed, 'paidBy' | 'reference'>): boolean {
  return known.reference === reference || (known.reference === '' && known.paidBy === paidBy)
}

/** Returns a refund of a payment that the caller has locked. */
async function readRefund(tx: Tx, refundId: string): Promise<Owed | null> {
  const [refund] = await tx<Owed[]>`
    select r.amount_cents as "amountCents", r.by_hand_by as "paidBy", r.by_hand_reference as reference,
      ${isOwed(tx)} as "isOwed", fan is null as "isErased"
    from (select r.*, nullif(trim(concat_ws(' ', q.asker ->> 'firstName', q.asker ->> 'lastName')), '') as fan
      from refund r join question q on q.id = r.question_id) r where r.id = ${refundId}`
  return refund ?? null
}
