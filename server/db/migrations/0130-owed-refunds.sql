-- A refund that did not reach its card is owed until it was paid by hand or made again. Made again means: ordered once
-- it had failed, or later in the same amount; and a payment by hand since, of the same amount, is one for it. A refund
-- for another complaint that went out before this one came back does not stand for it.
create view owed_refund as
  select r.id, r.charge_id from refund r
  where r.state in ('refused', 'failed') and r.by_hand_at is null
    and not exists (select from refund other where other.charge_id = r.charge_id
      and (other.state not in ('refused', 'failed') and (other.created_at > r.updated_at
          or other.created_at > r.created_at and other.amount_cents = r.amount_cents)
        or other.by_hand_at > r.created_at and other.amount_cents = r.amount_cents));

-- An order of a refund is stuck while the refund is owed.
create or replace view stuck_money as
  select o.* from money_operation o
  where not exists (select from dropped_trouble d where d.id = o.id) and (o.state = 'intended' and o.tries >= 2
    or o.state = 'failed'
      and not exists (select from money_operation later where later.subject_id = o.subject_id and later.kind = o.kind
        and later.attempt > o.attempt)
      and case o.kind
        when 'capture' then exists (
          select from hold h join question q on q.id = h.ask_id
          where h.id = o.subject_id and q.status = 'approved' and q.pay_again_until > app_now()
            and not exists (select from hold other where other.ask_id = h.ask_id
              and other.state in ('held', 'capturing', 'captured')))
        when 'release' then exists (select from hold h where h.id = o.subject_id and h.state = 'releasing')
        when 'tip-release' then exists (select from tip t where t.id = o.subject_id and t.state = 'releasing')
        when 'refund' then exists (
          select from owed_refund r where r.id = o.subject_id
            and not exists (select from dispute d where d.charge_id = r.charge_id))
        when 'transfer' then exists (
          select from payout p where p.id = o.subject_id and p.way = 'transfer' and p.state = 'ordered')
        when 'reversal' then exists (
          select from reversal v join payout p on p.id = v.payout_id where v.id = o.subject_id and v.state = 'refused'
            and (select sum(e.amount_cents) from ledger_entry e
              where e.account = 'athlete_payable' and e.person_id = p.person_id) > 0)
        -- of these the one who waits is told at once, and there is nothing for anybody else to do
        else false end);
