import { takenBackCents } from '../../../sync/money.ts'
import type { PaymentOf } from '../../../sync/payment/refund.ts'
import type { Queryable } from '../../db/sql.ts'
import { standingOf } from '../refunds-and-disputes/standing.ts'
import { isUndecided } from '../refunds-and-disputes/went-back.ts'

/** The athlete's part of a disputed payment, and when the payment was booked. */
export type Reserved = { cents: number; earnedAt: Date }

/**
 * Returns what an athlete would lose if every open dispute about their payments were lost. It stays in their
 * balance until each is decided. Inquiries count too, because they can become disputes. What is left of a payment
 * counts and no more, so that a refund during an inquiry frees what it took. A lost dispute that is appealed does not
 * count, because it was taken already.
 */
export async function reservedFor(sql: Queryable, personId: string): Promise<Reserved[]> {
  const open = await sql<{ chargeId: string; cents: number; of: PaymentOf; earnedAt: Date }[]>`
    select d.charge_id as "chargeId", sum(d.amount_cents)::int as cents, t.at as "earnedAt",
      case t.kind when 'tip' then 'tip' else 'answer' end as of
    from dispute d join ledger_transaction t on t.source = d.charge_id and t.kind in ('capture', 'tip')
    where ${isUndecided(sql)} and exists (
      select from ledger_entry e where e.transaction_id = t.id and e.account = 'athlete_payable' and e.person_id = ${personId})
    group by d.charge_id, t.at, t.kind`
  const reserved: Reserved[] = []
  for (const { chargeId, cents, of, earnedAt } of open) {
    const { leftCents } = await standingOf(sql, chargeId)
    reserved.push({ earnedAt, cents: takenBackCents(of, leftCents, cents) })
  }
  return reserved
}

/** Returns the sum of the same, in cents. */
export async function reservedCents(sql: Queryable, personId: string): Promise<number> {
  return (await reservedFor(sql, personId)).reduce((sum, { cents }) => sum + cents, 0)
}
