-- Where somebody's payouts go does not change at once: its owner hears of it by mail, and has three days to stop it.
create table payout_change (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('handle', 'deposits')),
  handle text,                               -- of `handle`: where they are paid by hand; null: by direct deposits
  stop_hash text not null unique,            -- of the mailed token that stops it
  asked_at timestamptz not null default app_now(),
  from_at timestamptz not null,
  ended_at timestamptz,
  ending text check (ending in ('made', 'stopped', 'taken-back', 'replaced'))
);
create unique index payout_change_waiting on payout_change (person_id, kind) where ended_at is null;
create index payout_change_due on payout_change (from_at) where ended_at is null;
