import type { PaymentOf } from '../../../sync/payment/refund.ts'
import type { Queryable } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'
import { lockHold } from '../store.ts'
import { lockTip } from '../tip/store.ts'

/** What was taken from a card: for an answer (then `id` is its hold's), or as a tip. */
export type Payment = {
  id: string
  of: PaymentOf
  questionId: string
  athleteId: string
  chargeId: string
  paidCents: number
}

/** Every payment there is; a fragment for the FROM of a query. */
export const payments = (sql: Queryable) => sql`
  (select p.*, q.athlete_id as "athleteId" from (
    select id, 'answer' as of, ask_id as "questionId", charge_id as "chargeId", amount_cents as "paidCents", updated_at as at
      from hold where state = 'captured'
    union all
    select id, 'tip', question_id, charge_id, amount_cents, paid_at from tip where state = 'paid') p
  join question q on q.id = p."questionId")`

/** The payment of this id, if anything was taken. */
export async function paymentById(sql: Queryable, id: string): Promise<Payment | null> {
  const [payment] = await sql<Payment[]>`select * from ${payments(sql)} payment where id = ${id}`
  return payment ?? null
}

/** The payment, locked in the order that every verb locks in: what goes back of it, goes one after the other. */
export async function lockPayment(work: TxContext, id: string): Promise<Payment | null> {
  const payment = await paymentById(work.tx, id)
  if (payment?.of === 'answer') await lockHold(work.tx, id)
  if (payment?.of === 'tip') await lockTip(work.tx, id)
  return payment
}
