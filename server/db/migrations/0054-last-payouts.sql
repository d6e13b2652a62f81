-- An athlete who is erased while something is owed to them: a last payout is ordered before their details go, and who it
-- goes to is kept on its row until it is paid.
alter table payout add column payee jsonb;   -- name, email, handle; null once paid, and for everybody who is still here

-- Transfers that wait for the provider's balance are looked for every hour.
create index payout_waiting on payout (created_at) where way = 'transfer' and state = 'ordered';

-- What athletes are owed now: the hourly search reads this account's entries, and joins the rest of whom it pays alone.
create index ledger_entry_payable on ledger_entry (person_id) include (amount_cents)
  where account = 'athlete_payable' and person_id is not null;
