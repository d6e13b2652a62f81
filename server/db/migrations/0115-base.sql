-- The schema as release 0.1 left it. An empty database is made from this file in one step; one that release 0.1 brought up
-- to date has all of it already, and only notes that it does. Later changes are files of their own behind this one.

-- ---- time -------------------------------------------------------------------------------------------------------
-- The database's clock is the only one that decides a deadline. The offset row exists under test only.
create table test_clock (only_row boolean primary key default true check (only_row), shift interval not null);
create function app_now() returns timestamptz language sql stable as
  $$ select now() + coalesce((select shift from test_clock), interval '0') $$;

-- ---- which cluster ----------------------------------------------------------------------------------------------
-- Which cluster this is and on which of its timelines, read where the log is written: the control file tells of a
-- promotion only after the next checkpoint has ended, minutes later.
create function app_cluster() returns text language sql stable as
  $$ select system_identifier::text from pg_control_system() $$;
create function app_timeline() returns text language sql stable as
  $$ select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int::text $$;

-- Under which cluster the feed's revisions were written. Transaction numbers begin low again in a new one: after a
-- restore the feed is numbered anew, or nobody would be told of anything until the numbers have caught up.
create table feed_epoch (
  only_row boolean primary key default true check (only_row),
  epoch text not null,
  -- Since when this cluster runs on what was restored from a backup; null: it never was. For a while after, what is not
  -- known here may have been known before.
  restored_at timestamptz,
  -- A database that was put back in place, as a snapshot or a dump, keeps cluster and timeline: its generation differs.
  generation int not null default 0,
  cluster text,
  store_id uuid not null default gen_random_uuid(),
  -- counted up by running servers, here and in the store of files: the lower one was put back
  beat bigint not null default 0,
  -- every transaction below it had ended when the row was written: where the row survives, so did their effects
  beat_xmin xid8
);

-- The epochs before this one: of what a device had seen below this transaction nothing was lost.
create table feed_epoch_past (epoch text primary key, intact_below xid8 not null);

-- Devices pull again from the start when it differs from theirs.
create function app_epoch() returns text language sql stable as $$
  select substr(encode(sha256(convert_to(app_cluster() || '/' || app_timeline() ||
    coalesce((select '/' || nullif(generation, 0) from feed_epoch), ''), 'UTF8')), 'hex'), 1, 16) $$;

-- ---- live changes -----------------------------------------------------------------------------------------------
-- Live changes are told by NOTIFY, for whose sake the commits of the whole cluster wait for each other, or by rows that a
-- relay hands to a broker. Servers renew a lease for the way by which they hear. Where none hears a broker it is NOTIFY;
-- where some do and some do not it is both.
create table live_way (
  only_row boolean primary key default true check (only_row),
  brokered_until timestamptz not null default '-infinity',
  notified_until timestamptz not null default '-infinity'
);
insert into live_way default values;

-- What the relay has not handed on yet. Lost in a crash: whoever listened is told to look again after one anyway.
create unlogged table live_change (
  id bigint generated always as identity primary key,
  channel text not null,
  message text not null,
  rev xid8 not null default pg_current_xact_id()
);

-- Leases are of the machine's clock: the app's may be set.
create function tell_live(told_on text, messages text[]) returns void language plpgsql as $$
declare way public.live_way;
begin
  if messages is null then return; end if;
  select * into way from public.live_way;
  if way.brokered_until > clock_timestamp() then
    insert into public.live_change (channel, message) select told_on, message from unnest(messages) message;
    if way.notified_until < clock_timestamp() then return; end if;
  end if;
  perform pg_notify(told_on, message) from unnest(messages) message;
end $$;

-- The desk does not replicate: it hears which question changed, and asks again. 0 as the revision says that something
-- beside the row changed.
create function tell_desk() returns trigger language plpgsql as $$
begin
  perform tell_live('desk', (select array_agg(id::text || ' ' || revision) from changed));
  return null;
end $$;
create function tell_desk_of_row() returns trigger language plpgsql as $$
begin
  perform tell_live('desk', array[new.id::text || ' 0']);
  return null;
end $$;
create function tell_desk_of_decision() returns trigger language plpgsql as $$
begin
  perform tell_live('desk', array[coalesce(new.question_id, old.question_id)::text || ' 0']);
  return null;
end $$;

-- ---- what is kept for good --------------------------------------------------------------------------------------
create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception '% is append-only', tg_table_name; end $$;

-- ---- accounts ---------------------------------------------------------------------------------------------------
-- Accounts, as the sign-in library wants them (its camelCase names are its own). A person is found by auth_id.
create schema auth;

create table auth."user" (
  id uuid primary key default gen_random_uuid(),
  -- What a person is called stands in `person` alone, where they may change it.
  name text not null default '' constraint user_name_elsewhere check (name = ''),
  email text not null unique,                -- lower case
  "emailVerified" boolean not null,
  image text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);

create table auth.session (
  id uuid primary key default gen_random_uuid(),
  "expiresAt" timestamptz not null,
  token text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references auth."user" on delete cascade,
  -- When a second factor was last shown: what matters most asks for it again when that is longer ago than ten minutes.
  "factorAt" timestamptz,
  -- Whoever shows again who they are gets another token for the same session (ASVS 7.2.4). The former one dies with the
  -- first request that carries the new one, so that an answer that was lost on the way signs nobody out.
  "formerToken" text,
  "formerEndedAt" timestamptz
);
create index "session_userId_idx" on auth.session ("userId");
create index session_expiry on auth.session ("expiresAt");
create unique index "session_formerToken" on auth.session ("formerToken") where "formerToken" is not null;

create table auth.account (
  id uuid primary key default gen_random_uuid(),
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references auth."user" on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text,
  password text,                             -- scrypt, salted
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  unique ("providerId", "accountId")
);
create index "account_userId_idx" on auth.account ("userId");

create table auth.verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index "verification_identifier_idx" on auth.verification (identifier);
create unique index verification_value on auth.verification (value);
create index verification_expiry on auth.verification ("expiresAt");

-- Whoever holds a stream for a session hears of its end at once, on every server process.
create function auth.tell_session_end() returns trigger language plpgsql as $$
begin
  perform public.tell_live('session', array[old.id::text]);
  return null;
end $$;
create trigger session_ended after delete on auth.session for each row execute function auth.tell_session_end();

-- The second factor of an account: one that is here is on. The secret is sealed with a key the database does not know.
create table second_factor (
  user_id uuid primary key references auth."user" on delete cascade,
  secret text not null,
  last_step bigint not null,                 -- no code of this step or an earlier one is taken again
  created_at timestamptz not null default app_now()
);
-- Recovery codes stand in for whichever second factor an account has, so they belong to the account.
create table recovery_code (
  user_id uuid not null references auth."user" on delete cascade,
  hash text not null,                        -- keyed
  primary key (user_id, hash)
);

