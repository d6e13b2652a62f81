import { mayRefundMove, type RefundState } from '../../../sync/payment/refund.ts'
import { id } from '../../../sync/shape.ts'
import { InternalError } from '../../log.ts'
import { enqueueMail, tellAdmins } from '../../notify/enqueue.ts'
import type { TxContext } from '../../transact.ts'
import type { SeenRefund } from '../stripe/returns.ts'
import { bookReturn } from './book-return.ts'
import type { Payment } from './payment.ts'
import { tellShare } from './tell-share.ts'

/**
 * Applies a refund of a locked payment as it is at Stripe, including one made there. Books it once when its money
 * left, and books it back when the bank could not pay it out. The fan is told when it is done, and the athlete when
 * it is booked. If it fails after the fan's page showed it, on its way or done, those who were told are told again,
 * and so are admins, who have to look into it.
 */
export async function applyRefund(work: TxContext, payment: Payment, seen: SeenRefund): Promise<void> {
  const known = await takeIn(work, payment, seen)
  const { id: source, amountCents, state } = seen
  const takenCents = seen.isBooked
    ? await bookReturn(work, payment, { kind: 'refund', source, cents: amountCents })
    : null
  const givenCents = seen.isBack
    ? await bookReturn(work, payment, { kind: 'refund-failed', source, cents: -amountCents })
    : null
  if (known.state !== state && mayRefundMove(known.state, state)) {
    await moveRefund(work, known.id, state)
    await tellMove(work, payment, { cents: amountCents, from: known.state, to: state })
  }
  await tellShare(work, payment, { cents: (takenCents ?? 0) + (givenCents ?? 0), why: 'refund' })
}

type Move = { cents: number; from: RefundState; to: RefundState }

async function tellMove(
  work: TxContext,
  { questionId, of }: Payment,
  { cents, from, to }: Move,
): Promise<void> {
  const data = { cents: String(cents), of }
  if (to === 'done') await enqueueMail(work, { kind: 'refund-done', questionId, data })
  if (to !== 'failed') return
  // One that failed at once was never shown to the fan.
  if (from !== 'ordered')
    await enqueueMail(work, { kind: 'refund-failed', questionId, data: { ...data, from } })
  await tellAdmins(work, { kind: 'refund-came-back', questionId, data })
}

type Known = { id: string; state: RefundState }

/**
 * Returns the row of a refund, found by its Stripe id or by our own id; creates a row for a refund made at Stripe, of
 * the time at which it was made there.
 */
async function takeIn(work: TxContext, payment: Payment, seen: SeenRefund): Promise<Known> {
  const { tx, context } = work
  const named = id.safeParse(seen.metadata.refundId)
  const ownId = named.success ? named.data : null
  const [known] = await tx<Known[]>`
    update refund set stripe_refund_id = ${seen.id}, amount_cents = ${seen.amountCents}
    where charge_id = ${payment.chargeId}
      and (stripe_refund_id = ${seen.id} or (id = ${ownId} and stripe_refund_id is null)) returning id, state`
  if (known) return known
  const [taken] = await tx`select from refund where id = ${ownId}`
  const refundId = ownId && !taken ? ownId : context.random.id()
  const { questionId, chargeId } = payment
  await tx`
    insert into refund (id, question_id, charge_id, amount_cents, reason, stripe_refund_id, created_at)
    values (${refundId}, ${questionId}, ${chargeId}, ${seen.amountCents}, 'provider', ${seen.id}, ${seen.at})`
  return { id: refundId, state: 'ordered' }
}

/** Moves a refund of a locked payment to another state. Throws when that move is not allowed. */
export async function moveRefund({ tx }: TxContext, refundId: string, to: RefundState): Promise<void> {
  const [row] = await tx<{ state: RefundState }[]>`select state from refund where id = ${refundId} for update`
  if (!row || !mayRefundMove(row.state, to))
    throw new InternalError(`refund ${refundId} does not go from ${row?.state} to ${to}`)
  await tx`update refund set state = ${to}, updated_at = app_now() where id = ${refundId}`
}
