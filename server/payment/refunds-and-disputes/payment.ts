import type { PaymentOf } from '../../../sync/payment/refund.ts'
import type { Queryable } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { lockHold } from '../store.ts'
import { lockTip } from '../tip/store.ts'

/** A card payment for an answer, whose `id` is its hold's, or for a tip. */
export type Payment = {
  id: string
  of: PaymentOf
  questionId: string
  athleteId: string
  chargeId: string
  paidCents: number
}

/** All payments; a FROM fragment. */
export const payments = (sql: Queryable) => sql`
  (select p.*, q.athlete_id as "athleteId" from (
    select id, 'answer' as of, ask_id as "questionId", charge_id as "chargeId", amount_cents as "paidCents", updated_at as at
      from hold where state = 'captured'
    union all
    select id, 'tip', question_id, charge_id, amount_cents, paid_at from tip where state = 'paid') p
  join question q on q.id = p."questionId")`

/** Returns the payment with this id; null when nothing was charged. */
export async function paymentById(sql: Queryable, id: string): Promise<Payment | null> {
  const [payment] = await sql<Payment[]>`select * from ${payments(sql)} payment where id = ${id}`
  return payment ?? null
}

/**
 * Locks a payment and returns it, so that returns of its money run one after another. Locks in the order that every
 * verb uses.
 */
export async function lockPayment(work: TxContext, id: string): Promise<Payment | null> {
  const payment = await paymentById(work.tx, id)
  if (payment?.of === 'answer') await lockHold(work.tx, id)
  if (payment?.of === 'tip') await lockTip(work.tx, id)
  return payment
}
