import { NOBODYS_DOMAIN } from '../../../sync/account/mine.ts'
import type { DeskDebt, RefusedReversal } from '../../../sync/desk/returns.ts'
import type { Queryable } from '../../db/sql.ts'

/**
 * Returns the athletes whose balance is below zero (M12), the oldest debt first: since when, how much is being
 * taken back from their transfers, and which reversals the provider has refused since.
 */
export async function listDebts(sql: Queryable): Promise<DeskDebt[]> {
  const debts = await sql<(Omit<DeskDebt, 'refused' | 'since'> & { since: Date })[]>`
    with below as (
      select person_id, sum(amount_cents)::bigint as cents from ledger_entry
      where account = 'athlete_payable' and person_id is not null group by person_id having sum(amount_cents) > 0),
    standing as (
      select e.person_id, t.at, e.id, sum(e.amount_cents) over (partition by e.person_id order by e.id) as cents
      from ledger_entry e join below using (person_id) join ledger_transaction t on t.id = e.transaction_id
      where e.account = 'athlete_payable'),
    fallen as (
      select person_id, min(at) as since from standing s where s.id > coalesce(
        (select max(id) from standing above where above.person_id = s.person_id and above.cents <= 0), 0)
      group by person_id)
    select p.id, p.first_name || ' ' || p.last_name as name, p.username, nullif(p.email, p.id || ${NOBODYS_DOMAIN}) as email,
      b.cents as "amountCents", f.since, (
        select coalesce(sum(r.amount_cents), 0)::bigint from reversal r join payout o on o.id = r.payout_id
        where o.person_id = p.id and r.state = 'ordered') as "askedBackCents"
    from below b join fallen f using (person_id) join person p on p.id = b.person_id order by f.since, p.id`
  return Promise.all(
    debts.map(async ({ since, ...debt }) => ({
      ...debt,
      since: since.getTime(),
      refused: await refusedSince(sql, debt.id, since),
    })),
  )
}

/**
 * Returns the reversals refused since the debt began; an earlier debt, and its refusals, was settled by later
 * earnings.
 */
async function refusedSince(sql: Queryable, personId: string, since: Date): Promise<RefusedReversal[]> {
  const rows = await sql<(Omit<RefusedReversal, 'at'> & { at: Date })[]>`
    select p.transfer_id as "transferId", r.amount_cents as "amountCents", r.error, r.updated_at as at
    from reversal r join payout p on p.id = r.payout_id
    where p.person_id = ${personId} and r.state = 'refused' and r.created_at >= ${since}
    order by r.updated_at desc, r.id`
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}
