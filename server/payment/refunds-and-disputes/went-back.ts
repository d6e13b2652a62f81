import type { Queryable, Statement } from '../../db/sql.ts'

/**
 * A column with how much of a charge was returned to its card, in cents: refunds that are done, and disputes that
 * were lost. An open dispute does not count, because it may still be won. The table must have a `charge_id`.
 */
export function wentBackColumn(on: Queryable, table: 'hold' | 'tip' | 'paid') {
  const chargeId = on(`${table}.charge_id`)
  return on`((select coalesce(sum(amount_cents), 0) from refund r where r.charge_id = ${chargeId} and r.state = 'done')
    + (select coalesce(sum(amount_cents), 0) from dispute d where d.charge_id = ${chargeId} and d.state = 'lost'))::int`
}

/** A column with how much of a charge is on its way back to its card, in cents: a bank may still refuse it. */
export function onItsWayColumn(on: Queryable, table: 'hold' | 'tip' | 'paid') {
  return on`(select coalesce(sum(amount_cents), 0) from refund r where r.charge_id = ${on(`${table}.charge_id`)}
    and r.state = 'pending')::int`
}

/** A column with how much of a charge is in open disputes, in cents, for the same tables. */
export function inDisputeColumn(on: Queryable, table: 'hold' | 'tip' | 'paid') {
  return on`(select coalesce(sum(amount_cents), 0) from dispute d where d.charge_id = ${on(`${table}.charge_id`)}
    and d.state in ('needs-response', 'under-review'))::int`
}

/** Whether a booking `t` is a return of money from a payment, or reverses one. */
export const isReturn = (on: Queryable) =>
  on`t.charge_id is not null and t.kind in ('refund', 'refund-failed', 'dispute-lost', 'dispute-won')`

/** Whether any of these charges has a booked return, and therefore a credit note. */
export const isCorrectedColumn = (on: Queryable, chargeIds: Statement) =>
  on`exists (select from ledger_transaction t where t.charge_id in (${chargeIds}) and ${isReturn(on)})`
