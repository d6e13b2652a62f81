import type { Sql, Statement } from '../../db/sql.ts'

/** A rule that must never be broken. `rows` queries for counter-examples, and finds none while the rule holds. */
export type Invariant = {
  invariant: string
  says: string
  rows(sql: Sql): Statement
}

/** The stand-in's PaymentIntents that are not for tips, each with the id of its hold. */
export const intents = (sql: Sql) => sql`
  (select o.id, o.body ->> 'status' as status, (o.body ->> 'amount')::int as amount, o.body ->> 'currency' as currency,
    o.body #>> '{metadata,holdId}' as hold_id, (o.body ->> 'amount_received')::int as received,
    o.body ->> 'cancellation_reason' as cancelled, to_timestamp((o.body ->> 'canceled_at')::bigint) as cancelled_at
  from stand_in.object o where o.object = 'payment_intent' and o.body #>> '{metadata,tipId}' is null) i`

/**
 * Limits a query to recent rows. Mails, pushes and the videos of questions that ended without an answer are deleted
 * after thirty days (`KEPT`), and some schedules last longer.
 */
export const isRecent = (sql: Sql, at: string, days = 29) =>
  sql`(${sql.unsafe(at)} > app_now() - ${`${days} days`}::interval)`

/** Says whether a free answer was delivered for the query's question (D5). */
const isGiven = (sql: Sql) => sql`exists (
  select from answer given where given.question_id = q.id and given.gift and given.state = 'delivered')`

