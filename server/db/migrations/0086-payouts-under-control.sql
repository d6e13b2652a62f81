-- Payouts under control: what went back of what they pay is taken off them until somebody begins them, an admin may cancel
-- one, and holds them back, of one athlete or of all.
alter table payout drop constraint payout_state_check;
alter table payout add constraint payout_state_check check (state in ('ordered', 'begun', 'paid', 'cancelled'));
-- one that nothing is left of keeps 0
alter table payout drop constraint payout_amount_cents_check;
alter table payout add constraint payout_amount_cents_check check (amount_cents > 0 or amount_cents = 0 and state = 'cancelled');
alter table payout add column cancelled_by uuid references person;   -- null where nothing was left to pay
alter table payout add column cancelled_at timestamptz;
alter table payout add column cancel_reason text;
alter table payout add constraint payout_cancelled_check check ((state = 'cancelled') = (cancelled_at is not null));

create table payout_deduction (
  id uuid primary key,
  payout_id uuid not null references payout,
  amount_cents int not null check (amount_cents > 0),
  -- the athlete's balance fell below zero, or what is left of it is in dispute
  why text not null check (why in ('returned', 'disputed')),
  at timestamptz not null default app_now()
);
create index payout_deduction_payout on payout_deduction (payout_id);

create table payout_hold (
  id uuid primary key,
  person_id uuid references person,          -- null: of everybody
  reason text not null,
  held_by uuid not null references person,
  held_at timestamptz not null default app_now(),
  resumed_by uuid references person,
  resumed_at timestamptz,
  resume_reason text,
  check ((resumed_at is null) = (resumed_by is null))
);
create unique index payout_hold_live on payout_hold (coalesce(person_id, '00000000-0000-0000-0000-000000000000'::uuid))
  where resumed_at is null;
create index payout_open on payout (person_id) where state = 'ordered';
create index dispute_open on dispute (charge_id) where state in ('needs-response', 'under-review');
