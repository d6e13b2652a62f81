-- Whoever left without an account and signed up afterwards is an account with the address: it comes back as well.
create or replace function keep_address(address text) returns boolean language plpgsql as $$
declare kept uuid[];
begin
  update leaving set kept_at = app_now(), keep_hash = null, email = null
    where person_id is null and email = address and kept_at is null and erased_at is null;
  if not found then return false; end if;
  with back as (
    update person set leaving_at = null, updated_at = app_now()
      where (claimed_email = address or lower(email) = address) and leaving_at is not null
      returning id)
  select array_agg(id) into kept from back;
  perform publish_leaver(id) from unnest(kept) id;
  return true;
end $$;

-- Accounts that stayed hidden so, though no leaving of theirs is open.
do $$
declare kept uuid[];
begin
  with back as (
    update person p set leaving_at = null, updated_at = app_now()
      where p.leaving_at is not null and p.auth_id is not null and not exists (
        select from leaving l where l.kept_at is null and (l.person_id = p.id or l.email = lower(p.email)))
      returning p.id)
  select array_agg(id) into kept from back;
  perform publish_leaver(id) from unnest(kept) id;
end $$;

-- Whoever asks again with the same words after leaving is a new person (0101).
update person set claim_key = null where leaving_at is not null and claim_key is not null;
