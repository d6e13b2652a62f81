-- Time: the database's clock is the only one that decides a deadline. The offset row exists under test only.
create table test_clock (only_row boolean primary key default true check (only_row), shift interval not null);
create function app_now() returns timestamptz language sql stable as
  $$ select now() + coalesce((select shift from test_clock), interval '0') $$;

-- Which cluster this is: after a restore it differs, and devices pull again from the start.
create function app_epoch() returns text language sql stable as $$
  select substr(encode(sha256(convert_to((select system_identifier::text from pg_control_system()) || '/' ||
    (select timeline_id::text from pg_control_checkpoint()), 'UTF8')), 'hex'), 1, 16) $$;

-- ---- people -------------------------------------------------------------------------------------------------
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
  updated_at timestamptz not null default app_now()
);
create unique index person_email on person (lower(email));
create index person_directory on person (username) where role = 'creator' and listed and not paused;

-- A guest is a principal made by the server at its first online write, held in a signed cookie.
create table guest (id uuid primary key, created_at timestamptz not null default app_now());

-- ---- conversations ------------------------------------------------------------------------------------------
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

-- ---- videos -------------------------------------------------------------------------------------------------
create table media (
  id uuid primary key,
  principal text not null,                   -- 'person:…' or 'guest:…': who declared it and may upload it
  purpose text not null check (purpose in ('question', 'answer')),
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
  purged_at timestamptz
);
create index media_loose on media (created_at) where claimed_by is null and state <> 'purged';
create index media_claimed on media (claimed_by);

-- ---- asking -------------------------------------------------------------------------------------------------
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
  updated_at timestamptz not null default app_now()
);
create index prepared_ask_open on prepared_ask (updated_at) where state = 'open';
create index prepared_ask_principal on prepared_ask (principal);

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
  reason text check (reason in ('no-answer', 'screening-limit', 'cancelled-by-asker', 'payment-lapsed', 'athlete-removed',
    'admin-note', 'declined', 'video-unreadable')),
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
  free_key text,                             -- normalised e-mail, when this was the free first question
  link_hash text unique,
  link_generation int not null default 1,
  revision int not null default 1,
  updated_at timestamptz not null default app_now()
);
create unique index question_free_first on question (athlete_id, free_key)
  where free_key is not null and status not in ('rejected', 'athlete rejected');
create index question_desk on question (status, submitted_at desc, id);
create index question_conversation on question (conversation_id, submitted_at);
create index question_guest on question (guest_id) where guest_id is not null;
create index question_fan on question (fan_id, submitted_at);
create index question_due on question (due_at) where status = 'approved';
create index question_screening on question (screening_ends_at) where status = 'new';

create table question_event (
  id bigint generated always as identity primary key,
  question_id uuid not null references question,
  at timestamptz not null default app_now(),
  move text not null,
  actor text not null,
  detail jsonb not null default '{}'
);
create index question_event_question on question_event (question_id);

create function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('new', 'approved'), ('new', 'rejected'), ('approved', 'athlete rejected'),
      ('approved', 'completed'), ('approved', 'rejected')) then
    raise exception 'illegal move of question % from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
create trigger question_moves before update of status on question
  for each row when (old.status is distinct from new.status) execute function refuse_illegal_move();

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
  updated_at timestamptz not null default app_now()
);
create unique index answer_question on answer (question_id) where state <> 'withdrawn';   -- one answer per question (D58)
create index answer_athlete on answer (athlete_id);
create index answer_media on answer (media_id);

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

-- ---- money --------------------------------------------------------------------------------------------------
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
  unique (ask_id, attempt)
);
create index hold_open on hold (updated_at) where state in ('pending', 'held', 'capturing', 'releasing');

create function mirror_hold() returns trigger language plpgsql as $$
begin
  update question set hold_state = new.state, revision = revision + 1, updated_at = app_now()
    where id = new.ask_id and hold_state is distinct from new.state
      -- an earlier attempt that is given back late says nothing about the one that counts
      and not exists (select from hold h where h.ask_id = new.ask_id and h.attempt > new.attempt);
  return null;
end $$;
create trigger hold_mirror after update of state on hold for each row execute function mirror_hold();

