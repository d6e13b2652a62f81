import type { Queryable, Statement } from '../../db/sql.ts'
import { leftColumn } from './standing.ts'

type Paid = 'hold' | 'tip' | 'paid'

/**
 * A column with how much of a charge went back to its fan, in cents: refunds that are done or were paid by hand, and
 * disputes that are booked as lost and not won since, because an appeal brings nothing back until it is won. An open
 * dispute does not count, because it may still be won. The table must have a `charge_id`.
 */
export function wentBackColumn(on: Queryable, table: Paid) {
  const chargeId = on(`${table}.charge_id`)
  return on`((select coalesce(sum(amount_cents), 0) from refund r where r.charge_id = ${chargeId}
      and (r.state = 'done' or r.by_hand_at is not null))
    - (select coalesce(sum(e.amount_cents), 0) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.charge_id = ${chargeId} and t.kind in ('dispute-lost', 'dispute-won') and e.account = 'disputed'))::int`
}

/** A column with how much of a charge was paid back by hand, and not to its card, in cents. */
export function byHandColumn(on: Queryable, table: Paid) {
  return on`(select coalesce(sum(amount_cents), 0) from refund r where r.charge_id = ${on(`${table}.charge_id`)}
    and r.by_hand_at is not null)::int`
}

/** A column with how much of a charge is on its way back to its card, in cents: a bank may still refuse it. */
export function onItsWayColumn(on: Queryable, table: Paid) {
  return on`(select coalesce(sum(amount_cents), 0) from refund r where r.charge_id = ${on(`${table}.charge_id`)}
    and r.state = 'pending')::int`
}

/** Whether a bank took money for a dispute `d`. It takes none for an inquiry, so that one can be refunded. */
export const isWithdrawn = (on: Queryable) =>
  on`exists (select from ledger_transaction w where w.kind = 'dispute' and w.source = d.id)`

/**
 * Whether a dispute `d` is open and what it is about did not go back, inquiries included. While a lost dispute is
 * appealed, its money has gone back.
 */
export const isUndecided = (on: Queryable) => on`d.state in ('needs-response', 'under-review') and (
  not exists (select from ledger_transaction l where l.kind = 'dispute-lost' and l.source = d.id)
  or exists (select from ledger_transaction l where l.kind = 'dispute-won' and l.source = d.id))`

/** A column with how much of a charge is in undecided disputes and inquiries, in cents, for the same tables. */
export function inDisputeColumn(on: Queryable, table: Paid) {
  const taken = on`select coalesce(sum(d.amount_cents), 0) from dispute d
    where d.charge_id = ${on(`${table}.charge_id`)} and ${isWithdrawn(on)} and ${isUndecided(on)}`
  return on`((${taken}) + ${inquiryColumn(on, table)})::int`
}

/**
 * A column with how much of a charge banks only ask about, in cents, for the same tables: no more than what is left,
 * because nobody asks any longer about what was refunded.
 */
export function inquiryColumn(on: Queryable, table: Paid) {
  const chargeId = on(`${table}.charge_id`)
  return on`(select coalesce(sum(least(d.amount_cents, ${leftColumn(on, on`d.charge_id`)})), 0)::int from dispute d
    where d.charge_id = ${chargeId} and not ${isWithdrawn(on)} and ${isUndecided(on)})`
}

/** Whether a booking `t` is a return of money from a payment, or reverses one. */
export const isReturn = (on: Queryable) =>
  on`t.charge_id is not null and t.kind in ('refund', 'refund-failed', 'refund-by-hand', 'dispute-lost', 'dispute-won')`

/** Whether any of these charges has a booked return, and therefore a credit note. */
export const isCorrectedColumn = (on: Queryable, chargeIds: Statement) =>
  on`exists (select from ledger_transaction t where t.charge_id in (${chargeIds}) and ${isReturn(on)})`
