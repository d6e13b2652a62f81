import type { Queryable } from '../../db/sql.ts'

/**
 * What of a charge went back to its card, in cents, as a column beside the table that has its `charge_id`: what was
 * refunded or is on its way, and what its bank took back for good. A dispute that is open may still be won.
 */
export function wentBackColumn(on: Queryable, table: 'hold' | 'tip' | 'paid') {
  const chargeId = on(`${table}.charge_id`)
  return on`((select coalesce(sum(amount_cents), 0) from refund r where r.charge_id = ${chargeId} and r.state in ('pending', 'done'))
    + (select coalesce(sum(amount_cents), 0) from dispute d where d.charge_id = ${chargeId} and d.state = 'lost'))::int`
}