-- A passkey signs in by itself, or stands as the second factor beside a password. Only its public half is here.
create table passkey (
  id text primary key,                       -- as the device names it, base64url
  user_id uuid not null references auth."user" on delete cascade,
  public_key bytea not null,                 -- COSE
  counter bigint not null,                   -- of its uses, where the device counts them
  name text not null,                        -- what its owner calls it
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- A challenge is signed by us and says itself how long it is good; here is which ones were used.
create table passkey_challenge_spent (
  hash text primary key,
  expires_at timestamptz not null
);
create index passkey_challenge_spent_expiry on passkey_challenge_spent (expires_at);

-- An account knows the devices it was signed in on, and how often its password was guessed wrongly of late.
create table known_device (
  user_id uuid not null references auth."user" on delete cascade,
  device_hash text not null,                 -- of the name in the browser's cookie
  first_at timestamptz not null default app_now(),
  last_at timestamptz not null default app_now(),
  primary key (user_id, device_hash)
);
create index known_device_hash on known_device (device_hash);

-- Counters, as rate_limit: every try writes one, and none is worth waiting for the disk.
create unlogged table password_try (
  bucket text primary key,                   -- an address that may have an account, alone, by network or by device
  failures int not null,
  last_at timestamptz not null,
  told_at timestamptz                        -- when its person was told that somebody is trying
);

-- ---- people -----------------------------------------------------------------------------------------------------
-- The directory's search: what an athlete is known by, folded as `foldText` of sync/athlete/directory.ts folds it, and an
-- index over every three letters of it.
create extension if not exists pg_trgm with schema public;

-- Not plain SQL: that would be planned anew for every row.
create function directory_text(words text, interests text[], tags text[]) returns text
language plpgsql immutable parallel safe as $$
declare
  known text := words || ' ' || array_to_string(interests, ' ');
begin
  known := ' ' || translate(known, '|', ' ') || ' | ' || array_to_string(tags, ' | ') || ' |';
  known := normalize(lower(known collate pg_c_utf8), NFKD);
  return regexp_replace(regexp_replace(known, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$$;

create table person (
  id uuid primary key,
  auth_id text unique,                       -- null: a placeholder of somebody who asked without an account
  role text not null check (role in ('creator', 'basic', 'admin', 'test')),
  username text unique check (username ~ '^[a-z0-9]{1,15}$'),
  first_name text not null,
  last_name text not null,
  email text not null,
  birth_date date,
  city text,
  country_code text,
  sport text,
  position text,
  bio text not null default '',
  achievements text[] not null default '{}',
  interests text[] not null default '{}',
  tags text[] not null default '{}',
  no_go_topics text,
  price_cents int check (price_cents >= 0),
  promo boolean not null default false,
  paused boolean not null default false,
  listed boolean not null default true,
  picture_url text,
  rating_total int not null default 0,
  rating_count int not null default 0,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  directory_text text collate "C" generated always as (
    case when role = 'creator' then directory_text(
      first_name || ' ' || last_name || ' ' || coalesce(username, '') || ' ' || coalesce(sport, '') || ' '
        || coalesce(position, '') || ' ' || bio, interests, tags) end) stored,
  -- What else a profile shows: cover pictures, where else to find the athlete (handles without @), linked TikTok videos.
  cover_urls text[] not null default '{}',
  instagram text,
  tiktok text,
  x text,
  tiktok_embeds text[] not null default '{}',
  paused_until timestamptz,                  -- the pause ends by itself
  -- The number of the profile's latest change: by it a device knows whether what it has pulled already shows what it had
  -- changed.
  profile_revision int not null default 1,
  leaving_at timestamptz,
  closed_at timestamptz,
  payout_handle text,                        -- where an athlete wants to be paid by hand; null: by direct deposits
  -- The age that others are shown stands in a row: what a device is told of a partner is what is written, whenever it
  -- pulls, and a birthday is a change like any other.
  shown_age smallint,                        -- whole years; 17: under 18, and which birthday of those it is is not told
  shown_age_until date,                      -- the day, in UTC, from which it is another one
  -- What somebody types of themselves without signing in is a claim: it makes a person of its own, shown as it was typed,
  -- whose own address is nobody's inbox. Questions of an address become an account's once whoever has the address says so.
  claimed_email text,                        -- of a placeholder: the address its asker typed, in lower case
  claim_key text unique,                     -- hash of all they typed: the same words are the same placeholder
  zone text,                                 -- in which their browser last told the time, for mails; null: not known
  desk_role text check (desk_role in ('owner', 'screener', 'accountant', 'support')),
  constraint person_desk_role_admin check ((role = 'admin') = (desk_role is not null))
);
create unique index person_email on person (lower(email));
create index person_directory on person (username) where role = 'creator' and listed and not paused;
create index person_search on person using gin (directory_text gin_trgm_ops)
  where role = 'creator' and listed and not paused;
-- the desk's list of athletes, whether they are listed or not
create index person_athletes on person (username) where role = 'creator';
create index person_pause_end on person (paused_until) where paused_until is not null;
create index person_birthday on person (shown_age_until) where shown_age_until is not null;
create index person_claimed on person (claimed_email) where claimed_email is not null;

-- Whoever becomes an admin without a word of the desk's role is an owner; nobody else has one.
create function keep_desk_role() returns trigger language plpgsql as $$
begin
  new.desk_role := case when new.role = 'admin' then coalesce(new.desk_role, 'owner') end;
  return new;
end $$;
create trigger person_desk_role before insert or update of role, desk_role on person
  for each row execute function keep_desk_role();

-- Whoever becomes more, or less, than they were signs in again: whatever began under the former role ends at once.
create function end_sessions_of_person() returns trigger language plpgsql as $$
begin
  delete from auth.session where "userId"::text = new.auth_id;
  return null;
end $$;
create trigger person_role_changed after update of role on person
  for each row when (old.role is distinct from new.role and new.auth_id is not null)
  execute function end_sessions_of_person();

create function count_profile_change() returns trigger language plpgsql as $$
begin
  new.profile_revision := old.profile_revision + 1;
  return new;
end $$;
create trigger person_profile before update on person for each row
  when ((old.first_name, old.last_name, old.city, old.country_code, old.instagram, old.tiktok, old.x, old.sport, old.position,
      old.bio, old.achievements, old.interests, old.no_go_topics, old.price_cents, old.paused, old.paused_until, old.payout_handle)
    is distinct from (new.first_name, new.last_name, new.city, new.country_code, new.instagram, new.tiktok, new.x, new.sport,
      new.position, new.bio, new.achievements, new.interests, new.no_go_topics, new.price_cents, new.paused, new.paused_until,
      new.payout_handle))
  execute function count_profile_change();

-- The day on which somebody is so many years old: whoever was born on a 29 February waits for 1 March where there is none (D10).
create function birthday(birth date, years int) returns date language sql immutable as $$
  select case when extract(day from that) = extract(day from birth) then that else that + 1 end
    from cast(birth + make_interval(years => years) as date) that
$$;
create function show_age() returns trigger language plpgsql as $$
declare
  today date := app_now() at time zone 'utc';
  years int := extract(year from today) - extract(year from new.birth_date);
begin
  if new.birth_date is null then
    new.shown_age := null;
    new.shown_age_until := null;
  else
    if birthday(new.birth_date, years) > today then years := years - 1; end if;
    new.shown_age := greatest(years, 17);
    new.shown_age_until := birthday(new.birth_date, new.shown_age + 1);
  end if;
  return new;
end $$;
create trigger person_age before insert or update of birth_date on person for each row execute function show_age();

-- A guest is a principal made by the server at its first online write, held in a signed cookie.
create table guest (id uuid primary key, created_at timestamptz not null default app_now());

-- Accounts somebody asked for and has not activated, of fans and of athletes: nothing of it counts before the mailed token
-- comes back together with the password chosen here. An address may have several: whose they are is not known yet. Its
-- first constraints have the name that the table had at first.
create table joining (
  id uuid constraint fan_join_pkey primary key,
  token_hash text not null constraint fan_join_token_hash_key unique,
  email text not null,                       -- lower case
  first_name text not null,
  last_name text not null,
  birth_date date not null,
  city text not null,
  country_code text not null,
  username text not null,
  password_hash text not null,               -- scrypt, salted
  expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  role text not null default 'basic' check (role in ('basic', 'creator')),
  profile jsonb,                             -- an athlete's
  upload_hash text unique,                   -- whoever holds its token may bring the pictures
  awaited text[] not null default '{}',      -- pictures to come: the mail leaves with the last of them
  mail_id uuid
);
create index joining_email on joining (email);
create index joining_expiry on joining (expires_at);

-- What an athlete signs up with. Only the keyed hash is kept, and one code counts at a time.
create table signup_code (
  id uuid primary key,
  code_hash text not null unique,
  made_by uuid references person,            -- null: made with the demo data
  created_at timestamptz not null default app_now(),
  ended_at timestamptz
);
create unique index signup_code_current on signup_code ((true)) where ended_at is null;

-- Pictures of people. They wait with a sign-up, and have an address once they are somebody's.
create table picture (
  id uuid primary key,
  joining_id uuid references joining on delete set null,
  person_id uuid references person,
  place text not null check (place in ('profile', 'cover1', 'cover2', 'cover3')),
  path text unique,                          -- '{username}/profilePicture/{filename}' or '…/coverPictures/…'
  file_key text not null unique,
  type text not null,
  bytes int not null,
  width int not null,
  height int not null,
  created_at timestamptz not null default app_now(),
  unique (joining_id, place)
);
create index picture_person on picture (person_id) where person_id is not null;

-- A picture the team has asked somebody for: it is brought by its person, looked at by the team, and public only then.
create table picture_request (
  id uuid primary key,
  person_id uuid not null references person,
  place text not null check (place in ('profile', 'cover1', 'cover2', 'cover3')),
  state text not null default 'asked' check (state in ('asked', 'brought', 'approved', 'withdrawn')),
  picture_id uuid references picture on delete set null,   -- what was brought and is looked at
  note text,                                 -- why another one is wanted
  asked_by uuid not null references person,
  settled_by uuid references person,
  asked_at timestamptz not null default app_now(),
  brought_at timestamptz,
  settled_at timestamptz,
  check ((state = 'brought') <= (brought_at is not null))
);
create unique index picture_request_open on picture_request (person_id, place) where state in ('asked', 'brought');
create index picture_request_brought on picture_request (brought_at) where state in ('asked', 'brought');
create index picture_request_picture on picture_request (picture_id) where picture_id is not null;

-- What is asked of somebody stands in their own document.
create function publish_picture_request() returns trigger language plpgsql as $$
begin
  update person set updated_at = app_now() where id = new.person_id;
  return null;
end $$;
create trigger picture_request_told after insert or update on picture_request
  for each row execute function publish_picture_request();

-- Whoever is to reach somebody's account changes only when both inboxes have said yes: the one they have, so that nobody
-- takes an account away, and the one they name, so that nobody is written to by mistake.
create table email_change (
  id uuid primary key,
  person_id uuid not null unique references person,   -- the latest change takes the place of the one before
  email text not null,                       -- lower case: where they want to be reached
  former_email text,                         -- once it is made: where they were, who is told
  old_hash text not null unique,             -- of the token mailed to the address they have
  new_hash text not null unique,             -- of the one mailed to the address they want
  old_at timestamptz,
  new_at timestamptz,
  asked_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index email_change_expiry on email_change (expires_at);

-- The warning system (D52): yellow is a warning, red takes the listing away, termination closes the account.
create table athlete_card (
  id uuid primary key,
  person_id uuid not null references person,
  card text not null check (card in ('yellow', 'red', 'termination')),
  reason text not null,                      -- told to the athlete
  given_by uuid not null references person,
  at timestamptz not null default app_now()
);
create index athlete_card_person on athlete_card (person_id, at desc);

-- An address that may ask nothing; the hash outlives the address, which is erased with its owner.
create table blocked_address (
  id uuid primary key,
  address_hash text not null,
  email text,
  reason text not null default '',           -- for the team alone
  blocked_by uuid not null references person,
  at timestamptz not null default app_now(),
  lifted_by uuid references person,
  lifted_at timestamptz,
  guests_only boolean not null default false -- whether it stops only those who type the address, not the account that has it
);
create unique index blocked_address_open on blocked_address (address_hash) where lifted_at is null;

-- ---- conversations ----------------------------------------------------------------------------------------------
create table conversation (
  id uuid primary key,
  fan_id uuid not null references person,
  athlete_id uuid not null references person,
  opened_at timestamptz,                     -- when the athlete first had something to see here
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  unique (fan_id, athlete_id)
);
create index conversation_athlete on conversation (athlete_id);

-- Whoever comes to see a person waits for a change of that person to end, and holds the next one back until they are
-- among its readers: else it would pass by a conversation that is being made or opened just then.
create function hold_partners() returns trigger language plpgsql as $$
begin
  perform from person where id in (new.fan_id, new.athlete_id) order by id for share;
  return null;
end $$;
create trigger conversation_made after insert on conversation for each row execute function hold_partners();
create trigger conversation_opened after update of opened_at on conversation
  for each row when (old.opened_at is distinct from new.opened_at) execute function hold_partners();

-- ---- videos -----------------------------------------------------------------------------------------------------
create table media (
  id uuid primary key,
  principal text not null,                   -- 'person:…' or 'guest:…': who declared it and may upload it
  purpose text not null check (purpose in ('question', 'answer', 'reply')),
  source text not null check (source in ('recorded', 'file')),
  state text not null default 'expected' check (state in ('expected', 'received', 'stored', 'refused', 'purged')),
  refusal text,                              -- code of the catalogue, when refused
  declared_type text not null,
  declared_bytes bigint not null check (declared_bytes > 0),
  declared_sha256 text not null,
  declared_duration_ms int not null,
  upload_id text unique,                     -- the tus upload; also the name of the original in storage
  original_key text,
  served_key text,                           -- the remux without tags that is played
  served_bytes bigint,
  served_type text,
  duration_ms int,
  width int,
  height int,
  video_codec text,
  audio_codec text,
  claimed_by uuid,                           -- the question or answer; null is loose
  created_at timestamptz not null default app_now(),
  received_at timestamptz,
  stored_at timestamptz,
  purged_at timestamptz,
  -- What is said in it, as whoever answered typed or attached it: the words, and with times the captions (WebVTT of our
  -- own writing). They go with the video, whoever deletes it.
  transcript text,
  captions text,
  -- Who is verified next is decided here, for all servers alike: answers before questions, and among their senders in turn.
  verify_after timestamptz,                  -- not looked at before: somebody verifies it, or the machine failed
  verify_tries smallint not null default 0,
  conversion text check (conversion in ('none', 'wanted', 'required')),
  converted_from jsonb                       -- of one that is only to be converted: its tracks and what is shown of it
);
create index media_loose on media (created_at) where claimed_by is null and state <> 'purged';
create index media_claimed on media (claimed_by);
create index media_received on media (received_at) where state = 'received';

create function drop_words() returns trigger language plpgsql as $$
begin
  new.transcript := null;
  new.captions := null;
  return new;
end $$;
create trigger media_words_purged before update of state on media for each row
  when (new.state = 'purged') execute function drop_words();

create table verification_turn (
  principal text primary key,                -- as in `media`
  turn_at timestamptz not null default app_now(),   -- when a video of theirs was last looked at
  refused smallint not null default 0,       -- how many of late were no videos; each makes the next wait longer
  wait_until timestamptz
);

-- What is made of a stored video besides the copy that is served. A row is an order until it is made or cannot be:
-- whoever takes it holds it until `take_after`, so that several servers share the work and none does it twice.
create table rendition (
  media_id uuid not null references media on delete cascade,
  kind text not null check (kind in ('poster', 'plays', 'small', 'strip')),
  state text not null default 'waiting' check (state in ('waiting', 'made', 'failed')),
  ordered_at timestamptz not null default app_now(),
  take_after timestamptz not null default app_now(),
  tries smallint not null default 0,
  percent smallint not null default 0,
  file_key text,
  bytes bigint,
  width integer,
  height integer,
  made_at timestamptz,
  primary key (media_id, kind),
  check ((state = 'made') = (file_key is not null))
);
create index rendition_waiting on rendition (take_after) where state = 'waiting';
create index rendition_file on rendition (file_key) where file_key is not null;

-- ---- asking -----------------------------------------------------------------------------------------------------
-- What a caller told on leaving step 2; its tokens are opaque and bound to the caller.
create table ask_ticket (
  conversation_token text primary key,
  requester_token text not null,
  principal text not null,
  athlete_id uuid not null references person,
  asker jsonb not null,
  hold_id uuid,
  created_at timestamptz not null default app_now(),
  unique (principal, athlete_id, conversation_token)
);

-- Codes that lower the price of a question. What was typed is never stored, only its keyed hash.
create table discount_code (
  id uuid primary key,
  code_hash text not null unique,
  label text not null,                       -- what the team calls it
  percent_off int check (percent_off between 1 and 100),
  cents_off int check (cents_off > 0),
  max_uses int check (max_uses > 0),         -- in all; null is no limit
  max_uses_each int check (max_uses_each > 0),   -- by one asker's address; null is no limit
  expires_at timestamptz,
  ended_at timestamptz,                      -- taken out of use by hand
  created_at timestamptz not null default app_now(),
  check (num_nonnulls(percent_off, cents_off) = 1)
);

create table prepared_ask (
  id uuid primary key,                       -- becomes the question's id
  principal text not null,
  guest_id uuid references guest,
  person_id uuid references person,          -- the signed-in asker
  athlete_id uuid not null references person,
  asker jsonb not null,
  subject text not null,
  kind text not null check (kind in ('text', 'video')),
  text text not null,
  media_id uuid references media,
  amount_cents int not null check (amount_cents >= 0),
  wanted_at timestamptz,                     -- when question.ask said "make it so"
  state text not null default 'open' check (state in ('open', 'asked', 'released')),
  reason text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  -- One ask, one use, whatever is prepared again. Whether it still counts is read from the ask and its question.
  discount_code_id uuid references discount_code,
  -- What the athlete asked when the fan agreed to it: a price changed later says nothing about a question on its way.
  price_cents int
);
create index prepared_ask_open on prepared_ask (updated_at) where state = 'open';
create index prepared_ask_principal on prepared_ask (principal);
create index prepared_ask_discount on prepared_ask (discount_code_id) where discount_code_id is not null;
create index prepared_ask_address on prepared_ask (lower(asker ->> 'email'));

create table question (
  id uuid primary key,
  conversation_id uuid not null references conversation,
  fan_id uuid not null references person,
  athlete_id uuid not null references person,
  guest_id uuid references guest,
  asker jsonb not null,
  subject text not null,
  kind text not null check (kind in ('text', 'video')),
  text text not null,
  media_id uuid references media,
  status text not null default 'new' check (status in ('new', 'approved', 'rejected', 'athlete rejected', 'completed')),
  -- a question that the team closes is not one that its athlete declined: the fan is told by whom
  reason text check (reason in ('no-answer', 'screening-limit', 'cancelled-by-asker', 'payment-lapsed', 'athlete-removed',
    'admin-note', 'closed-by-team', 'declined', 'video-unreadable')),
  amount_cents int not null check (amount_cents >= 0),
  hold_state text not null default 'none',
  submitted_at timestamptz not null,
  screening_ends_at timestamptz not null,
  approved_at timestamptz,
  due_at timestamptz,
  grace_ends_at timestamptz,                 -- set once an answer was announced in time
  settled_at timestamptz,
  admin_note text,
  athlete_note text,
  free_key text,                             -- normalised email, when this was the free first question
  link_hash text unique,
  link_generation int not null default 1,
  revision int not null default 1,
  updated_at timestamptz not null default app_now(),
  flags text[] not null default '{}',        -- what an automatic check noticed (D57): it sorts, and decides nothing
  pay_again_until timestamptz,               -- an answer that could not be paid for waits so long for its fan (D33)
  claim_hash text unique                     -- of the mailed token by which the address says whether a question is theirs
);
create unique index question_free_first on question (athlete_id, free_key)
  where free_key is not null and status not in ('rejected', 'athlete rejected');
create index question_desk on question (status, submitted_at desc, id);
create index question_conversation on question (conversation_id, submitted_at);
create index question_guest on question (guest_id) where guest_id is not null;
create index question_fan on question (fan_id, submitted_at);
create index question_due on question (due_at) where status = 'approved';
create index question_screening on question (screening_ends_at) where status = 'new';
create index question_flagged on question (screening_ends_at, id) where status = 'new' and flags <> '{}';
create index question_same_text on question (md5(lower(text)), submitted_at) where kind = 'text';
create index question_pay_again on question (pay_again_until) where status = 'approved' and pay_again_until is not null;
-- whoever lost a private link is found by the address they asked with
create index question_asker_email on question (lower(asker ->> 'email'), submitted_at desc) where link_hash is not null;

-- The desk's lists, newest first: all of them, and those of one athlete.
create index question_newest on question (submitted_at desc, id desc);
create index question_athlete_newest on question (athlete_id, submitted_at desc, id desc);
create index question_athlete_status on question (athlete_id, status, submitted_at desc, id desc);
create function desk_text(subject text, asker jsonb) returns text language sql immutable parallel safe as $$
  select lower(subject || ' ' || (asker ->> 'firstName') || ' ' || (asker ->> 'lastName') || ' ' || (asker ->> 'email')) $$;
create index question_desk_text on question using gin (desk_text(subject, asker) gin_trgm_ops);

create trigger question_added_desk after insert on question referencing new table as changed
  for each statement execute function tell_desk();
create trigger question_changed_desk after update on question referencing new table as changed
  for each statement execute function tell_desk();

-- The team may set any status (D54). What ran out of time, what the athlete declined and what was never paid for may still
-- be completed as a gift (D5).
create function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('new', 'approved'), ('new', 'rejected'), ('approved', 'athlete rejected'),
      ('approved', 'completed'), ('approved', 'rejected')) and current_setting('infield.status_set', true) is distinct from 'on'
    and not ((old.status, new.status) = ('athlete rejected', 'completed')
      and old.reason in ('no-answer', 'declined', 'payment-lapsed') and new.amount_cents = 0) then
    raise exception 'illegal move of question % from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
create trigger question_moves before update of status on question
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_move();

create table question_event (
  id bigint generated always as identity primary key,
  question_id uuid not null references question,
  at timestamptz not null default app_now(),
  move text not null,
  actor text not null,
  detail jsonb not null default '{}'
);
create index question_event_question on question_event (question_id);

-- Links that opened something once: whoever still holds one is told why it does not any more.
create table former_link (
  hash text primary key,
  question_id uuid not null references question,
  why text not null check (why in ('replaced', 'ended'))
);
create index former_link_question on former_link (question_id);
create function keep_former_link() returns trigger language plpgsql as $$
begin
  insert into former_link (hash, question_id, why)
    values (old.link_hash, old.id, case when new.link_hash is null then 'ended' else 'replaced' end) on conflict do nothing;
  return null;
end $$;
create trigger question_link_ended after update of link_hash on question for each row
  when (old.link_hash is not null and old.link_hash is distinct from new.link_hash) execute function keep_former_link();

-- ---- screening --------------------------------------------------------------------------------------------------
-- A decision that waits for its moment, so that it can be taken back: until then nothing of the question changes.
create table screening_decision (
  question_id uuid primary key references question,
  decision text not null check (decision in ('approve', 'reject')),
  note text not null default '',
  revision int not null,                     -- of the question as the admin saw it
  admin_id uuid not null references person,
  takes_effect_at timestamptz not null,
  refused text                               -- the code of the refusal, where it could not be made after all
);
create index screening_decision_due on screening_decision (takes_effect_at) where refused is null;
create trigger screening_decision_changed after insert or update or delete on screening_decision
  for each row execute function tell_desk_of_decision();

-- What two people at the desk tell each other of a request: notes, and whose it is while somebody looks at it.
create table request_note (
  id uuid primary key,
  question_id uuid not null references question,
  written_by uuid not null references person,
  text text not null,
  at timestamptz not null default app_now()
);
create index request_note_question on request_note (question_id, at);
create trigger request_note_desk after insert on request_note for each row execute function tell_desk_of_decision();

create table request_taken (
  question_id uuid primary key references question,
  taken_by uuid not null references person,
  until timestamptz not null                 -- from then on it is nobody's, with nothing that has to run
);
create trigger request_taken_desk after insert or update or delete on request_taken
  for each row execute function tell_desk_of_decision();

-- ---- answers ----------------------------------------------------------------------------------------------------
create table answer (
  id uuid primary key,
  question_id uuid not null references question,
  conversation_id uuid not null references conversation,
  athlete_id uuid not null references person,
  fan_id uuid not null references person,
  media_id uuid not null references media,
  state text not null default 'waiting' check (state in ('waiting', 'stored', 'delivered', 'withdrawn')),
  duration_ms int not null,
  recorded_at timestamptz not null,
  submitted_at timestamptz not null,
  stored_at timestamptz,
  delivered_at timestamptz,
  updated_at timestamptz not null default app_now(),
  gift boolean not null default false,       -- recorded in time, arrived when its question had ended, given for nothing (D5)
  rating_asked_at timestamptz                -- when the fan was asked, once, what it was worth to them
);
create unique index answer_question on answer (question_id) where state <> 'withdrawn';   -- one answer per question (D58)
create index answer_athlete on answer (athlete_id);
create index answer_media on answer (media_id);
create index answer_unrated on answer (delivered_at) where state = 'delivered' and rating_asked_at is null;

-- How soon each athlete usually answers.
create table typical_answer (
  athlete_id uuid primary key references person,
  minutes integer not null check (minutes >= 0)   -- from approval to delivery: the middle one of the latest twenty
);
-- Three answers say something of an athlete, one or two do not.
create function measure_answers(athlete uuid) returns void language sql as $$
  insert into typical_answer (athlete_id, minutes)
    select athlete, percentile_disc(0.5) within group (order by minutes) from (
      select (extract(epoch from a.delivered_at - q.approved_at) / 60)::int as minutes
      from answer a join question q on q.id = a.question_id
      where a.athlete_id = athlete and a.state = 'delivered' and a.delivered_at >= q.approved_at
      order by a.delivered_at desc limit 20) latest
    having count(*) >= 3
    on conflict (athlete_id) do update set minutes = excluded.minutes
$$;
create function measure_answered() returns trigger language plpgsql as $$
begin
  perform measure_answers(new.athlete_id);
  return null;
end $$;
create trigger answer_measured after insert or update of state on answer
  for each row when (new.state = 'delivered') execute function measure_answered();

-- What a fan asks once more about a delivered answer, once, and what the athlete writes back. Nobody is charged for it and
-- nobody earns by it. It goes to the athlete unscreened: whoever asks was screened, and the athlete can hand it to the team.
-- It may be replied to by a short video, which is announced first, and is the reply once its bytes are verified; until
-- then a text, or another video, takes its place.
create table clarification (
  question_id uuid primary key references question,
  text text not null,
  asked_at timestamptz not null default app_now(),
  reply text,
  replied_at timestamptz,
  reported_at timestamptz,
  media_id uuid references media,
  check (reply is null or replied_at is not null),
  check (replied_at is null or num_nonnulls(reply, media_id) = 1),
  check (reported_at is null or (replied_at is null and media_id is null))
);
create unique index clarification_media on clarification (media_id) where media_id is not null;

-- What a fan thought of an answer: once, by whoever holds its link. Read by the team alone; the stars also make the public figure.
create table rating (
  id uuid primary key,
  answer_id uuid not null unique references answer,
  question_id uuid not null references question,
  athlete_id uuid not null references person,
  stars int not null check (stars between 1 and 5),
  response_feedback text not null default '',
  infield_feedback text not null default '',
  created_at timestamptz not null default app_now()
);
create index rating_newest on rating (created_at desc, id desc);
create index rating_athlete on rating (athlete_id, created_at desc, id desc);
create index rating_stars on rating (stars, created_at desc, id desc);
create trigger rating_desk after insert on rating for each row execute function tell_desk_of_row();

-- Links that a fan gives to others: they show the answer and what was asked, and each can be taken back.
create table share_link (
  id uuid primary key,
  question_id uuid not null references question,
  name text not null,                        -- the fan's own, for whom it is
  hash text not null unique,
  created_at timestamptz not null default app_now(),
  revoked_at timestamptz
);
create index share_link_question on share_link (question_id) where revoked_at is null;

create table draft (
  id uuid primary key,
  person_id uuid not null references person,
  athlete_id uuid not null references person,
  body text not null,
  base int not null,
  revision int not null default 1,
  saved_at timestamptz not null,
  discarded boolean not null default false
);
create index draft_person on draft (person_id);

-- ---- payments ---------------------------------------------------------------------------------------------------
create table hold (
  id uuid primary key,
  ask_id uuid not null,                      -- prepared ask, later the question of the same id; or an ask ticket's
  principal text not null,
  attempt int not null default 1,
  amount_cents int not null check (amount_cents > 0),
  state text not null default 'pending' check (state in ('pending', 'held', 'capturing', 'captured', 'releasing', 'released', 'lapsed')),
  payment_intent_id text unique,
  client_secret text,
  charge_id text,
  capture_before timestamptz,
  release_reason text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  card_fingerprint text,                     -- which card it was, as the provider names it: two payments of one card have the same
  unique (ask_id, attempt)
);
create index hold_open on hold (updated_at) where state in ('pending', 'held', 'capturing', 'releasing');
create index hold_card on hold (card_fingerprint) where card_fingerprint is not null;
-- whatever the payment provider calls it, it is found by that name
create index hold_charge on hold (charge_id) where charge_id is not null;

create function mirror_hold() returns trigger language plpgsql as $$
begin
  update question set hold_state = new.state, revision = revision + 1, updated_at = app_now()
    where id = new.ask_id and hold_state is distinct from new.state
      -- an earlier attempt that is given back late says nothing about the one that counts
      and not exists (select from hold h where h.ask_id = new.ask_id and h.attempt > new.attempt);
  return null;
end $$;
create trigger hold_mirror after update of state on hold for each row execute function mirror_hold();

-- Whoever tries one card after another is found by the guest and the networks that opened the payments.
create unlogged table card_trial (
  payment_id uuid primary key,               -- a hold or a tip
  buckets text[] not null,                   -- whose declined cards are counted, as hashes
  created_at timestamptz not null default app_now()
);
create index card_trial_created on card_trial (created_at);

-- Tips for answers (S2-4.29, D23): paid at once, credited to the athlete less the provider's fee.
create table tip (
  id uuid primary key,                       -- made on the device
  question_id uuid not null,
  amount_cents int not null check (amount_cents >= 200),
  state text not null default 'pending' check (state in ('pending', 'paid', 'releasing', 'released')),
  payment_intent_id text unique,
  client_secret text,
  charge_id text unique,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  paid_at timestamptz
);
create index tip_question on tip (question_id);
create index tip_open on tip (updated_at) where state in ('pending', 'releasing');

-- Money that goes back: refunds (ours, and those made at the provider) and disputes of a captured answer or a paid tip.
create table refund (
  id uuid primary key,                       -- made on the desk; our own for one made at the provider
  question_id uuid not null,
  charge_id text not null,
  amount_cents int not null check (amount_cents > 0),
  reason text not null check (reason in ('not-as-promised', 'mistake', 'duplicate', 'fraud', 'goodwill', 'provider')),
  state text not null default 'ordered' check (state in ('ordered', 'pending', 'done', 'refused', 'failed')),
  stripe_refund_id text unique,
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index refund_charge on refund (charge_id);
create index refund_question on refund (question_id);
create index refund_open on refund (updated_at) where state = 'pending';

create table dispute (
  id text primary key,                       -- the provider's
  question_id uuid not null,
  charge_id text not null,
  amount_cents int not null check (amount_cents > 0),
  fee_cents int not null default 0,
  state text not null check (state in ('needs-response', 'under-review', 'won', 'lost', 'closed')),
  reason text not null,
  due_by timestamptz,
  opened_at timestamptz not null,
  seen_at timestamptz not null               -- what was asked for later is newer
);
create index dispute_charge on dispute (charge_id);
create index dispute_open on dispute (charge_id) where state in ('needs-response', 'under-review');

-- The one crash-safe pattern: the row is committed before Stripe is called, with the key it will be called with.
create table money_operation (
  id uuid primary key,
  subject_id uuid not null,                  -- the hold, tip, refund, account, payout or reversal
  kind text not null check (kind in ('create', 'capture', 'release', 'tip', 'tip-release', 'refund', 'account', 'transfer',
    'reversal')),
  attempt int not null default 1,
  idempotency_key text not null unique,
  params jsonb not null,
  params_hash text not null,
  state text not null default 'intended' check (state in ('intended', 'done', 'failed')),
  tries int not null default 0,
  error text,
  created_at timestamptz not null default app_now(),
  tried_at timestamptz,
  done_at timestamptz,
  unique (subject_id, kind, attempt)
);
create index money_operation_intended on money_operation (created_at) where state = 'intended';

create table stripe_event (
  id text primary key,
  type text not null,
  object_id text not null,
  received_at timestamptz not null default app_now(),
  handled_at timestamptz
);
create index stripe_event_open on stripe_event (received_at) where handled_at is null;

-- ---- payouts ----------------------------------------------------------------------------------------------------
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

-- What an athlete is paid out: once a period, by a transfer to their account at the provider, or by hand (S2-9.14, D34).
-- What went back of what it pays is taken off it until somebody begins it, and an admin may cancel it.
create table payout (
  id uuid primary key,                       -- made of the person and the period: the same again after a restore
  person_id uuid not null references person,
  period text not null,
  -- one that nothing is left of keeps 0
  amount_cents int not null constraint payout_amount_cents_check check (amount_cents > 0 or amount_cents = 0 and state = 'cancelled'),
  way text not null check (way in ('transfer', 'manual')),
  why text,                                  -- of a manual one: why it is
  state text not null default 'ordered' check (state in ('ordered', 'begun', 'paid', 'cancelled')),
  account_id text,                           -- where the transfer goes
  transfer_id text unique,
  begun_by uuid references person,           -- who pays it by hand, and said so first
  begun_at timestamptz,
  paid_by uuid references person,            -- who said that it was paid, and by what it can be found again
  reference text,
  paid_at timestamptz,
  created_at timestamptz not null default app_now(),
  -- An athlete who is erased while something is owed to them: a last payout is ordered before their details go, and who it
  -- goes to is kept on its row until it is paid.
  payee jsonb,                               -- name, email, handle; null once paid, and for everybody who is still here
  cancelled_by uuid references person,       -- null where nothing was left to pay
  cancelled_at timestamptz,
  cancel_reason text,
  unique (person_id, period),
  check (state <> 'paid' or paid_at is not null and (transfer_id is not null or reference is not null)),
  constraint payout_cancelled_check check ((state = 'cancelled') = (cancelled_at is not null))
);
create index payout_by_hand on payout (created_at) where way = 'manual';
-- transfers that wait for the provider's balance are looked for every hour
create index payout_waiting on payout (created_at) where way = 'transfer' and state = 'ordered';
create index payout_open on payout (person_id) where state = 'ordered';

create table payout_deduction (
  id uuid primary key,
  payout_id uuid not null references payout,
  amount_cents int not null check (amount_cents > 0),
  -- the athlete's balance fell below zero, or what is left of it is in dispute
  why text not null check (why in ('returned', 'disputed')),
  at timestamptz not null default app_now()
);
create index payout_deduction_payout on payout_deduction (payout_id);

create table payout_hold (
  id uuid primary key,
  person_id uuid references person,          -- null: of everybody
  reason text not null,
  held_by uuid not null references person,
  held_at timestamptz not null default app_now(),
  resumed_by uuid references person,
  resumed_at timestamptz,
  resume_reason text,
  check ((resumed_at is null) = (resumed_by is null))
);
create unique index payout_hold_live on payout_hold (coalesce(person_id, '00000000-0000-0000-0000-000000000000'::uuid))
  where resumed_at is null;

-- Where somebody's payouts go does not change at once: its owner hears of it by mail, and has three days to stop it.
create table payout_change (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('handle', 'deposits')),
  handle text,                               -- of `handle`: where they are paid by hand; null: by direct deposits
  stop_hash text not null unique,            -- of the mailed token that stops it
  asked_at timestamptz not null default app_now(),
  from_at timestamptz not null,
  ended_at timestamptz,
  ending text check (ending in ('made', 'stopped', 'taken-back', 'replaced'))
);
create unique index payout_change_waiting on payout_change (person_id, kind) where ended_at is null;
create index payout_change_due on payout_change (from_at) where ended_at is null;

-- What an athlete was transferred and gives back, because a payment it was for was refunded or lost to a bank (M12).
create table reversal (
  id uuid primary key,                       -- made of its payout and its cause: the same again after a restore
  payout_id uuid not null references payout,
  amount_cents int not null check (amount_cents > 0),
  -- `refused`: the provider would not do it; it stays owed, and later earnings make up for it
  state text not null default 'ordered' check (state in ('ordered', 'done', 'refused')),
  stripe_reversal_id text unique,
  error text,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now()
);
create index reversal_payout on reversal (payout_id);

-- ---- books ------------------------------------------------------------------------------------------------------
create table ledger_transaction (
  id uuid primary key,
  kind text not null,
  source text not null,                      -- the Stripe object or our own row that caused it
  question_id uuid,
  at timestamptz not null default app_now(),
  charge_id text,                            -- the payment that something went back of, so that what is left of it is a sum
  unique (kind, source)
);
create index ledger_transaction_charge on ledger_transaction (charge_id) where charge_id is not null;
create index ledger_transaction_at on ledger_transaction (at);

create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transaction,
  -- `fee_variance`: what the provider kept of a tip beyond, or short of, what the athlete was told (M8); the platform
  -- carries it. `disputed`: what the bank has taken until it decides; `dispute_fees` are the platform's alone. What was
  -- ordered and is not paid yet stands in `payout_clearing`; what was paid by hand came from the company's own bank.
  account text not null check (account in ('stripe_balance', 'stripe_fees', 'athlete_payable', 'platform_revenue',
    'fee_variance', 'disputed', 'dispute_fees', 'payout_clearing', 'company_bank')),
  person_id uuid references person,
  amount_cents int not null check (amount_cents <> 0)
);
create index ledger_entry_transaction on ledger_entry (transaction_id);
create index ledger_entry_person on ledger_entry (person_id) where person_id is not null;
-- What athletes are owed now: the hourly search reads this account's entries, and joins the rest of whom it pays alone.
create index ledger_entry_payable on ledger_entry (person_id) include (amount_cents)
  where account = 'athlete_payable' and person_id is not null;

create function check_balanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entry where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function check_balanced();

-- Every payment has a number on its receipt that stays.
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

-- What the nightly comparison of payments, ledger and the provider's balance found; breaks is null when it gave no answer.
create table reconciliation (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  breaks jsonb,
  mended int not null,
  balance jsonb                              -- at the provider, there and here
);

-- ---- mails and pushes -------------------------------------------------------------------------------------------
create table mail (
  id uuid primary key,
  kind text not null,
  question_id uuid references question,
  ask_id uuid references prepared_ask,
  person_id uuid references person,          -- the recipient, or null: the asker of the question or ask
  data jsonb not null default '{}',
  tries int not null default 0,
  error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index mail_unsent on mail (created_at) where sent_at is null;
create index mail_newest on mail (created_at desc, id desc);
create index mail_question on mail (question_id) where question_id is not null;
create index mail_ask on mail (ask_id) where ask_id is not null;
create index mail_person on mail (person_id) where person_id is not null;

-- What the mailbox page shows while no SMTP server is configured.
create table mailbox (
  id uuid primary key,                       -- the mail's id
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamptz not null default app_now()
);

-- Where a device is reached belongs to the session that said so, and ends with it.
create table push_subscription (
  endpoint text primary key,
  person_id uuid not null references person,
  session_id uuid not null references auth.session on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default app_now()
);
create index push_subscription_person on push_subscription (person_id);
create index push_subscription_session on push_subscription (session_id);

create table push_message (
  id uuid primary key,
  kind text not null,
  question_id uuid references question,
  person_id uuid not null references person,
  tries int not null default 0,
  error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  -- A device says that a push reached it; a reminder nobody acknowledged is written as a mail.
  received_at timestamptz,
  mailed_at timestamptz,
  -- Which devices have had it, so that one whose service is out of order keeps it from no other and repeats it to none.
  handed_to text[] not null default '{}'
);
create index push_message_unsent on push_message (created_at) where sent_at is null;
create index push_message_newest on push_message (created_at desc, id desc);
create index push_message_question on push_message (question_id) where question_id is not null;
create index push_message_person on push_message (person_id);

-- ---- messages to the team ---------------------------------------------------------------------------------------
-- What anybody may send the team; read by the admin alone.
create table contact_form (
  id uuid primary key,                       -- made on the sender's device
  first_name text,                           -- null with a suggestion, which is a handle and nothing else
  last_name text,
  email text,
  subject text not null,
  content text not null,
  status text not null default 'New' check (status in ('New', 'In-Progress', 'Completed')),
  notes text,
  created_at timestamptz not null default app_now(),
  question_id uuid references question       -- of a problem reported on the page behind its link
);
create index contact_form_newest on contact_form (created_at desc, id);
create index contact_form_address on contact_form (lower(email));
create index contact_form_question on contact_form (question_id) where question_id is not null;
create trigger contact_form_desk after insert or update on contact_form for each row execute function tell_desk_of_row();

create table athlete_form (
  id uuid primary key,
  first_name text,
  last_name text,
  email text not null,
  city text,
  country_code text,
  social_platform text,
  social_account text not null,
  sport text,
  content text,
  status text not null default 'New' check (status in ('New', 'In-Progress', 'Completed')),
  notes text,
  created_at timestamptz not null default app_now(),
  position text                              -- S2-3.8
);
create index athlete_form_newest on athlete_form (created_at desc, id);
create index athlete_form_address on athlete_form (lower(email));
create trigger athlete_form_desk after insert or update on athlete_form for each row execute function tell_desk_of_row();

-- What a member tells the team from the dashboard (S2-3.5); the username is read from the person.
create table user_feedback (
  id uuid primary key,                       -- made on the sender's device
  person_id uuid not null references person,
  content text not null,
  status text not null default 'New' check (status in ('New', 'Awaiting Response', 'Completed')),
  admin_notes text,
  created_at timestamptz not null default app_now()
);
create index user_feedback_newest on user_feedback (created_at desc, id);
create index user_feedback_person on user_feedback (person_id);

-- ---- the team ---------------------------------------------------------------------------------------------------
-- How somebody is invited to the team, and the way back for the last owner.
create table team_invite (
  id uuid primary key,
  email text not null,                       -- lower case; emptied with its hash when it is over
  desk_role text not null check (desk_role in ('owner', 'screener', 'accountant', 'support')),
  token_hash text unique,
  invited_by uuid references person,         -- null: by the command on the server, for an owner who lost the way in
  invited_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  accepted_by uuid references person,
  accepted_at timestamptz,
  withdrawn_by uuid references person,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
create unique index team_invite_open on team_invite (email) where accepted_at is null and withdrawn_at is null;

-- Who of the team was last told of a week of the queue, and who does not want to be.
create table weekly_digest (
  person_id uuid primary key references person,
  told_at timestamptz not null,
  is_off boolean not null default false
);

-- What an admin did, for good: no row is ever changed or taken away. It names ids and states, never words.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  admin_id uuid not null references person,
  act text not null,
  subject text,                              -- the id of what it was done to
  detail jsonb not null default '{}'
);
create index audit_admin on audit (admin_id, id desc);
create index audit_subject on audit (subject, id desc);

-- What the team has given up on, and why.
create table dropped_trouble (
  id uuid primary key,                       -- of the job, the mail, the push or the order
  of text not null check (of in ('job', 'mail', 'push', 'money')),
  reason text not null,
  dropped_by uuid not null references person,
  dropped_at timestamptz not null default app_now()
);

-- What has been tried twice and did not leave. One place says so, for the desk and for whoever watches the server.
create view stuck_mail as
  select m.* from mail m where m.sent_at is null and m.tries >= 2
    and not exists (select from dropped_trouble d where d.id = m.id);
create view stuck_push as
  select p.* from push_message p where p.sent_at is null and p.tries >= 2
    and not exists (select from dropped_trouble d where d.id = p.id);

-- An order to the payment provider that does not come to an end, or that came to a bad one while somebody still waits:
-- what was ordered once more, was settled in another way or has run out concerns nobody.
create view stuck_money as
  select o.* from money_operation o
  where not exists (select from dropped_trouble d where d.id = o.id) and (o.state = 'intended' and o.tries >= 2
    or o.state = 'failed'
      and not exists (select from money_operation later where later.subject_id = o.subject_id and later.kind = o.kind
        and later.attempt > o.attempt)
      and case o.kind
        when 'capture' then exists (
          select from hold h join question q on q.id = h.ask_id
          where h.id = o.subject_id and q.status = 'approved' and q.pay_again_until > app_now()
            and not exists (select from hold other where other.ask_id = h.ask_id
              and other.state in ('held', 'capturing', 'captured')))
        when 'release' then exists (select from hold h where h.id = o.subject_id and h.state = 'releasing')
        when 'tip-release' then exists (select from tip t where t.id = o.subject_id and t.state = 'releasing')
        when 'refund' then exists (
          select from refund r where r.id = o.subject_id and r.state in ('refused', 'failed')
            and not exists (select from refund later where later.charge_id = r.charge_id
              and later.created_at > r.created_at and later.state not in ('refused', 'failed'))
            and not exists (select from dispute d where d.charge_id = r.charge_id))
        when 'transfer' then exists (
          select from payout p where p.id = o.subject_id and p.way = 'transfer' and p.state = 'ordered')
        when 'reversal' then exists (
          select from reversal v join payout p on p.id = v.payout_id where v.id = o.subject_id and v.state = 'refused'
            and (select sum(e.amount_cents) from ledger_entry e
              where e.account = 'athlete_payable' and e.person_id = p.person_id) > 0)
        -- of these the one who waits is told at once, and there is nothing for anybody else to do
        else false end);

-- ---- leaving ----------------------------------------------------------------------------------------------------
-- Whoever leaves is hidden at once and erased seven days later, unless they come back first.
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
  created_at timestamptz not null default app_now(),
  factor_at timestamptz                      -- when a second factor was last shown at it
);
create index mine_link_expiry on mine_link (expires_at);

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

-- Signing in is coming back, by whichever door.
create function keep_account_signed_in() returns trigger language plpgsql as $$
begin
  perform keep_person(p.id) from person p where p.auth_id = new."userId"::text and p.leaving_at is not null;
  -- an address that was nobody's when it left, and is an account now
  perform keep_address(lower(p.email)) from person p where p.auth_id = new."userId"::text;
  return null;
end $$;
create trigger session_begun after insert on auth.session for each row execute function keep_account_signed_in();

-- ---- doors ------------------------------------------------------------------------------------------------------
create table intent_outcome (
  id uuid primary key,
  principal text not null,
  device uuid not null,
  name text not null,
  outcome jsonb not null,
  at timestamptz not null default app_now()
);
-- what became of the intents of guests expires, so it is found by its age
create index intent_outcome_guests on intent_outcome (at) where principal like 'guest:%';

-- Counters of the last minutes: every request writes one, and none is worth waiting for the disk. After a crash of the
-- database they begin at zero.
create unlogged table rate_limit (
  bucket text primary key,
  window_start timestamptz not null,
  hits int not null
);
create table captcha_spent (signature text primary key, expires_at timestamptz not null);

-- What was tried at the doors of accounts, by whom and from where, so that an attack can be noticed and traced. Unlike the
-- audit of the team's acts it names people, so that it ends after a while and goes with them.
create table security_event (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default app_now(),
  event text not null,
  outcome text not null,
  person_id uuid references person,
  address_hash text,                         -- of an address that has no account
  came_from text not null
);
create index security_event_at on security_event (at);
create index security_event_person on security_event (person_id, at) where person_id is not null;

-- A row goes after its ninety days or with an account that was erased, and no sooner.
create function refuse_early_end() returns trigger language plpgsql as $$
begin
  if old.at >= app_now() - interval '90 days'
    and not exists (select from leaving where person_id = old.person_id and erased_at is not null) then
    raise exception '% is kept for its time', tg_table_name;
  end if;
  return old;
end $$;
create trigger security_event_kept before delete on security_event for each row execute function refuse_early_end();

-- ---- append-only ------------------------------------------------------------------------------------------------
-- By privilege: the role that owns these tables, which is the server's, gives up every way to change or empty them. By
-- triggers for a superuser, whom no privilege binds and as whom the database that comes with the app is used; a trigger of
-- rows is not asked when a table is emptied whole, so there is one for that.
create trigger ledger_transaction_fixed before update or delete on ledger_transaction for each row execute function refuse_change();
create trigger ledger_transaction_kept before truncate on ledger_transaction for each statement execute function refuse_change();
create trigger ledger_entry_fixed before update or delete on ledger_entry for each row execute function refuse_change();
create trigger ledger_entry_kept before truncate on ledger_entry for each statement execute function refuse_change();
create trigger question_event_fixed before update or delete on question_event for each row execute function refuse_change();
create trigger question_event_kept before truncate on question_event for each statement execute function refuse_change();
create trigger audit_fixed before update or delete on audit for each row execute function refuse_change();
create trigger audit_kept before truncate on audit for each statement execute function refuse_change();
create trigger receipt_fixed before update or delete on receipt for each row execute function refuse_change();
create trigger receipt_kept before truncate on receipt for each statement execute function refuse_change();
create trigger security_event_unchanged before update or truncate on security_event
  for each statement execute function refuse_change();
revoke update, delete, truncate on ledger_entry, ledger_transaction, question_event, audit, receipt from current_user;
revoke update, truncate on security_event from current_user;
-- An entry's foreign key locks its transaction, for which the owner needs the right to update some column of it.
grant update (id) on ledger_transaction to current_user;

-- ---- sync -------------------------------------------------------------------------------------------------------
-- Who may see what, said once. What a fan said is not shown to athletes when the fan leaves, except that a question that
-- still waits for its announced answer stays until that is settled. An athlete is also told that an answer of theirs was
-- withdrawn: it would else still be "sent" on the device that it came from.
create view audience (collection, id, reader) as
  select 'people', id, id from person where auth_id is not null
  union all select 'conversations', id, fan_id from conversation
  union all select 'conversations', id, athlete_id from conversation c where opened_at is not null
    and not exists (select from person p where p.id = c.fan_id and p.leaving_at is not null)
  union all select 'questions', id, fan_id from question
  union all select 'questions', id, athlete_id from question q where approved_at is not null
    and (status = 'approved' or not exists (select from person p where p.id = q.fan_id and p.leaving_at is not null))
  union all select 'answers', id, athlete_id from answer
  union all select 'answers', id, fan_id from answer where state = 'delivered'
  union all select 'drafts', id, person_id from draft where not discarded;

-- One row per reader and document: its latest change, or that it left sight.
create table feed (
  reader uuid not null,
  collection text not null,
  id uuid not null,
  rev xid8 not null default pg_current_xact_id(),
  gone boolean not null default false,
  primary key (reader, collection, id)
) with (fillfactor = 80);
create index feed_pull on feed (reader, collection, rev, id);
create index feed_document on feed (collection, id);

-- What is said of a change: for whom, of which collection, in which transaction. `free`: no older writer was open when it
-- was written. Numbers are given in order, so none can come later, and a listener need not look when it hears of it.
create function feed_change(reader uuid, collection text) returns text language sql as $$
  select reader::text || ' ' || collection || ' ' || pg_current_xact_id()::text
    || case when pg_snapshot_xmin(pg_current_snapshot()) = pg_current_xact_id() then ' free' else '' end
$$;

-- One plan for all values: planned anew for every statement, because the view's branches make a plan for known values look
-- cheaper, planning took four fifths of a small write. One plan skips the other branches when it runs.
create function publish() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  messages text[];
  ids uuid[] := (select array_agg(id order by id) from changed);   -- an array, so the view's branches use their indexes
begin
  if ids is null then return null; end if;
  with wanted as materialized (
    select distinct reader, id from audience where collection = tg_argv[0] and id = any (ids)
  ), up as (
    insert into feed (reader, collection, id) select reader, tg_argv[0], id from wanted order by reader, id
    on conflict (reader, collection, id) do update set rev = excluded.rev, gone = false
    returning reader
  ), down as (
    update feed f set rev = pg_current_xact_id(), gone = true
    where f.collection = tg_argv[0] and f.id = any (ids) and not f.gone
      and not exists (select from wanted w where w.reader = f.reader and w.id = f.id)
    returning f.reader
  )
  select array_agg(feed_change(reader, tg_argv[0])) into messages
    from (select reader from up union select reader from down) told;
  perform tell_live('feed', messages);
  return null;
end $$;

create trigger person_added after insert on person referencing new table as changed
  for each statement execute function publish('people');
create trigger person_changed after update on person referencing new table as changed
  for each statement execute function publish('people');
create trigger conversation_added after insert on conversation referencing new table as changed
  for each statement execute function publish('conversations');
create trigger conversation_changed after update on conversation referencing new table as changed
  for each statement execute function publish('conversations');
-- a mistyped address takes its conversation with it: whoever saw it is told that it is gone
create trigger conversation_removed after delete on conversation referencing old table as changed
  for each statement execute function publish('conversations');
create trigger question_added after insert on question referencing new table as changed
  for each statement execute function publish('questions');
create trigger question_changed after update on question referencing new table as changed
  for each statement execute function publish('questions');
create trigger answer_added after insert on answer referencing new table as changed
  for each statement execute function publish('answers');
create trigger answer_changed after update on answer referencing new table as changed
  for each statement execute function publish('answers');
create trigger draft_added after insert on draft referencing new table as changed
  for each statement execute function publish('drafts');
create trigger draft_changed after update on draft referencing new table as changed
  for each statement execute function publish('drafts');

-- A conversation shows its reader the other side. When what it shows of a person changes, it is published anew to
-- everybody who sees it there, in the same transaction.
create function publish_partner() returns trigger language plpgsql as $$
declare messages text[];
begin
  with different as materialized (
    select now.id from now join before using (id)
    where (now.role, now.first_name, now.last_name, now.username, now.sport, now.city, now.country_code, now.shown_age,
        now.picture_url)
      is distinct from (before.role, before.first_name, before.last_name, before.username, before.sport, before.city,
        before.country_code, before.shown_age, before.picture_url)
  ), shown as (
    select c.id, c.athlete_id as reader from conversation c join different d on d.id = c.fan_id
    union select c.id, c.fan_id from conversation c join different d on d.id = c.athlete_id
  ), told as (
    update feed f set rev = pg_current_xact_id() from shown s
    where f.collection = 'conversations' and f.id = s.id and f.reader = s.reader and not f.gone
    returning f.reader
  )
  select array_agg(feed_change(reader, 'conversations')) into messages
    from (select distinct reader from told) readers;
  perform tell_live('feed', messages);
  return null;
end $$;
create trigger person_shown after update on person referencing old table as before new table as now
  for each statement execute function publish_partner();

-- What this file stands for, each with the hash of its text.
-- replaces 0001-core.sql 74987e0c2f6822e10722a98c8be571bf455cc5188ccebb7a6205ab6caaa03c82
-- replaces 0002-auth.sql 9e2c3315a9ec2ffb9d88ea8946254688d3c2add188d2d3b577b0f4259b91a28b
-- replaces 0003-feed-epoch.sql 24b42c05b00eddd93fde455a413b24daddbca538ca74b444ded5fb446e2e1045
-- replaces 0004-partner-changes.sql 8fa991126e12a9b4b7dcefc0fe32121a6ab8846752ed23d709cb51a6f1c059b3
-- replaces 0005-restored.sql ef56d5156dbd1665a3429691278080057821830dfa1a0ba7acac534cc577ad03
-- replaces 0006-steady-plan.sql 8bda9c5cb09ec90879a9b15ab4df13f6aefa04e8d963a29fdf3aa4396cb89f5c
-- replaces 0007-directory.sql 802ebfd650ffa150fb07824f3c3a15df6ddaa6a6c248c739e3831fd840d810f6
-- replaces 0008-accounts.sql 9713a040afa71f78ee7e132b7737b913af692bd932a608d3b373c7ca001bd99f
-- replaces 0009-forms.sql c2797455b53b7ecaff3280af182c5ac103293482be843126042357fe6b60fc63
-- replaces 0010-discount-codes.sql 68d5c8fa709e508a87bbbeb90711618b74d2fb034757dc7e7f4aad6f2068f7e5
-- replaces 0011-email-correction.sql c6723f07122a8f52bf8d9c98057a18ac9e454907e9a12d69832ca53ed0a1971e
-- replaces 0012-profile.sql 3cd38ac9467f3a2d1e1f1798c9ae41f2ada0d173bc356f033c328f5fb079ba60
-- replaces 0013-lost-links.sql 33b936f71bd705c9658c010b09bc1a4ea13a322752cc2e7ff591b80ef59a2ecd
-- replaces 0014-athlete-accounts.sql da124c687bf78d71b6814362f05faf3134da18d1cceee0e81b7d3044c47d512c
-- replaces 0015-profile-edit.sql cb2413f5b13edc2fa4e80008388360f6cc80774abbe68054463094b008de4cd6
-- replaces 0016-sessions.sql 816936ba5271fbb80411148ec723ada628d7b0af1cceff46135bd8dfeb2732c4
-- replaces 0017-erasure.sql 6c4649c10648debf9a3f7c17404d427773fe3098338cac1b49296fa779e365b8
-- replaces 0018-unlogged-limits.sql cabbd77ca8438e0cec04b38fac614cd59b2629767135526c4e05e0d72ef93438
-- replaces 0020-one-name.sql ba69688b2850fbdb6594f691b09ed8f26710cdfdd18a3f296a03577419f03d4e
-- replaces 0021-picture-requests.sql 2b98484e104a88c786c57dc8a578eaaa8ebd5e6db33874174b9fbcb54d5f7679
-- replaces 0022-tips.sql 82c1a492c7a7acdfa416b62dbaaea985eda7a283b96b4a9660de82d254c12b04
-- replaces 0027-rating.sql f53838356e5ddb60d047c329e2824e872c28702302f223e6ee367bfb48838cd8
-- replaces 0028-desk.sql b8d0ce9538c9a838c6fc58494c13864de8e220d3e42965ce2e3f5baf00849f52
-- replaces 0032-user-feedback.sql 216ca9c123cb3e4fe52e6112549b36b8da91908055f5c225a80283749e745441
-- replaces 0033-gifts.sql c332516eab48e4addcce4248576cb6acb79500d63e11ce9ceaa3a20bf233f0f8
-- replaces 0034-push-receipts.sql 418f1d3c4f5af1468851f4de212ccab5ae0ffc0970e27b7bd5591773556a530e
-- replaces 0037-returns.sql 98dcd9579c1a7d88b2ff6b443dc80c592dcd6bea708715717c4663c228cb730c
-- replaces 0040-cards-and-blocks.sql c5346425f0c3675ae7618f1156353c0a5bd3671540b2a14b1a84d4e929fc0bc2
-- replaces 0041-flags.sql 964c4c7b3fa7e9d3d2148d7bb0165ad06dde6755354c01032738637c04eb9a85
-- replaces 0042-sharing.sql 6fdbb7d21a2b7fc0902fbc0c341c8ff208931708d408e84ed8df340ffac0a7e5
-- replaces 0045-connect.sql dd91228e759812c7ea8aca2b86fad0e7315446103522b5f365cdeacb86b305a2
-- replaces 0046-payouts.sql 0a654daf4d862d11904c293105633d9cfeaaf177b2d5c0323941945ffbbcdc64
-- replaces 0047-reconciliation.sql 431f327efdce4e040514c5393e1947c5a186e3447f302388354076287b5df332
-- replaces 0048-pay-again.sql 25fff8cf0cd31ae65286a4083d679783674287e9b0c74fcbc5f9d46df43739f1
-- replaces 0049-clarification.sql 7ccb38c968223788fb883b7b452656c52f8e2944cec24d3738b5909685f62113
-- replaces 0050-captions.sql 761690f27393aad0b6849c3f40c1ff5ff4aa27fe9eb8fe08f2fc4374dacabe59
-- replaces 0053-reversals.sql cd3ad4f8403192f81e058fbcaa7e34edc1280eabdaba18dd743aa8188467e1eb
-- replaces 0054-last-payouts.sql ebd25945da8ca5e5cd1002bcd78d92052e0dd813581de550070bb31398b3d594
-- replaces 0055-video-reply.sql fd265fb2d23b301ece8965e3198b529d69479d6c1a1ba2311f1cf1ff152a3606
-- replaces 0056-withdrawn-answers.sql fb2c1e32967ec4133368d2434f9bf0450549b3ea72d60594f61d741ef766736c
-- replaces 0057-append-only-grants.sql 675607432d866f65c40f7ff19b9954ee4510201511e11fb314df14002c56a931
-- replaces 0058-pushes-by-device.sql c9c1bb20be1b52540b2a60d7b77bc04e74dfe598f29efe95a443c66108a57498
-- replaces 0060-append-only-truncate.sql 7af2c321bc3e9c3fc12f514f4f8326888ab46f6d5f290cd5e7aa605103c96326
-- replaces 0061-more-gifts.sql 2c2110631e1ce003e1a4eaf76ee43ee4d8ee29182e51d49f1c5d4e39cbd0ce58
-- replaces 0062-changes-known-free.sql 086bdfff33c4d0404e666fa9e41d60e893ecfd98bcc95d29fe3d959f6e958e17
-- replaces 0063-birthdays.sql 6190022638cd2b6ece9e92ce4fb3fe5dad6fcd101a6bb5b997d3774bd015d7ed
-- replaces 0064-verification.sql 73df89bac2d4a260d56341c643393d486b413bc9b4255af47bc0c84786bb4f12
-- replaces 0065-known-devices.sql db80c7446815b9cdc960ac56630ecb15a83d803dedee89c46aba3e03a80c04d9
-- replaces 0066-card-trials.sql d3399564c989976b63a6b92e4419c017b67cc8207c73c9e224a2357e9e62f570
-- replaces 0067-unproven-askers.sql d6d943b590db3475bf217f0248fb76807ea58d5c61ff8e862fc36e1b5f7044dc
-- replaces 0069-shown-factor.sql 9099ef8af9c69b9a8150f48a4e5f9bfe59b089da86a848a0adb5305f42c7aa78
-- replaces 0070-passkeys.sql 31e591176726812422e6705aee0868eb988330fc94b901ccb7a6104d5a3abc93
-- replaces 0071-payout-changes.sql ef0e603084ca68ee2dc8ca6dcf7a4859f70828fbb2e689c8b2bb058ffc2bad12
-- replaces 0072-outcomes-by-age.sql 82bd7163281e29945b0a55855d0750be56a425f06ee98544d3414a72e03c16b6
-- replaces 0073-security-events.sql 5dc7197369cf99888350f79fbaaaff9631dfc477bc45e4f9d88d50eb5e32bc32
-- replaces 0074-renditions.sql 910b266a5af0b2f8c26977c05ef25e161b48b77445b78d4ab739a67fc9226189
-- replaces 0076-reader-zone.sql f5b31b980ecd0916a828eee1f04ad4bcb5909f354ca30146092c3fb26960d91b
-- replaces 0078-email-changes.sql a02b2c8265b306222aa091508a665489edff464fb779d6cfc25854be8ecbd373
-- replaces 0079-nearer-search.sql 7fbd169523142bc2f9628373d73fd92b0c4727e1b3008739802a3b79ca7cb846
-- replaces 0080-renewed-sessions.sql 184574f90de734789052a9a4d6dc020c95bd8c767e5dc14c7da562829c9d19b2
-- replaces 0086-payouts-under-control.sql e94ccdae9d84535d40b10c655c9463caad772412fccf7ed8cc328eb9e3529de2
-- replaces 0087-desk-roles.sql a0cf89cb19684e111b2632aa97a6caec5d53713c5ac39fcdc7097068d7e4a502
-- replaces 0096-epochs.sql 301fe07f8e46e11332181b23706e3c7ab1cec7947703c834a360e37f6a91ffc9
-- replaces 0100-books.sql bb71b67d6bfb3e70f3324b9c2944e575059c8c544f5b7cd4c5da05696597dd04
-- replaces 0110-troubles-and-messages.sql 920234b694637a19311abb8e36fb0b81534bacbfc1cbcb647718f2eff0859221
-- replaces 0111-closed-by-team.sql 391334b9dafc16da9dfe426af622134baabb990057d46ade17a80df42f653116
-- replaces 0112-security-events-kept.sql a1bf70f6f4e7ad1a284087e72eee0673805480e562e38ad733f801e855ed142b
-- replaces 0113-screening-together.sql f5dca5153029a06c3e9729c8b843ac1fdbd162f0dae1a60f709e1a56eaa3f171
-- replaces 0114-weekly-digest.sql 96c6a9127b92b9b01a8f48a63ab7e374e2fdefdc0630c72b6372184b1df529cf
-- replaces 0115-live-ways.sql 6913e5c388f16e0b56c541b3bcab8c3a7e61f8049aa1718ca623ff2b99181c8f
