-- What the nightly comparison of payments, ledger and the provider's balance found; breaks is null when it gave no answer.
create table reconciliation (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  breaks jsonb,
  mended int not null
);
