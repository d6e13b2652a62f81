import type { Sql } from '../../db/sql.ts'
import type { Invariant } from './money.ts'

const objects = (sql: Sql, kind: 'refund' | 'dispute') => sql`
  (select id, body ->> 'charge' as charge, body ->> 'status' as status, (body ->> 'amount')::int as cents,
    body #>> '{metadata,refundId}' as refund_id from stand_in.object where object = ${kind}) o`

/** What holds at any moment, even while faults strike. */
export const RETURNS_ALWAYS: Invariant[] = [
  {
    invariant: 'M12',
    says: 'one refund was made twice',
    rows: (sql) => sql`
      select o.refund_id, count(*)::int as times from ${objects(sql, 'refund')} where o.refund_id is not null
      group by 1 having count(*) > 1`,
  },
  {
    invariant: 'M12',
    says: 'more went back by our hand than was paid',
    rows: (sql) => sql`
      select r.charge_id, sum(r.amount_cents)::int as back from refund r where r.state in ('ordered', 'pending', 'done') or r.by_hand_at is not null
      group by 1 having sum(r.amount_cents) > (
        select amount_cents from (select charge_id, amount_cents from hold union all select charge_id, amount_cents from tip) p
        where p.charge_id = r.charge_id limit 1) + coalesce((
        -- what was refunded at the provider while ours was on its way is refused there
        select sum(x.amount_cents) from refund x where x.charge_id = r.charge_id and x.state = 'ordered'), 0)`,
  },
]

/** What holds when everything has come to its end. */
export const RETURNS_AT_END: Invariant[] = [
  {
    invariant: 'M12',
    says: 'a refund is another one here than at the provider',
    rows: (sql) => sql`
      select r.id, r.state, r.amount_cents, r.error, o.id as there, o.status, o.cents from refund r
      full join ${objects(sql, 'refund')} on o.id = r.stripe_refund_id
      where case r.state when 'done' then 'succeeded' when 'failed' then 'failed' when 'pending' then 'pending' end
        is distinct from o.status or r.amount_cents is distinct from coalesce(o.cents, r.amount_cents) or r.state = 'ordered'
        or r.state = 'refused' and exists (select from stand_in.object x where x.object = 'refund'
          and x.body #>> '{metadata,refundId}' = r.id::text)`,
  },
  {
    invariant: 'M12',
    says: 'a dispute is another one here than at the provider',
    rows: (sql) => sql`
      select d.id, d.state, d.amount_cents, o.id as there, o.status, o.cents from dispute d
      full join ${objects(sql, 'dispute')} on o.id = d.id
      where replace(d.state, '-', '_') is distinct from o.status or d.amount_cents is distinct from o.cents`,
  },
  {
    invariant: 'M7 M12',
    says: 'an athlete has not exactly their part of what is left of a payment',
    rows: (sql) => sql`
      select * from (
        select p.charge_id, p.of, p.amount_cents, gone.cents as gone, has.cents as has,
          greatest(0, p.amount_cents - gone.cents) as rest from (
          select charge_id, amount_cents, 'answer' as of from hold where state = 'captured'
          union all select charge_id, amount_cents, 'tip' from tip where state = 'paid') p
        cross join lateral (
          select coalesce(sum((o.body ->> 'amount')::int), 0)::int
            + (select coalesce(sum(r.amount_cents), 0)::int from refund r where r.charge_id = p.charge_id and r.by_hand_at is not null) as cents
          from stand_in.object o where o.body ->> 'charge' = p.charge_id
            and (o.object = 'refund' and o.body ->> 'status' <> 'failed' or o.object = 'dispute' and o.body ->> 'status' = 'lost')) gone
        cross join lateral (
          select coalesce(-sum(e.amount_cents), 0)::int as cents from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
          where e.account = 'athlete_payable' and (t.charge_id = p.charge_id or t.source = p.charge_id)) has
      ) payment
      where has <> case of when 'answer' then floor((rest * 80 + 50) / 100)::int
        else greatest(0, rest - 30 - floor((rest * 29 + 500) / 1000)::int) end`,
  },
  {
    invariant: 'M5',
    says: 'what a bank holds in dispute is not what is open',
    rows: (sql) => sql`
      select * from (select coalesce((select sum(amount_cents) from ledger_entry where account = 'disputed'), 0)::int as booked,
        coalesce((select sum((body ->> 'amount')::int) from stand_in.object where object = 'dispute'
          and body ->> 'status' not in ('won', 'lost')), 0)::int as open) disputed where booked <> open`,
  },
  {
    invariant: 'N1',
    says: 'a refund was done and not told, or told twice',
    rows: (sql) => sql`
      select q.id, told.times, (select count(*)::int from refund r where r.question_id = q.id and r.state = 'done') as done
      from question q cross join lateral (select count(*)::int as times from mail m
        where m.question_id = q.id and m.kind = 'refund-done' and m.sent_at is not null) told
      where told.times <> (select count(*) from refund r where r.question_id = q.id and r.state = 'done')`,
  },
  {
    invariant: 'M12 N1',
    says: 'a refund that was paid by hand is not booked from our bank, or not told, once',
    rows: (sql) => sql`
      select r.id, booked.cents, told.times from refund r
      cross join lateral (select coalesce(-sum(e.amount_cents), 0)::int as cents from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id and e.account = 'company_bank'
        where t.kind = 'refund-by-hand' and t.source = r.id::text) booked
      cross join lateral (select count(*)::int as times from mail m
        where m.question_id = r.question_id and m.kind = 'refund-by-hand' and m.sent_at is not null) told
      where booked.cents <> case when r.by_hand_at is null then 0 else r.amount_cents end
        or told.times <> (select count(*) from refund o where o.question_id = r.question_id and o.by_hand_at is not null)`,
  },
]
