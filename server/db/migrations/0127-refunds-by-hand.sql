-- A refund that did not reach its card is paid back to the fan from our bank. The refund stays refused or failed, as it
-- is at the provider, and keeps when and by whom it was paid, and the reference under which the payment is found.
alter table refund
  add column by_hand_at timestamptz,
  add column by_hand_by uuid references person (id),
  add column by_hand_reference text,
  add check ((by_hand_at is null) = (by_hand_by is null) and (by_hand_at is null) = (by_hand_reference is null)),
  add check (by_hand_at is null or state in ('refused', 'failed'));

-- Its order is stuck no more once it is paid, and neither is an earlier try to send the same amount.
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
          select from refund r where r.id = o.subject_id and r.state in ('refused', 'failed') and r.by_hand_at is null
            and not exists (select from refund other where other.charge_id = r.charge_id
              and (other.created_at > r.created_at and other.state not in ('refused', 'failed')
                or other.by_hand_at > r.created_at and other.amount_cents = r.amount_cents))
            and not exists (select from dispute d where d.charge_id = r.charge_id))
        when 'transfer' then exists (
          select from payout p where p.id = o.subject_id and p.way = 'transfer' and p.state = 'ordered')
        when 'reversal' then exists (
          select from reversal v join payout p on p.id = v.payout_id where v.id = o.subject_id and v.state = 'refused'
            and (select sum(e.amount_cents) from ledger_entry e
              where e.account = 'athlete_payable' and e.person_id = p.person_id) > 0)
        -- of these the one who waits is told at once, and there is nothing for anybody else to do
        else false end);
