import { LIMITS } from '../../../sync/limits.ts'
import type { Sql, Statement } from '../../db/sql.ts'
import type { Invariant } from './money.ts'
import { PAYOUTS_UNDER_CONTROL } from './payout-control.ts'

/** A Monday; every second Monday from it ends a fortnight. */
const FIRST_MONDAY = Date.UTC(2026, 0, 5)

/** The stand-in's transfers, each with the id of its payout. */
const transfers = (sql: Sql) => sql`
  (select o.id, o.body #>> '{metadata,payoutId}' as payout_id, (o.body ->> 'amount')::int as cents,
    o.body ->> 'destination' as account_id from stand_in.object o where o.object = 'transfer') s`

/** The stand-in's reversals of transfers. */
const reversals = (sql: Sql) => sql`
  (select o.id, o.body #>> '{metadata,reversalId}' as reversal_id, (o.body ->> 'amount')::int as cents from stand_in.object o
    where o.object = 'transfer_reversal') s`

/** The ledger entries of what athletes are owed, in the order of `id`; a positive amount is owed to the athlete. */
const owed = (sql: Sql) => sql`
  (select e.id, e.person_id, -e.amount_cents as cents, t.at, t.kind, t.source, coalesce(t.charge_id, t.source) as of
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id where e.account = 'athlete_payable')`

/** Each payout of a period, with the period's end and the payout's own ledger entry. */
const ordered = (sql: Sql) => sql`
  (select p.id, p.person_id, p.period, -o.cents as cents, o.id as entry_id, o.at,
      (substring(p.period from '[0-9]{4}-[0-9]{2}-[0-9]{2}') || 'T00:00Z')::timestamptz as ends_at
    from payout p join ${owed(sql)} o on o.kind = 'payout' and o.source = p.id::text where p.period not like 'last%') p`

/** The latest fortnight and month whose payouts have been due for a day. */
const due = (sql: Sql) => sql`
  (select 'fortnight' as kind, to_timestamp(${FIRST_MONDAY / 1000}
      + floor((extract(epoch from settled)::float8 - ${FIRST_MONDAY / 1000}) / 1209600) * 1209600) as ends_at
    from (select app_now() - interval '4 days' as settled) s
  union all select 'month', date_trunc('month', app_now() - interval '4 days', 'UTC')) due`

/** What holds at any moment, even while faults strike. */
export const PAYOUTS_ALWAYS: Invariant[] = [
  {
    invariant: 'M3',
    says: 'a payout was transferred twice, for another amount, to another account, or although it is paid by hand or cancelled',
    rows: (sql) => sql`
      select s.payout_id, count(*)::int as transfers, sum(s.cents)::int as cents, max(p.amount_cents) as ordered
      from ${transfers(sql)} left join payout p on p.id::text = s.payout_id group by s.payout_id
      having count(*) > 1 or sum(s.cents) is distinct from max(p.amount_cents)
        or bool_or(p.way = 'manual' or p.state = 'cancelled' or p.account_id is distinct from s.account_id)`,
  },
  {
    invariant: 'M3',
    says: 'an account was made twice for one athlete',
    rows: (sql) => sql`
      select o.body #>> '{metadata,payoutAccountId}' as account, count(*)::int as made from stand_in.object o
      where o.object = 'account' group by 1 having count(*) > 1`,
  },
  {
    invariant: 'M11',
    says: 'an athlete was paid more than they had earned, or twice for a period',
    rows: (sql) => sql`
      select e.person_id::text, sum(e.amount_cents)::int as over from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where e.account = 'athlete_payable' and t.kind in ('capture', 'tip', 'payout', 'payout-deducted', 'payout-cancelled', 'payout-returned') group by e.person_id having sum(e.amount_cents) > 0
      union all select person_id || ' ' || left(period, 23), count(*)::int from payout
        group by person_id, left(period, 23) having count(*) > 1`,
  },
  {
    invariant: 'M11',
    says: 'more was paid for a period than was earned before its end and still owed (D34)',
    // A refund of the last minute may not have been seen yet; such money is taken back afterwards.
    rows: (sql) => sql`
      select p.id, p.period, p.cents, before.cents as owed from ${ordered(sql)} cross join lateral (
        select coalesce(sum(o.cents), 0)::int as cents from ${owed(sql)} o
        where o.person_id = p.person_id and o.id < p.entry_id and case
          when o.kind like 'payout%' then true
          when o.cents < 0 and o.at > p.ends_at and o.at > p.at - interval '1 minute' then false
          else exists (select from ${owed(sql)} earned where earned.source = o.of and earned.kind in ('capture', 'tip')
            and earned.person_id = p.person_id and earned.at < p.ends_at) end) before
      where p.cents > before.cents`,
  },
  {
    invariant: 'M14',
    says: 'a payout is not booked as it stands: owed no more, in clearing until it is paid; owed again once it is cancelled or came back',
    rows: (sql) => sql`
      select p.id, p.state, p.amount_cents, booked.* from payout p left join lateral (
        select coalesce(sum(e.amount_cents) filter (where e.account = 'athlete_payable'), 0)::int as owed,
          coalesce(sum(e.amount_cents) filter (where e.account = 'payout_clearing'), 0)::int as clearing
        from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where e.person_id = p.person_id and t.source in (select p.id::text union select p.transfer_id
          union select d.id::text from payout_deduction d where d.payout_id = p.id)
      ) booked on true
      where (booked.owed, booked.clearing) is distinct from
        (case when p.state = 'cancelled' or exists (select from payout_setback b where b.payout_id = p.id and b.kind = 'came-back') then 0
            else p.amount_cents end,
          case when p.state in ('paid', 'cancelled') then 0 else -p.amount_cents end)`,
  },
  {
    invariant: 'M5 M12',
    says: 'a debt was written off of somebody who was not erased, or more of it booked back than was written off',
    rows: (sql) => sql`
      select e.person_id, sum(e.amount_cents)::int as cents from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where e.account = 'athlete_payable' and t.kind like 'written-off%' group by e.person_id
      having sum(e.amount_cents) > 0
        or not exists (select from leaving l where l.person_id = e.person_id and l.erased_at is not null)`,
  },
  ...PAYOUTS_UNDER_CONTROL,
  {
    invariant: 'M12',
    says: 'one share was taken back twice, or another amount than was ordered',
    rows: (sql) => sql`
      select s.reversal_id, count(*)::int as times, sum(s.cents)::int as cents, max(r.amount_cents) as ordered
      from ${reversals(sql)} left join reversal r on r.id::text = s.reversal_id where s.reversal_id is not null
      group by 1 having count(*) > 1 or sum(s.cents) is distinct from max(r.amount_cents)`,
  },
]