/** What holds at any moment, even while faults strike. */
export const MONEY_ALWAYS: Invariant[] = [
  {
    invariant: 'M1',
    says: 'captured without a verified answer',
    rows: (sql) => sql`
      select i.id, h.ask_id from ${intents(sql)} left join hold h on h.id::text = i.hold_id where i.status = 'succeeded'
        and not exists (select from answer a join media m on m.id = a.media_id
          where a.question_id = h.ask_id and a.state in ('stored', 'delivered') and m.state = 'stored')`,
  },
  {
    invariant: 'D5',
    says: 'a free answer was paid for, or shown while the card was held',
    rows: (sql) => sql`
      select q.id, q.amount_cents, h.state from question q left join hold h on h.ask_id = q.id
      where ${isGiven(sql)} and (q.amount_cents <> 0 or h.state not in ('released', 'lapsed'))`,
  },
  {
    invariant: 'M2',
    says: 'captured twice, or another amount than was agreed',
    rows: (sql) => sql`
      select i.id, h.ask_id, h.amount_cents, i.received, i.currency, count(c.id)::int as captures
      from ${intents(sql)} left join hold h on h.id::text = i.hold_id
      left join stand_in.object c on c.object = 'charge' and c.body ->> 'payment_intent' = i.id and c.body ->> 'captured' = 'true'
      group by i.id, h.id, h.ask_id, h.amount_cents, i.received, i.currency, i.status
      having count(c.id) > 1 or (i.status = 'succeeded' and (i.received is distinct from h.amount_cents or i.currency <> 'usd'))`,
  },
  {
    invariant: 'M2',
    says: 'two captures for one question',
    rows: (sql) => sql`
      select h.ask_id, count(*)::int as captures from ${intents(sql)} join hold h on h.id::text = i.hold_id
      where i.status = 'succeeded' group by h.ask_id having count(*) > 1`,
  },
  {
    invariant: 'M2',
    says: 'more than one payment intent for one hold',
    rows: (sql) =>
      sql`select i.hold_id, count(*)::int as intents from ${intents(sql)} group by 1 having count(*) > 1`,
  },
  {
    invariant: 'M3',
    says: 'booked as earned before the card was charged',
    rows: (sql) => sql`
      select t.source, t.question_id from ledger_transaction t where t.kind in ('capture', 'tip') and not exists (
        select from stand_in.object c where c.id = t.source and c.body ->> 'captured' = 'true')`,
  },
  {
    invariant: 'M5',
    says: 'a ledger transaction does not come to zero',
    rows: (sql) => sql`
      select t.id, t.question_id, sum(e.amount_cents)::int as sum from ledger_transaction t
      left join ledger_entry e on e.transaction_id = t.id group by t.id having sum(e.amount_cents) is distinct from 0`,
  },
  {
    invariant: 'M9',
    says: 'a hold counts as held without what the provider says of it',
    rows: (sql) => sql`
      select id, state from hold where state in ('held', 'capturing', 'captured') and (charge_id is null or capture_before is null)`,
  },
  {
    invariant: 'M9',
    says: 'a question for another amount than its hold, or below the price',
    rows: (sql) => sql`
      select q.id, q.amount_cents, p.price_cents, h.amount_cents as held from question q join person p on p.id = q.athlete_id
      left join lateral (select amount_cents from hold where ask_id = q.id order by attempt desc limit 1) h on true
      where (q.amount_cents > 0 and h.amount_cents is distinct from q.amount_cents)
        or (q.amount_cents < p.price_cents and not p.promo and not ${isGiven(sql)})`,
  },
  {
    invariant: 'D33',
    says: 'a payment that failed was not asked for again once, and once for each later card that failed, or could be made after its link was over',
    rows: (sql) => sql`
      select q.id, q.pay_again_until, told.*, late.holds from question q
      cross join lateral (select count(*)::int - count(m.data ->> 'holdId')::int as first, count(m.data ->> 'holdId')::int as again,
        -- a card that failed is told a moment later, or never where the link was over or another card was charged by then
        count(distinct h.id)::int as failed from mail m
        left join hold h on h.id::text = m.data ->> 'holdId' and h.ask_id = q.id and h.state = 'lapsed'
          and h.created_at >= q.pay_again_until - interval '72 hours'
        where m.question_id = q.id and m.kind = 'pay-again') told
      cross join lateral (select count(*)::int as holds from hold h where h.ask_id = q.id and h.created_at > q.pay_again_until) late
      where late.holds > 0 or (${isRecent(sql, 'q.submitted_at')}
        and (told.first <> (q.pay_again_until is not null)::int or told.again <> told.failed))`,
  },
  {
    invariant: 'M10',
    says: 'the first question was free twice',
    rows: (sql) => sql`
      select q.athlete_id, k.principal, array_agg(q.id) as questions
      from question q join person p on p.id = q.athlete_id join prepared_ask k on k.id = q.id
      where q.amount_cents < p.price_cents and q.status not in ('rejected', 'athlete rejected') and not ${isGiven(sql)}
      group by 1, 2 having count(*) > 1`,
  },
]

/** What holds an hour after the last fault. */
export const MONEY_SOON: Invariant[] = [
  {
    invariant: 'M4',
    says: 'a card is held for a question that is over, or for none',
    rows: (sql) => sql`
      select i.id, h.state, q.status, a.state as ask from ${intents(sql)} left join hold h on h.id::text = i.hold_id
      left join question q on q.id = h.ask_id left join prepared_ask a on a.id = h.ask_id
      where i.status = 'requires_capture' and not coalesce(q.status in ('new', 'approved'), false)
        and not (q.id is null and a.state = 'open' and h.state in ('pending', 'held'))`,
  },
]

