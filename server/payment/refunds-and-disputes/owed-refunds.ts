import type { OwedRefund } from '../../../sync/desk/returns.ts'
import type { Queryable } from '../../db/sql.ts'

/**
 * Whether a refund `r` did not reach its card, and was neither paid by hand nor made again: no refund after it went
 * out, and none of the same amount was paid by hand since. `stuck_money` lists its order by the same rule.
 */
export const isOwed = (on: Queryable) => on`(r.state in ('refused', 'failed') and r.by_hand_at is null
  and not exists (select from refund other where other.charge_id = r.charge_id
    and (other.created_at > r.created_at and other.state not in ('refused', 'failed')
      or other.by_hand_at > r.created_at and other.amount_cents = r.amount_cents)))`

/** Returns the refunds of a payment that did not reach the card and are still owed, oldest first. */
export async function owedRefundsOf(sql: Queryable, chargeId: string): Promise<OwedRefund[]> {
  const rows = await sql<(Omit<OwedRefund, 'at'> & { at: Date })[]>`
    select id, created_at as at, amount_cents as "amountCents" from refund r
    where charge_id = ${chargeId} and ${isOwed(sql)} order by created_at, id`
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}
