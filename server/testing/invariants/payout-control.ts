import type { Sql } from '../../db/sql.ts'
import type { Invariant } from './money.ts'

/** The ledger entries of what athletes are owed, each with the payment it belongs to. */
const owed = (sql: Sql) => sql`
  (select e.id, e.person_id, -e.amount_cents as cents, t.at, t.kind, t.source, coalesce(t.charge_id, t.source) as of
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.account = 'athlete_payable')`

/** Disputes over a whole payment as booked: from the entry that opened each to the entry that decided it. */
const disputed = (sql: Sql) => sql`
  (select t.charge_id, t.at, min(e.id) as from_id, coalesce((select min(z.id) from ledger_transaction y
      join ledger_entry z on z.transaction_id = y.id
      where y.source = t.source and y.kind in ('dispute-reinstated', 'dispute-lost')), 9223372036854775807) as to_id
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    join dispute d on d.id = t.source join (
      select ask_id, charge_id, amount_cents from hold union all select question_id, charge_id, amount_cents from tip) paid
      on paid.charge_id = t.charge_id and paid.amount_cents <= d.amount_cents
    where t.kind = 'dispute' group by t.charge_id, t.at, t.source)`

/** What an admin who stops payouts may rely on, at any moment. */
export const PAYOUTS_UNDER_CONTROL: Invariant[] = [
  {
    invariant: 'M14',
    says: 'a payout was ordered out of money that a bank disputed',
    // A dispute or refund of the last minute may not have been seen yet; such money is taken back afterwards.
    rows: (sql) => sql`
      select p.source, p.person_id, -p.cents as paid, left_.cents as left, out_.cents as disputed
      from (select * from ${owed(sql)} o where o.kind = 'payout' and exists (select from payout x where x.id::text = o.source)) p
      cross join lateral (select sum(o.cents)::int as cents from ${owed(sql)} o
        where o.person_id = p.person_id and o.id <= p.id
          and not (o.cents < 0 and o.kind not like 'payout%' and o.at > p.at - interval '1 minute')) left_
      cross join lateral (select coalesce(sum(o.cents), 0)::int as cents from ${disputed(sql)} d
        join ${owed(sql)} o on o.of = d.charge_id and o.person_id = p.person_id and o.id < p.id
        where d.from_id < p.id and d.to_id > p.id and d.at < p.at - interval '1 minute') out_
      where out_.cents > 0 and left_.cents < out_.cents`,
  },
  {
    invariant: 'M15',
    says: 'a payout by hand stands at more than is owed, although what it pays went back or is disputed',
    rows: (sql) => sql`
      select p.id, p.person_id, p.amount_cents, owed.cents as owed, disputed.cents as disputed from payout p
      cross join lateral (select coalesce(sum(o.cents), 0)::int + coalesce((select sum(r.amount_cents) from reversal r
          join payout x on x.id = r.payout_id where x.person_id = p.person_id and r.state = 'ordered'), 0)::int as cents
        from ${owed(sql)} o where o.person_id = p.person_id) owed
      cross join lateral (select coalesce(sum(o.cents), 0)::int as cents from ${owed(sql)} o
        join ${disputed(sql)} d on d.charge_id = o.of and d.to_id = 9223372036854775807
        where o.person_id = p.person_id and exists (select from dispute open where open.charge_id = o.of
          and open.state in ('needs-response', 'under-review'))) disputed
      where p.way = 'manual' and p.state = 'ordered' and owed.cents < disputed.cents`,
  },
  {
    invariant: 'M14',
    says: 'a payout was ordered, begun or transferred while it was held',
    // A payout that was handed over in the minutes before the hold goes on.
    rows: (sql) => sql`
      select p.id, p.state, moment.what, moment.at, h.held_at, h.resumed_at from payout p
      join payout_hold h on h.person_id = p.person_id or h.person_id is null
      cross join lateral (select 'ordered' as what, p.created_at as at union all select 'begun', p.begun_at
        union all select 'transferred', to_timestamp((o.body ->> 'created')::bigint) from stand_in.object o
          where o.object = 'transfer' and o.body #>> '{metadata,payoutId}' = p.id::text) moment
      where p.period not like 'last%' and moment.at > h.held_at + interval '10 minutes'
        and moment.at < coalesce(h.resumed_at, 'infinity') - interval '1 minute'`,
  },
]
