-- What went back of a payment corrects its receipt: each booking of it has a number of its own, which stays.
create table credit_note (
  transaction_id uuid primary key references ledger_transaction (id),
  -- of the booking, in UTC; the numbers of a year have no gaps
  year int not null,
  number int not null check (number > 0),
  issued_at timestamptz not null default app_now(),
  unique (year, number)
);
create trigger credit_note_fixed before update or delete on credit_note for each row execute function refuse_change();
create trigger credit_note_kept before truncate on credit_note for each statement execute function refuse_change();
revoke update, delete, truncate on credit_note from current_user;
