-- What an athlete is paid out: once a period, by a transfer to their account at the provider, or by hand (S2-9.14, D34).
create table payout (
  id uuid primary key,                       -- made of the person and the period: the same again after a restore
  person_id uuid not null references person,
  period text not null,
  amount_cents int not null check (amount_cents > 0),
  way text not null check (way in ('transfer', 'manual')),
  why text,                                  -- of a manual one: why it is
  state text not null default 'ordered' check (state in ('ordered', 'begun', 'paid')),
  account_id text,                           -- where the transfer goes
  transfer_id text unique,
  begun_by uuid references person,           -- who pays it by hand, and said so first
  begun_at timestamptz,
  paid_by uuid references person,            -- who said that it was paid, and by what it can be found again
  reference text,
  paid_at timestamptz,
  created_at timestamptz not null default app_now(),
  unique (person_id, period),
  check (state <> 'paid' or paid_at is not null and (transfer_id is not null or reference is not null))
);
create index payout_by_hand on payout (created_at) where way = 'manual';

alter table money_operation drop constraint money_operation_kind_check;
alter table money_operation add constraint money_operation_kind_check
  check (kind in ('create', 'capture', 'release', 'tip', 'tip-release', 'refund', 'account', 'transfer'));

-- What was ordered and is not paid yet stands in `payout_clearing`; what was paid by hand came from the company's own bank.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check
  check (account in ('stripe_balance', 'stripe_fees', 'athlete_payable', 'platform_revenue', 'fee_variance', 'disputed',
    'dispute_fees', 'payout_clearing', 'company_bank'));
