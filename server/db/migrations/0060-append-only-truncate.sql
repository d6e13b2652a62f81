-- A trigger of rows is not asked when a table is emptied whole, and no privilege binds a superuser, as whom the database
-- that comes with the app is used: what is append-only refuses that too, as `audit` does.
create trigger ledger_entry_kept before truncate on ledger_entry for each statement execute function refuse_change();
create trigger ledger_transaction_kept before truncate on ledger_transaction for each statement execute function refuse_change();
create trigger question_event_kept before truncate on question_event for each statement execute function refuse_change();
