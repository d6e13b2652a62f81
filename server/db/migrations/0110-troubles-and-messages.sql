-- What the team has given up on, and why; and ways to the mails and pushes of one request or one person.
create table dropped_trouble (
  id uuid primary key,                     -- of the job, the mail, the push or the order
  of text not null check (of in ('job', 'mail', 'push', 'money')),
  reason text not null,
  dropped_by uuid not null references person,
  dropped_at timestamptz not null default app_now()
);

create index mail_newest on mail (created_at desc, id desc);
create index mail_question on mail (question_id) where question_id is not null;
create index mail_ask on mail (ask_id) where ask_id is not null;
create index mail_person on mail (person_id) where person_id is not null;
create index push_message_newest on push_message (created_at desc, id desc);
create index push_message_question on push_message (question_id) where question_id is not null;
create index push_message_person on push_message (person_id);

-- whatever the payment provider calls it, it is found by that name
create index hold_charge on hold (charge_id) where charge_id is not null;

-- What has been tried twice and did not leave. One place says so, for the desk and for whoever watches the server.
create view stuck_mail as
  select m.* from mail m where m.sent_at is null and m.tries >= 2
    and not exists (select from dropped_trouble d where d.id = m.id);
create view stuck_push as
  select p.* from push_message p where p.sent_at is null and p.tries >= 2
    and not exists (select from dropped_trouble d where d.id = p.id);

-- An order to the payment provider that does not come to an end, or that came to a bad one while somebody still waits:
-- what was ordered once more, was settled in another way or has run out concerns nobody.
create view stuck_money as
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
          select from refund r where r.id = o.subject_id and r.state in ('refused', 'failed')
            and not exists (select from refund later where later.charge_id = r.charge_id
              and later.created_at > r.created_at and later.state not in ('refused', 'failed'))
            and not exists (select from dispute d where d.charge_id = r.charge_id))
        when 'transfer' then exists (
          select from payout p where p.id = o.subject_id and p.way = 'transfer' and p.state = 'ordered')
        when 'reversal' then exists (
          select from reversal v join payout p on p.id = v.payout_id where v.id = o.subject_id and v.state = 'refused'
            and (select sum(e.amount_cents) from ledger_entry e
              where e.account = 'athlete_payable' and e.person_id = p.person_id) > 0)
        -- of these the one who waits is told at once, and there is nothing for anybody else to do
        else false end);
