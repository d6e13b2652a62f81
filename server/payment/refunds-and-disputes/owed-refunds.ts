import type { OwedRefund } from '../../../sync/desk/returns.ts'
import type { Queryable } from '../../db/sql.ts'

/**
 * Whether a refund `r` did not reach its card, and was neither paid by hand nor made again. The view `owed_refund` has
 * the rule, because the list of stuck orders follows it too.
 */
export const isOwed = (on: Queryable) => on`exists (select from owed_refund owed where owed.id = r.id)`

/** Returns the refunds of a payment that did not reach the card and are still owed, oldest first. */
export async function owedRefundsOf(sql: Queryable, chargeId: string): Promise<OwedRefund[]> {
  const rows = await sql<(Omit<OwedRefund, 'at'> & { at: Date })[]>`
    select id, created_at as at, amount_cents as "amountCents" from refund r
    where charge_id = ${chargeId} and ${isOwed(sql)} order by created_at, id`
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}