/** Whether nothing may be paid to an athlete, because of their account or a change that waits. */
const isBarred = (sql: Sql, personId: Statement) => sql`
  (exists (select from payout_account a join person h on h.id = a.person_id where a.person_id = ${personId}
      and a.state in ('restricted', 'disconnected') and h.payout_handle is null)
    or exists (select from payout_change c where c.person_id = ${personId} and c.ended_at is null))`

/** What holds when everything has come to its end. */
export const PAYOUTS_AT_END: Invariant[] = [
  {
    invariant: 'M11',
    says: 'a transfer was ordered and never made, or made and not known',
    rows: (sql) => sql`
      select p.id::text, p.state, s.id as transfer from (select * from payout where way = 'transfer') p
      full join ${transfers(sql)} on s.payout_id = p.id::text and s.id = p.transfer_id
      where p.state is distinct from 'cancelled' and (p.state is distinct from 'paid' or s.id is null)
        and not exists (select from payout_hold h where h.resumed_at is null and (h.person_id = p.person_id or h.person_id is null))
        and not (s.id is null and ${isBarred(sql, sql`p.person_id`)})`,
  },
  {
    invariant: 'M12',
    says: 'a reversal is another one here than at the provider',
    rows: (sql) => sql`
      select r.id, r.state, r.amount_cents, r.error, s.id as there, s.cents from reversal r
      full join ${reversals(sql)} on s.id = r.stripe_reversal_id
      where (r.state = 'done') is distinct from (s.id is not null) or r.amount_cents is distinct from coalesce(s.cents, r.amount_cents)
        or r.state = 'ordered'`,
  },
  {
    invariant: 'M12',
    says: 'an athlete owes what one of their transfers could give, and nobody refused it',
    rows: (sql) => sql`
      select owing.person_id, owing.cents, left_.cents as left from (
        select person_id, sum(amount_cents)::int as cents from ledger_entry where account = 'athlete_payable'
        group by person_id having sum(amount_cents) > 0) owing
      cross join lateral (
        select coalesce(sum(p.amount_cents), 0)::int - coalesce((select sum(r.amount_cents) from reversal r join payout x on x.id = r.payout_id
          where x.person_id = owing.person_id and r.state = 'done'), 0)::int as cents
        from payout p where p.person_id = owing.person_id and p.transfer_id is not null) left_
      where left_.cents > 0 and not exists (select from reversal r join payout p on p.id = r.payout_id
        where p.person_id = owing.person_id and r.state = 'refused')`,
  },
  {
    invariant: 'M11',
    says: 'who was due was not paid (D34)',
    // All later deductions count against what was owed then, so that only athletes who are due in any case are found.
    rows: (sql) => sql`
      select due.kind, due.ends_at, still.* from ${due(sql)} cross join lateral (
        select o.person_id, sum(o.cents) filter (where o.at < due.ends_at)::int as at_end,
          (sum(o.cents) filter (where o.at < due.ends_at or o.cents < 0) - coalesce(sum(o.cents) filter (where exists (
            select from dispute d where d.charge_id = o.of and d.state in ('needs-response', 'under-review'))), 0))::int as cents
        from ${owed(sql)} o group by o.person_id) still
      where still.cents > 0 and case due.kind when 'fortnight' then still.cents > ${LIMITS.payoutEveryFortnightOverCents}
          else still.at_end <= ${LIMITS.payoutEveryFortnightOverCents} end
        and not exists (select from payout p where p.person_id = still.person_id
          and p.period like due.kind || ' to ' || to_char(due.ends_at at time zone 'UTC', 'YYYY-MM-DD') || '%')
        and not ${isBarred(sql, sql`still.person_id`)}
        and not exists (select from leaving l where l.person_id = still.person_id)
        and not exists (select from payout_hold h where h.resumed_at is null and (h.person_id = still.person_id or h.person_id is null))`,
  },
  {
    invariant: 'M11',
    says: 'who was paid was not told so, once',
    rows: (sql) => sql`
      select p.id, p.state, count(m.id)::int as mails from payout p
      left join mail m on m.kind = 'payout-made' and m.data ->> 'payoutId' = p.id::text
      group by p.id having count(m.id) <> (case p.state when 'paid' then 1 else 0 end)`,
  },
]
