-- Tips for answers (S2-4.29, D23): paid at once, credited to the athlete less the provider's fee.
create table tip (
  id uuid primary key,                       -- made on the device
  question_id uuid not null,
  amount_cents int not null check (amount_cents >= 200),
  state text not null default 'pending' check (state in ('pending', 'paid', 'releasing', 'released')),
  payment_intent_id text unique,
  client_secret text,
  charge_id text unique,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  paid_at timestamptz
);
create index tip_question on tip (question_id);
create index tip_open on tip (updated_at) where state in ('pending', 'releasing');

alter table money_operation drop constraint money_operation_kind_check;
alter table money_operation add constraint money_operation_kind_check
  check (kind in ('create', 'capture', 'release', 'tip', 'tip-release'));

-- What the provider kept of a tip beyond, or short of, what the athlete was told (M8): the platform carries it.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check
  check (account in ('stripe_balance', 'stripe_fees', 'athlete_payable', 'platform_revenue', 'fee_variance'));
