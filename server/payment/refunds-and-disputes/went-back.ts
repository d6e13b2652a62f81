import type { Queryable, Statement } from '../../db/sql.ts'

/**
 * What of a charge went back to its card, in cents, as a column beside the table that has its `charge_id`: what was
 * refunded or is on its way, and what its bank took back for good. A dispute that is open may still be won.
 */
export function wentBackColumn(on: Queryable, table: 'hold' | 'tip' | 'paid') {
  const chargeId = on(`${table}.charge_id`)
  return on`((select coalesce(sum(amount_cents), 0) from refund r where r.charge_id = ${chargeId} and r.state in ('pending', 'done'))
    + (select coalesce(sum(amount_cents), 0) from dispute d where d.charge_id = ${chargeId} and d.state = 'lost'))::int`
}

/** What of a charge its bank has in dispute and has not decided yet, in cents, as a column beside the same tables. */
export function inDisputeColumn(on: Queryable, table: 'hold' | 'tip' | 'paid') {
  return on`(select coalesce(sum(amount_cents), 0) from dispute d where d.charge_id = ${on(`${table}.charge_id`)}
    and d.state in ('needs-response', 'under-review'))::int`
}

/** Whether a booking `t` is of something that went back of a payment, or of something that came to us again after all. */
export const isReturn = (on: Queryable) =>
  on`t.charge_id is not null and t.kind in ('refund', 'refund-failed', 'dispute-lost', 'dispute-won')`

/** Whether something went back of any of these charges, and is in the books: then there is a credit note. */
export const isCorrectedColumn = (on: Queryable, chargeIds: Statement) =>
  on`exists (select from ledger_transaction t where t.charge_id in (${chargeIds}) and ${isReturn(on)})`
