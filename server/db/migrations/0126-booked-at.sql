-- A movement that the provider made by itself is booked by the provider's own day, and so a day or more after it. When
-- it was booked is kept, so that whoever filed a month can tell what came into it later. Null: booked by an older build.
alter table ledger_transaction add column booked_at timestamptz;
alter table ledger_transaction alter column booked_at set default app_now();
