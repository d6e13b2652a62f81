-- What an athlete was transferred and gives back, because a payment it was for was refunded or lost to a bank (M12).
create table reversal (
  id uuid primary key,                       -- made of its payout and its cause: the same again after a restore
  payout_id uuid not null references payout,
  amount_cents int not null check (amount_cents > 0),
  -- `refused`: the provider would not do it; it stays owed, and later earnings make up for it
  state text not null default 'ordered' check (state in ('ordered', 'done', 'refused')),
  stripe_reversal_id text unique,
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index reversal_payout on reversal (payout_id);

alter table money_operation drop constraint money_operation_kind_check;
alter table money_operation add constraint money_operation_kind_check
  check (kind in ('create', 'capture', 'release', 'tip', 'tip-release', 'refund', 'account', 'transfer', 'reversal'));
