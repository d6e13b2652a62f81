-- What somebody types of themselves without signing in is a claim: it makes a person of its own, shown as it was typed.
-- Questions of an address become an account's once whoever has the address says so.
alter table person
  add column claimed_email text,             -- of a placeholder: the address its asker typed, in lower case
  add column claim_key text unique;          -- hash of all they typed: the same words are the same placeholder
create index person_claimed on person (claimed_email) where claimed_email is not null;
-- hash of the mailed token by which the address says whether a question is theirs
alter table question add column claim_hash text unique;
-- whether a block stops only those who type the address, and not the account that has it
alter table blocked_address add column guests_only boolean not null default false;
-- which card it was, as the provider names it: two payments of one card have the same
alter table hold add column card_fingerprint text;
create index hold_card on hold (card_fingerprint) where card_fingerprint is not null;

-- A placeholder's own address is nobody's inbox, so that any number of them may have typed the same one.
update person set claimed_email = lower(email), email = id || '@asked.invalid'
  where auth_id is null and role = 'basic' and email not like '%@erased.invalid';

-- What stands under an account so far is the account's.
update prepared_ask k set person_id = q.fan_id from question q join person p on p.id = q.fan_id
  where k.id = q.id and k.person_id is null and p.auth_id is not null;

-- Takes back the leaving of an address that is no account, with everything that was asked under it.
create function keep_address(address text) returns boolean language plpgsql as $$
declare kept uuid[];
begin
  update leaving set kept_at = app_now(), keep_hash = null, email = null
    where person_id is null and email = address and kept_at is null and erased_at is null;
  if not found then return false; end if;
  with back as (
    update person set leaving_at = null, updated_at = app_now()
      where (claimed_email = address or auth_id is null and lower(email) = address) and leaving_at is not null
      returning id)
  select array_agg(id) into kept from back;
  perform publish_leaver(id) from unnest(kept) id;
  return true;
end $$;

create or replace function keep_account_signed_in() returns trigger language plpgsql as $$
begin
  perform keep_person(p.id) from person p where p.auth_id = new."userId"::text and p.leaving_at is not null;
  -- an address that was nobody's when it left, and is an account now
  perform keep_address(lower(p.email)) from person p where p.auth_id = new."userId"::text;
  return null;
end $$;
