-- Books for an accountant: the ledger is read by period, and every payment has a number on its receipt that stays.
create index ledger_transaction_at on ledger_transaction (at);

create table receipt (
  charge_id text primary key,
  -- of the payment, in UTC; the numbers of a year have no gaps
  year int not null,
  number int not null check (number > 0),
  issued_at timestamptz not null default app_now(),
  -- who sold it, as the configuration said when the number was given; null: it said nothing, and it is no invoice
  seller jsonb,
  unique (year, number)
);
create trigger receipt_fixed before update or delete on receipt for each row execute function refuse_change();
create trigger receipt_kept before truncate on receipt for each statement execute function refuse_change();
revoke update, delete, truncate on receipt from current_user;

-- What the last comparison found our balance at the provider to be, there and here.
alter table reconciliation add column balance jsonb;