/** What holds when everything has come to its end. */
export const MONEY_AT_END: Invariant[] = [
  {
    invariant: 'M1',
    says: 'captured and not delivered, or delivered and not captured',
    rows: (sql) => sql`
      select q.id, q.status, q.amount_cents, h.state from question q
      left join lateral (select state from hold where ask_id = q.id order by attempt desc limit 1) h on true
      where q.amount_cents > 0 and ((q.status = 'completed') <> coalesce(h.state = 'captured', false)
        or (q.status = 'completed') <> exists (select from answer a where a.question_id = q.id and a.state = 'delivered'))`,
  },
  {
    invariant: 'D33',
    says: 'a payment that failed was neither made again nor closed as lapsed when its link was over, its take kept',
    rows: (sql) => sql`
      select q.id, q.status, q.reason, q.settled_at, q.pay_again_until, h.state, a.state as answer from question q
      left join lateral (select state from hold where ask_id = q.id order by attempt desc limit 1) h on true
      left join answer a on a.question_id = q.id and a.state <> 'withdrawn'
      where q.pay_again_until is not null and not coalesce(case q.status when 'completed' then h.state = 'captured' or ${isGiven(sql)}
        else q.reason = 'payment-lapsed' and q.settled_at >= q.pay_again_until and (a.state = 'stored'
          -- or was sent for nothing instead, which is not here yet, or was no video
          or exists (select from answer g where g.question_id = q.id and g.gift)) end, false)`,
  },
  {
    invariant: 'M4',
    says: 'a card is still held',
    rows: (sql) => sql`
      select i.id, i.hold_id, i.status from ${intents(sql)} where i.status in ('requires_capture', 'requires_action')
      union all select null, id::text, state from hold where state not in ('captured', 'released', 'lapsed')`,
  },
  {
    invariant: 'M3 M7',
    says: 'a question is not booked as it was paid: once, 80 % to the athlete, rounded half up, the fee to the platform',
    rows: (sql) => sql`
      select q.id, q.status, q.amount_cents, booked.*, fee.fee from question q
      left join lateral (
        select count(distinct t.id)::int as times,
          coalesce(-sum(e.amount_cents) filter (where e.account = 'athlete_payable' and e.person_id = q.athlete_id), 0)::int as athlete,
          coalesce(-sum(e.amount_cents) filter (where e.account = 'platform_revenue'), 0)::int as platform,
          coalesce(sum(e.amount_cents) filter (where e.account = 'stripe_fees'), 0)::int as fees
        from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
        where t.question_id = q.id and t.kind = 'capture'
      ) booked on true
      left join lateral (
        select coalesce(sum((b.body ->> 'fee')::int), 0)::int as fee from stand_in.object b join hold h on h.charge_id = b.body ->> 'source'
        where b.object = 'balance_transaction' and h.ask_id = q.id and h.state = 'captured'
      ) fee on true
      where (case when q.status = 'completed' and q.amount_cents > 0
        then (1, floor((q.amount_cents * 80 + 50) / 100)::int, q.amount_cents - floor((q.amount_cents * 80 + 50) / 100)::int, fee.fee)
        else (0, 0, 0, 0) end) is distinct from (booked.times, booked.athlete, booked.platform, booked.fees)`,
  },
  {
    invariant: 'M6',
    says: 'the ledger and the provider do not name the same movements of the balance',
    rows: (sql) => sql`
      select l.*, b.* from (
        select t.source, sum(e.amount_cents)::int as ours, sum(e.amount_cents) < 0 as is_out from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id and e.account = 'stripe_balance'
        where t.kind not in ('top-up', 'bank-payout') and not (t.kind = 'provider-fee' and t.source like 'txn_%') group by t.id) l
      full join (select body ->> 'source' as theirs_of, (body ->> 'net')::int as theirs, (body ->> 'net')::int < 0 as was_out
        from stand_in.object where object = 'balance_transaction' and body ->> 'type' not in ('topup', 'payout', 'payout_failure', 'stripe_fee')) b on b.theirs_of = l.source and b.was_out = l.is_out
      where l.ours is distinct from b.theirs`,
  },
  {
    invariant: 'M13',
    says: 'the status of a question contradicts its money',
    rows: (sql) => sql`
      select id, status, hold_state, amount_cents from question where hold_state <> (case
        when amount_cents = 0 then 'none' when status = 'completed' then 'captured' else hold_state end)
        or (status <> 'completed' and hold_state not in ('none', 'released', 'lapsed'))`,
  },
  {
    invariant: 'M-ops',
    says: 'an operation at the provider was left unfinished, or done twice',
    rows: (sql) => sql`
      select id::text, kind, state, error from money_operation where state = 'intended'
      union all select subject_id::text, kind, 'done', count(*)::text from money_operation where state = 'done'
        group by subject_id, kind having count(*) > 1`,
  },
]
