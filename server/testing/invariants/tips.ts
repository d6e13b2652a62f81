import type { Sql } from '../../db/sql.ts'
import type { Invariant } from './money.ts'

/** The stand-in's PaymentIntents that are for tips. */
const tips = (sql: Sql) => sql`
  (select o.id, o.body ->> 'status' as status, o.body ->> 'currency' as currency, o.body #>> '{metadata,tipId}' as tip_id,
    (o.body ->> 'amount_received')::int as received, o.body ->> 'latest_charge' as charge_id
  from stand_in.object o where o.object = 'payment_intent' and o.body #>> '{metadata,tipId}' is not null) i`

/** What holds at any moment, even while faults strike. */
export const TIPS_ALWAYS: Invariant[] = [
  {
    invariant: 'M2',
    says: 'more than one payment intent for one tip',
    rows: (sql) =>
      sql`select i.tip_id, count(*)::int as intents from ${tips(sql)} group by 1 having count(*) > 1`,
  },
  {
    invariant: 'M1 M9',
    says: 'a tip was taken for what has no delivered answer, for another amount, or twice',
    rows: (sql) => sql`
      select i.id, i.tip_id, i.received, t.amount_cents from ${tips(sql)} left join tip t on t.id::text = i.tip_id
      where i.status = 'succeeded' and (i.received is distinct from t.amount_cents or i.currency <> 'usd'
        or (select count(*) from stand_in.object c where c.object = 'charge' and c.body ->> 'payment_intent' = i.id
          and c.body ->> 'captured' = 'true') <> 1
        or not exists (select from answer a where a.question_id = t.question_id and a.state = 'delivered'))`,
  },
  {
    invariant: 'M9',
    says: 'a tip counts as paid without what the provider says of it',
    rows: (sql) => sql`
      select t.id from tip t left join ${tips(sql)} on i.tip_id = t.id::text
      where t.state = 'paid' and (i.status is distinct from 'succeeded' or i.charge_id is distinct from t.charge_id)`,
  },
]

/** What holds an hour after the last fault. */
export const TIPS_SOON: Invariant[] = [
  {
    invariant: 'M3',
    says: 'a tip that was paid is not known, or one that is over may still be paid',
    rows: (sql) => sql`
      select i.id, i.status, t.id as tip, t.state from ${tips(sql)} full join tip t on t.id::text = i.tip_id
      where coalesce(i.status = 'succeeded', false) <> coalesce(t.state = 'paid', false)
        or (t.state = 'released' and coalesce(i.status, 'canceled') <> 'canceled') or t.state = 'releasing'`,
  },
]

/** What holds when everything has come to its end. */
export const TIPS_AT_END: Invariant[] = [
  {
    invariant: 'M4',
    says: 'a tip still waits for a card',
    rows: (sql) => sql`
      select t.id, t.state, i.status from tip t full join ${tips(sql)} on i.tip_id = t.id::text
      where t.state not in ('paid', 'released') or i.status not in ('succeeded', 'canceled')`,
  },
  {
    invariant: 'M8',
    says: 'a tip is not booked as it was paid: once, all but 2.9 % and 30 cents to the athlete, the rest of the fee to us',
    rows: (sql) => sql`
      select t.id, t.state, t.amount_cents, fee.fee, booked.* from tip t join question q on q.id = t.question_id
      left join lateral (
        select count(distinct l.id)::int as times,
          coalesce(-sum(e.amount_cents) filter (where e.account = 'athlete_payable' and e.person_id = q.athlete_id), 0)::int as athlete,
          coalesce(sum(e.amount_cents) filter (where e.account = 'stripe_balance'), 0)::int as net,
          coalesce(sum(e.amount_cents) filter (where e.account = 'fee_variance'), 0)::int as variance
        from ledger_transaction l join ledger_entry e on e.transaction_id = l.id where l.kind = 'tip' and l.source = t.charge_id
      ) booked on true
      left join lateral (
        select coalesce(sum((b.body ->> 'fee')::int), 0)::int as fee from stand_in.object b
        where b.object = 'balance_transaction' and b.body ->> 'source' = t.charge_id
      ) fee on true
      where (booked.times, booked.athlete, booked.net, booked.variance) is distinct from (case when t.state = 'paid'
        then (1, t.amount_cents - 30 - round(t.amount_cents * 0.029)::int, t.amount_cents - fee.fee,
          fee.fee - 30 - round(t.amount_cents * 0.029)::int)
        else (0, 0, 0, 0) end)`,
  },
  {
    invariant: 'N1',
    says: 'a paid tip without its receipt or its news, or with two',
    rows: (sql) => sql`
      select t.question_id, count(distinct t.id)::int as tips, count(distinct m.id) filter (where m.kind = 'tip-paid')::int as receipts,
        count(distinct m.id) filter (where m.kind = 'tip-given')::int as news
      from tip t left join mail m on m.question_id = t.question_id and m.sent_at is not null
      where t.state = 'paid' group by t.question_id
      having count(distinct m.id) filter (where m.kind = 'tip-paid') <> count(distinct t.id)
        or count(distinct m.id) filter (where m.kind = 'tip-given') <> count(distinct t.id)`,
  },
]