-- The one crash-safe pattern: the row is committed before Stripe is called, with the key it will be called with.
create table money_operation (
  id uuid primary key,
  subject_id uuid not null,                  -- the hold
  kind text not null check (kind in ('create', 'capture', 'release')),
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

create table ledger_transaction (
  id uuid primary key,
  kind text not null,
  source text not null,                      -- the Stripe object or our own row that caused it
  question_id uuid,
  at timestamptz not null default app_now(),
  unique (kind, source)
);
create table ledger_entry (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transaction,
  account text not null check (account in ('stripe_balance', 'stripe_fees', 'athlete_payable', 'platform_revenue')),
  person_id uuid references person,
  amount_cents int not null check (amount_cents <> 0)
);
create index ledger_entry_transaction on ledger_entry (transaction_id);
create index ledger_entry_person on ledger_entry (person_id) where person_id is not null;

create function check_balanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entry where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on ledger_entry deferrable initially deferred
  for each row execute function check_balanced();
create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception '% is append-only', tg_table_name; end $$;
create trigger ledger_entry_fixed before update or delete on ledger_entry for each row execute function refuse_change();
create trigger ledger_transaction_fixed before update or delete on ledger_transaction for each row execute function refuse_change();
create trigger question_event_fixed before update or delete on question_event for each row execute function refuse_change();

-- ---- telling people -----------------------------------------------------------------------------------------
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

-- What the mailbox page shows while no SMTP server is configured.
create table mailbox (
  id uuid primary key,                       -- the mail's id
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamptz not null default app_now()
);

create table push_subscription (
  endpoint text primary key,
  person_id uuid not null references person,
  session_id text,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default app_now()
);
create index push_subscription_person on push_subscription (person_id);

create table push_message (
  id uuid primary key,
  kind text not null,
  question_id uuid references question,
  person_id uuid not null references person,
  tries int not null default 0,
  error text,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz
);
create index push_message_unsent on push_message (created_at) where sent_at is null;

-- ---- doors --------------------------------------------------------------------------------------------------
create table intent_outcome (
  id uuid primary key,
  principal text not null,
  device uuid not null,
  name text not null,
  outcome jsonb not null,
  at timestamptz not null default app_now()
);
create unlogged table rate_limit (
  bucket text primary key,
  window_start timestamptz not null,
  hits int not null
);
create table captcha_spent (signature text primary key, expires_at timestamptz not null);

-- ---- sync ---------------------------------------------------------------------------------------------------
-- Who may see what, said once.
create view audience (collection, id, reader) as
  select 'people', id, id from person where auth_id is not null
  union all select 'conversations', id, fan_id from conversation
  union all select 'conversations', id, athlete_id from conversation where opened_at is not null
  union all select 'questions', id, fan_id from question
  union all select 'questions', id, athlete_id from question where approved_at is not null
  union all select 'answers', id, athlete_id from answer where state <> 'withdrawn'
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

create function publish() returns trigger language plpgsql as $$
declare
  n int;
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
  -- the transaction's own number travels along: a listener waits until no older writer is open
  select count(pg_notify('feed', reader::text || ' ' || tg_argv[0] || ' ' || pg_current_xact_id()::text)) into n
    from (select reader from up union select reader from down) told;
  return null;
end $$;

create trigger person_added after insert on person referencing new table as changed for each statement execute function publish('people');
create trigger person_changed after update on person referencing new table as changed for each statement execute function publish('people');
create trigger conversation_added after insert on conversation referencing new table as changed for each statement execute function publish('conversations');
create trigger conversation_changed after update on conversation referencing new table as changed for each statement execute function publish('conversations');
create trigger question_added after insert on question referencing new table as changed for each statement execute function publish('questions');
create trigger question_changed after update on question referencing new table as changed for each statement execute function publish('questions');
create trigger answer_added after insert on answer referencing new table as changed for each statement execute function publish('answers');
create trigger answer_changed after update on answer referencing new table as changed for each statement execute function publish('answers');
create trigger draft_added after insert on draft referencing new table as changed for each statement execute function publish('drafts');
create trigger draft_changed after update on draft referencing new table as changed for each statement execute function publish('drafts');

-- The desk does not replicate: it hears which question changed, and asks again.
create function tell_desk() returns trigger language plpgsql as $$
declare n int;
begin
  select count(pg_notify('desk', id::text || ' ' || revision)) into n from changed;
  return null;
end $$;
create trigger question_added_desk after insert on question referencing new table as changed for each statement execute function tell_desk();
create trigger question_changed_desk after update on question referencing new table as changed for each statement execute function tell_desk();
