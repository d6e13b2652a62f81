import type { Queryable, Statement } from '../../db/sql.ts'

/** The rest of a payment according to the books, and the athlete's part of that rest, in cents. */
type Standing = { leftCents: number; athleteCents: number }

/** The ledger entries `e` of the transactions `t` of a payment. */
const entriesOf = (on: Queryable, chargeId: Statement) => on`
  ledger_transaction t join ledger_entry e on e.transaction_id = t.id
  where t.charge_id = ${chargeId} or (t.source = ${chargeId} and t.kind in ('capture', 'tip'))`

const leftOf = (on: Queryable) => on`
  coalesce(sum(e.amount_cents) filter (where e.account = 'stripe_balance' and (t.kind like 'refund%' or e.amount_cents > 0
    and t.kind in ('capture', 'tip')) or e.account = 'company_bank' and t.kind = 'refund-by-hand'
    or e.account = 'disputed' and t.kind in ('dispute-lost', 'dispute-won')), 0)`

/**
 * Sums the ledger entries of a payment and reads nothing else, so that the result is right in whatever order they
 * were booked.
 */
export async function standingOf(sql: Queryable, chargeId: string): Promise<Standing> {
  const [row] = await sql<Standing[]>`
    select ${leftOf(sql)}::bigint as "leftCents",
      coalesce(-sum(e.amount_cents) filter (where e.account = 'athlete_payable'), 0)::bigint as "athleteCents"
    from ${entriesOf(sql, sql`${chargeId}`)}`
  return row ?? { leftCents: 0, athleteCents: 0 }
}

/** A column with the rest of a payment according to the books, in cents, and 0 where more than all went back. */
export const leftColumn = (on: Queryable, chargeId: Statement) =>
  on`(select greatest(0, ${leftOf(on)}) from ${entriesOf(on, chargeId)})`
