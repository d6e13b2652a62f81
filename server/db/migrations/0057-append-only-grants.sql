-- What is append-only is so by privilege too: the role that owns these tables, which is the server's, gives up every way
-- to change or empty them. The triggers say the same to a superuser, whom no privilege binds.
revoke update, delete, truncate on ledger_entry, ledger_transaction, question_event, audit from current_user;
-- An entry's foreign key locks its transaction, for which the owner needs the right to update some column of it.
grant update (id) on ledger_transaction to current_user;
