-- Where the payment provider pays an athlete (S2-3.1 `stripe_account_id`, `stripe_onboarded`): an account there, made
-- once, and how far it is set up. One that was disconnected stays as it was; the next one is a row of its own.
create table payout_account (
  id uuid primary key,
  person_id uuid not null references person,
  country_code text not null,
  account_id text unique,                    -- null: wanted, not made yet
  -- `refused`: the provider opens no account in this country
  state text not null default 'unfinished' check (state in ('unfinished', 'ready', 'restricted', 'disconnected', 'refused')),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()   -- when the provider was last asked
);
create unique index payout_account_live on payout_account (person_id) where state in ('unfinished', 'ready', 'restricted');
create index payout_account_person on payout_account (person_id, created_at);

alter table money_operation drop constraint money_operation_kind_check;
alter table money_operation add constraint money_operation_kind_check
  check (kind in ('create', 'capture', 'release', 'tip', 'tip-release', 'refund', 'account'));

-- Where an athlete wants to be paid by hand, such as a handle at a payment app; null: by direct deposits.
alter table person add column payout_handle text;
create or replace trigger person_profile before update on person for each row
  when ((old.first_name, old.last_name, old.city, old.country_code, old.instagram, old.tiktok, old.x, old.sport, old.position,
      old.bio, old.achievements, old.interests, old.no_go_topics, old.price_cents, old.paused, old.paused_until, old.payout_handle)
    is distinct from (new.first_name, new.last_name, new.city, new.country_code, new.instagram, new.tiktok, new.x, new.sport,
      new.position, new.bio, new.achievements, new.interests, new.no_go_topics, new.price_cents, new.paused, new.paused_until,
      new.payout_handle))
  execute function count_profile_change();
-- Everybody's own document has more in it now: every device gets it once more.
update feed set rev = pg_current_xact_id() where collection = 'people' and not gone;
