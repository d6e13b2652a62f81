-- A payout by hand that was begun may not have been paid, and one that was confirmed may come back. Each time is
-- kept with the reason of whoever recorded it. One comes back once: it stays paid, and is owed again by the ledger.
create table payout_setback (
  id uuid primary key,
  payout_id uuid not null references payout (id),
  kind text not null check (kind in ('not-paid', 'came-back')),
  reason text not null,
  recorded_by uuid not null references person (id),
  at timestamptz not null default app_now()
);
create index payout_setback_payout on payout_setback (payout_id);
create unique index payout_setback_back on payout_setback (payout_id) where kind = 'came-back';
