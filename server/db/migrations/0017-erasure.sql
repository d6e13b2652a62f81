-- Whoever leaves is hidden at once and erased seven days later, unless they come back first.
alter table person add column leaving_at timestamptz;

create table leaving (
  id uuid primary key,
  person_id uuid references person,          -- null: an address that only ever wrote to us
  email text,                                -- lower case; null once erased or kept
  keep_hash text unique,                     -- of the mailed token that takes it back
  asked_at timestamptz not null default app_now(),
  erase_at timestamptz not null,
  kept_at timestamptz,
  erased_at timestamptz
);
create unique index leaving_open on leaving (email) where kept_at is null and erased_at is null;
create index leaving_person on leaving (person_id);

-- Who may see and take away what belongs to an address: whoever has its inbox, or the password of its account.
create table mine_link (
  id uuid primary key,
  token_hash text not null unique,
  email text not null,                       -- lower case
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now()
);
create index mine_link_expiry on mine_link (expires_at);

create index prepared_ask_address on prepared_ask (lower(asker ->> 'email'));
create index contact_form_address on contact_form (lower(email));
create index athlete_form_address on athlete_form (lower(email));

-- As before, but what a fan said is no longer shown to athletes when the fan leaves; a question that still waits for its
-- announced answer stays until that is settled.
create or replace view audience (collection, id, reader) as
  select 'people', id, id from person where auth_id is not null
  union all select 'conversations', id, fan_id from conversation
  union all select 'conversations', id, athlete_id from conversation c where opened_at is not null
    and not exists (select from person p where p.id = c.fan_id and p.leaving_at is not null)
  union all select 'questions', id, fan_id from question
  union all select 'questions', id, athlete_id from question q where approved_at is not null
    and (status = 'approved' or not exists (select from person p where p.id = q.fan_id and p.leaving_at is not null))
  union all select 'answers', id, athlete_id from answer where state <> 'withdrawn'
  union all select 'answers', id, fan_id from answer where state = 'delivered'
  union all select 'drafts', id, person_id from draft where not discarded;

-- Tells everybody who sees anything of a person that it is hidden, or there again; the order of their lists stays.
create function publish_leaver(leaver uuid) returns void language sql as $$
  update conversation set updated_at = updated_at where fan_id = leaver or athlete_id = leaver;
  update question set updated_at = updated_at where fan_id = leaver;
$$;

-- Takes a leaving back, if the eraser was not faster: whoever closes the row of `leaving` first has won.
create function keep_person(leaver uuid) returns boolean language plpgsql as $$
begin
  perform from person where id = leaver for update;
  update leaving set kept_at = app_now(), keep_hash = null, email = null
    where person_id = leaver and kept_at is null and erased_at is null;
  if not found then return false; end if;
  update person set leaving_at = null, updated_at = app_now() where id = leaver;
  perform publish_leaver(leaver);
  insert into mail (id, kind, person_id) values (gen_random_uuid(), 'account-kept', leaver);
  return true;
end $$;

-- Signing in is coming back, by whichever door.
create function keep_account_signed_in() returns trigger language plpgsql as $$
begin
  perform keep_person(p.id) from person p where p.auth_id = new."userId"::text and p.leaving_at is not null;
  -- an address that was nobody's when it left, and is an account now
  update leaving set kept_at = app_now(), keep_hash = null, email = null
    where person_id is null and kept_at is null and erased_at is null
      and email = (select lower(email) from person where auth_id = new."userId"::text);
  return null;
end $$;
create trigger session_begun after insert on auth.session for each row execute function keep_account_signed_in();
