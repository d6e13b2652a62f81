-- What the migrations make, written by `npm run schema`. A change goes into a new migration; this file follows it.

create table answer (
  id uuid not null,
  question_id uuid not null,
  conversation_id uuid not null,
  athlete_id uuid not null,
  fan_id uuid not null,
  media_id uuid not null,
  state text default 'waiting'::text not null,
  duration_ms integer not null,
  recorded_at timestamp with time zone not null,
  submitted_at timestamp with time zone not null,
  stored_at timestamp with time zone,
  delivered_at timestamp with time zone,
  updated_at timestamp with time zone default app_now() not null,
  gift boolean default false not null,
  rating_asked_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  FOREIGN KEY (conversation_id) REFERENCES conversation(id),
  FOREIGN KEY (fan_id) REFERENCES person(id),
  FOREIGN KEY (media_id) REFERENCES media(id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (state = ANY (ARRAY['waiting'::text, 'stored'::text, 'delivered'::text, 'withdrawn'::text]))
);

create table ask_ticket (
  conversation_token text not null,
  requester_token text not null,
  principal text not null,
  athlete_id uuid not null,
  asker jsonb not null,
  hold_id uuid,
  created_at timestamp with time zone default app_now() not null,
  UNIQUE (principal, athlete_id, conversation_token),
  PRIMARY KEY (conversation_token),
  FOREIGN KEY (athlete_id) REFERENCES person(id)
);

create table athlete_card (
  id uuid not null,
  person_id uuid not null,
  card text not null,
  reason text not null,
  given_by uuid not null,
  at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (given_by) REFERENCES person(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (card = ANY (ARRAY['yellow'::text, 'red'::text, 'termination'::text]))
);

create table athlete_form (
  id uuid not null,
  first_name text,
  last_name text,
  email text not null,
  city text,
  country_code text,
  social_platform text,
  social_account text not null,
  sport text,
  content text,
  status text default 'New'::text not null,
  notes text,
  created_at timestamp with time zone default app_now() not null,
  "position" text,
  PRIMARY KEY (id),
  CHECK (status = ANY (ARRAY['New'::text, 'In-Progress'::text, 'Completed'::text]))
);

create table audit (
  id bigint generated always as identity not null,
  at timestamp with time zone default app_now() not null,
  admin_id uuid not null,
  act text not null,
  subject text,
  detail jsonb default '{}'::jsonb not null,
  PRIMARY KEY (id),
  FOREIGN KEY (admin_id) REFERENCES person(id)
);

create table blocked_address (
  id uuid not null,
  address_hash text not null,
  email text,
  reason text default ''::text not null,
  blocked_by uuid not null,
  at timestamp with time zone default app_now() not null,
  lifted_by uuid,
  lifted_at timestamp with time zone,
  guests_only boolean default false not null,
  PRIMARY KEY (id),
  FOREIGN KEY (blocked_by) REFERENCES person(id),
  FOREIGN KEY (lifted_by) REFERENCES person(id)
);

create table captcha_spent (
  signature text not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (signature)
);

create unlogged table card_trial (
  payment_id uuid not null,
  buckets text[] not null,
  created_at timestamp with time zone default app_now() not null,
  maxima integer[] default '{}'::integer[] not null,
  PRIMARY KEY (payment_id)
);

create table clarification (
  question_id uuid not null,
  text text not null,
  asked_at timestamp with time zone default app_now() not null,
  reply text,
  replied_at timestamp with time zone,
  reported_at timestamp with time zone,
  media_id uuid,
  PRIMARY KEY (question_id),
  FOREIGN KEY (media_id) REFERENCES media(id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (reply IS NULL OR replied_at IS NOT NULL),
  CHECK (replied_at IS NULL OR num_nonnulls(reply, media_id) = 1),
  CHECK (reported_at IS NULL OR replied_at IS NULL AND media_id IS NULL)
);

create table contact_form (
  id uuid not null,
  first_name text,
  last_name text,
  email text,
  subject text not null,
  content text not null,
  status text default 'New'::text not null,
  notes text,
  created_at timestamp with time zone default app_now() not null,
  question_id uuid,
  PRIMARY KEY (id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (status = ANY (ARRAY['New'::text, 'In-Progress'::text, 'Completed'::text]))
);

create table conversation (
  id uuid not null,
  fan_id uuid not null,
  athlete_id uuid not null,
  opened_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  UNIQUE (fan_id, athlete_id),
  PRIMARY KEY (id),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  FOREIGN KEY (fan_id) REFERENCES person(id)
);

create table credit_note (
  transaction_id uuid not null,
  year integer not null,
  number integer not null,
  issued_at timestamp with time zone default app_now() not null,
  UNIQUE (year, number),
  PRIMARY KEY (transaction_id),
  FOREIGN KEY (transaction_id) REFERENCES ledger_transaction(id),
  CHECK (number > 0)
);

create table discount_code (
  id uuid not null,
  code_hash text not null,
  label text not null,
  percent_off integer,
  cents_off integer,
  max_uses integer,
  max_uses_each integer,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  UNIQUE (code_hash),
  PRIMARY KEY (id),
  CHECK (cents_off > 0),
  CHECK (num_nonnulls(percent_off, cents_off) = 1),
  CHECK (max_uses > 0),
  CHECK (max_uses_each > 0),
  CHECK (percent_off >= 1 AND percent_off <= 100)
);

create table dispute (
  id text not null,
  question_id uuid not null,
  charge_id text not null,
  amount_cents integer not null,
  fee_cents integer default 0 not null,
  state text not null,
  reason text not null,
  due_by timestamp with time zone,
  opened_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (amount_cents > 0),
  CHECK (state = ANY (ARRAY['needs-response'::text, 'under-review'::text, 'won'::text, 'lost'::text, 'closed'::text]))
);

create table draft (
  id uuid not null,
  person_id uuid not null,
  athlete_id uuid not null,
  body text not null,
  base integer not null,
  revision integer default 1 not null,
  saved_at timestamp with time zone not null,
  discarded boolean default false not null,
  PRIMARY KEY (id),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  FOREIGN KEY (person_id) REFERENCES person(id)
);

create table dropped_trouble (
  id uuid not null,
  of text not null,
  reason text not null,
  dropped_by uuid not null,
  dropped_at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (dropped_by) REFERENCES person(id),
  CHECK (of = ANY (ARRAY['job'::text, 'mail'::text, 'push'::text, 'money'::text]))
);

create table email_change (
  id uuid not null,
  person_id uuid not null,
  email text not null,
  former_email text,
  old_hash text not null,
  new_hash text not null,
  old_at timestamp with time zone,
  new_at timestamp with time zone,
  asked_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  UNIQUE (new_hash),
  UNIQUE (old_hash),
  UNIQUE (person_id),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id)
);

create table feed (
  reader uuid not null,
  collection text not null,
  id uuid not null,
  rev xid8 default pg_current_xact_id() not null,
  gone boolean default false not null,
  PRIMARY KEY (reader, collection, id)
);

create table feed_epoch (
  only_row boolean default true not null,
  epoch text not null,
  restored_at timestamp with time zone,
  generation integer default 0 not null,
  cluster text,
  store_id uuid default gen_random_uuid() not null,
  beat bigint default 0 not null,
  beat_xmin xid8,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table feed_epoch_past (
  epoch text not null,
  intact_below xid8 not null,
  PRIMARY KEY (epoch)
);

create table former_link (
  hash text not null,
  question_id uuid not null,
  why text not null,
  PRIMARY KEY (hash),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (why = ANY (ARRAY['replaced'::text, 'ended'::text]))
);

create table guest (
  id uuid not null,
  created_at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id)
);

create table hold (
  id uuid not null,
  ask_id uuid not null,
  principal text not null,
  attempt integer default 1 not null,
  amount_cents integer not null,
  state text default 'pending'::text not null,
  payment_intent_id text,
  client_secret text,
  charge_id text,
  capture_before timestamp with time zone,
  release_reason text,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  card_fingerprint text,
  UNIQUE (ask_id, attempt),
  UNIQUE (payment_intent_id),
  PRIMARY KEY (id),
  CHECK (amount_cents > 0),
  CHECK (state = ANY (ARRAY['pending'::text, 'held'::text, 'capturing'::text, 'captured'::text, 'releasing'::text, 'released'::text, 'lapsed'::text]))
);

create table intent_outcome (
  id uuid not null,
  principal text not null,
  device uuid not null,
  name text not null,
  outcome jsonb not null,
  at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id)
);

create table joining (
  id uuid not null,
  token_hash text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  birth_date date not null,
  city text not null,
  country_code text not null,
  username text not null,
  password_hash text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default app_now() not null,
  role text default 'basic'::text not null,
  profile jsonb,
  upload_hash text,
  awaited text[] default '{}'::text[] not null,
  mail_id uuid,
  UNIQUE (token_hash),
  UNIQUE (upload_hash),
  PRIMARY KEY (id),
  CHECK (role = ANY (ARRAY['basic'::text, 'creator'::text]))
);

create table known_device (
  user_id uuid not null,
  device_hash text not null,
  first_at timestamp with time zone default app_now() not null,
  last_at timestamp with time zone default app_now() not null,
  PRIMARY KEY (user_id, device_hash),
  FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);

create table leaving (
  id uuid not null,
  person_id uuid,
  email text,
  keep_hash text,
  asked_at timestamp with time zone default app_now() not null,
  erase_at timestamp with time zone not null,
  kept_at timestamp with time zone,
  erased_at timestamp with time zone,
  UNIQUE (keep_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id)
);

create table ledger_entry (
  id bigint generated always as identity not null,
  transaction_id uuid not null,
  account text not null,
  person_id uuid,
  amount_cents integer not null,
  TRIGGER DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (transaction_id) REFERENCES ledger_transaction(id),
  CHECK (account = ANY (ARRAY['stripe_balance'::text, 'stripe_fees'::text, 'athlete_payable'::text, 'platform_revenue'::text, 'fee_variance'::text, 'disputed'::text, 'dispute_fees'::text, 'payout_clearing'::text, 'company_bank'::text])),
  CHECK (amount_cents <> 0)
);

create table ledger_transaction (
  id uuid not null,
  kind text not null,
  source text not null,
  question_id uuid,
  at timestamp with time zone default app_now() not null,
  charge_id text,
  booked_at timestamp with time zone default app_now(),
  UNIQUE (kind, source),
  PRIMARY KEY (id)
);

create unlogged table live_change (
  id bigint generated always as identity not null,
  channel text not null,
  message text not null,
  rev xid8 default pg_current_xact_id() not null,
  PRIMARY KEY (id)
);

create table live_way (
  only_row boolean default true not null,
  brokered_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  notified_until timestamp with time zone default '-infinity'::timestamp with time zone not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table mail (
  id uuid not null,
  kind text not null,
  question_id uuid,
  ask_id uuid,
  person_id uuid,
  data jsonb default '{}'::jsonb not null,
  tries integer default 0 not null,
  error text,
  created_at timestamp with time zone default app_now() not null,
  sent_at timestamp with time zone,
  not_sent_because text,
  PRIMARY KEY (id),
  FOREIGN KEY (ask_id) REFERENCES prepared_ask(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (not_sent_because = ANY (ARRAY['no-longer-true'::text, 'may-no-longer-read'::text, 'no-address'::text]))
);

create table mailbox (
  id uuid not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id)
);

create table media (
  id uuid not null,
  principal text not null,
  purpose text not null,
  source text not null,
  state text default 'expected'::text not null,
  refusal text,
  declared_type text not null,
  declared_bytes bigint not null,
  declared_sha256 text not null,
  declared_duration_ms integer not null,
  upload_id text,
  original_key text,
  served_key text,
  served_bytes bigint,
  served_type text,
  duration_ms integer,
  width integer,
  height integer,
  video_codec text,
  audio_codec text,
  claimed_by uuid,
  created_at timestamp with time zone default app_now() not null,
  received_at timestamp with time zone,
  stored_at timestamp with time zone,
  purged_at timestamp with time zone,
  transcript text,
  captions text,
  verify_after timestamp with time zone,
  verify_tries smallint default 0 not null,
  conversion text,
  converted_from jsonb,
  arrived_bytes bigint default 0 not null,
  UNIQUE (upload_id),
  PRIMARY KEY (id),
  CHECK (conversion = ANY (ARRAY['none'::text, 'wanted'::text, 'required'::text])),
  CHECK (declared_bytes > 0),
  CHECK (purpose = ANY (ARRAY['question'::text, 'answer'::text, 'reply'::text])),
  CHECK (source = ANY (ARRAY['recorded'::text, 'file'::text])),
  CHECK (state = ANY (ARRAY['expected'::text, 'received'::text, 'stored'::text, 'refused'::text, 'purged'::text]))
);

create table migration (
  name text not null,
  hash text not null,
  at timestamp with time zone default now() not null,
  PRIMARY KEY (name)
);

create table mine_link (
  id uuid not null,
  token_hash text not null,
  email text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default app_now() not null,
  factor_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id)
);

create table money_operation (
  id uuid not null,
  subject_id uuid not null,
  kind text not null,
  attempt integer default 1 not null,
  idempotency_key text not null,
  params jsonb not null,
  params_hash text not null,
  state text default 'intended'::text not null,
  tries integer default 0 not null,
  error text,
  created_at timestamp with time zone default app_now() not null,
  tried_at timestamp with time zone,
  done_at timestamp with time zone,
  UNIQUE (idempotency_key),
  UNIQUE (subject_id, kind, attempt),
  PRIMARY KEY (id),
  CHECK (kind = ANY (ARRAY['create'::text, 'capture'::text, 'release'::text, 'tip'::text, 'tip-release'::text, 'refund'::text, 'account'::text, 'transfer'::text, 'reversal'::text])),
  CHECK (state = ANY (ARRAY['intended'::text, 'done'::text, 'failed'::text]))
);

create table passkey (
  id text not null,
  user_id uuid not null,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamp with time zone default app_now() not null,
  last_used_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);

create table passkey_challenge_spent (
  hash text not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (hash)
);

create unlogged table password_try (
  bucket text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  told_at timestamp with time zone,
  PRIMARY KEY (bucket)
);

create table payout (
  id uuid not null,
  person_id uuid not null,
  period text not null,
  amount_cents integer not null,
  way text not null,
  why text,
  state text default 'ordered'::text not null,
  account_id text,
  transfer_id text,
  begun_by uuid,
  begun_at timestamp with time zone,
  paid_by uuid,
  reference text,
  paid_at timestamp with time zone,
  created_at timestamp with time zone default app_now() not null,
  payee jsonb,
  cancelled_by uuid,
  cancelled_at timestamp with time zone,
  cancel_reason text,
  begun_handle text,
  UNIQUE (person_id, period),
  UNIQUE (transfer_id),
  PRIMARY KEY (id),
  FOREIGN KEY (begun_by) REFERENCES person(id),
  FOREIGN KEY (cancelled_by) REFERENCES person(id),
  FOREIGN KEY (paid_by) REFERENCES person(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (amount_cents > 0 OR amount_cents = 0 AND state = 'cancelled'::text),
  CHECK ((state = 'cancelled'::text) = (cancelled_at IS NOT NULL)),
  CHECK (state <> 'paid'::text OR paid_at IS NOT NULL AND (transfer_id IS NOT NULL OR reference IS NOT NULL)),
  CHECK (state = ANY (ARRAY['ordered'::text, 'begun'::text, 'paid'::text, 'cancelled'::text])),
  CHECK (way = ANY (ARRAY['transfer'::text, 'manual'::text]))
);

create table payout_account (
  id uuid not null,
  person_id uuid not null,
  country_code text not null,
  account_id text,
  state text default 'unfinished'::text not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  UNIQUE (account_id),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (state = ANY (ARRAY['unfinished'::text, 'ready'::text, 'restricted'::text, 'disconnected'::text, 'refused'::text]))
);

create table payout_change (
  id uuid not null,
  person_id uuid not null,
  kind text not null,
  handle text,
  stop_hash text not null,
  asked_at timestamp with time zone default app_now() not null,
  from_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ending text,
  UNIQUE (stop_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (ending = ANY (ARRAY['made'::text, 'stopped'::text, 'taken-back'::text, 'replaced'::text])),
  CHECK (kind = ANY (ARRAY['handle'::text, 'deposits'::text]))
);

create table payout_deduction (
  id uuid not null,
  payout_id uuid not null,
  amount_cents integer not null,
  why text not null,
  at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (payout_id) REFERENCES payout(id),
  CHECK (amount_cents > 0),
  CHECK (why = ANY (ARRAY['returned'::text, 'disputed'::text]))
);

create table payout_hold (
  id uuid not null,
  person_id uuid,
  reason text not null,
  held_by uuid not null,
  held_at timestamp with time zone default app_now() not null,
  resumed_by uuid,
  resumed_at timestamp with time zone,
  resume_reason text,
  PRIMARY KEY (id),
  FOREIGN KEY (held_by) REFERENCES person(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (resumed_by) REFERENCES person(id),
  CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);

create table payout_setback (
  id uuid not null,
  payout_id uuid not null,
  kind text not null,
  reason text not null,
  recorded_by uuid not null,
  at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (payout_id) REFERENCES payout(id),
  FOREIGN KEY (recorded_by) REFERENCES person(id),
  CHECK (kind = ANY (ARRAY['not-paid'::text, 'came-back'::text]))
);

create table person (
  id uuid not null,
  auth_id text,
  role text not null,
  username text,
  first_name text not null,
  last_name text not null,
  email text not null,
  birth_date date,
  city text,
  country_code text,
  sport text,
  "position" text,
  bio text default ''::text not null,
  achievements text[] default '{}'::text[] not null,
  interests text[] default '{}'::text[] not null,
  tags text[] default '{}'::text[] not null,
  no_go_topics text,
  price_cents integer,
  promo boolean default false not null,
  paused boolean default false not null,
  listed boolean default true not null,
  picture_url text,
  rating_total integer default 0 not null,
  rating_count integer default 0 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  directory_text text generated always as (
CASE
    WHEN (role = 'creator'::text) THEN directory_text(((((((((((first_name || ' '::text) || last_name) || ' '::text) || COALESCE(username, ''::text)) || ' '::text) || COALESCE(sport, ''::text)) || ' '::text) || COALESCE("position", ''::text)) || ' '::text) || bio), interests, tags)
    ELSE NULL::text
END) stored,
  cover_urls text[] default '{}'::text[] not null,
  instagram text,
  tiktok text,
  x text,
  tiktok_embeds text[] default '{}'::text[] not null,
  paused_until timestamp with time zone,
  profile_revision integer default 1 not null,
  leaving_at timestamp with time zone,
  closed_at timestamp with time zone,
  payout_handle text,
  shown_age smallint,
  shown_age_until date,
  claimed_email text,
  claim_key text,
  zone text,
  desk_role text,
  UNIQUE (auth_id),
  UNIQUE (claim_key),
  UNIQUE (username),
  PRIMARY KEY (id),
  CHECK ((role = 'admin'::text) = (desk_role IS NOT NULL)),
  CHECK (desk_role = ANY (ARRAY['owner'::text, 'screener'::text, 'accountant'::text, 'support'::text])),
  CHECK (price_cents >= 0),
  CHECK (role = ANY (ARRAY['creator'::text, 'basic'::text, 'admin'::text, 'test'::text])),
  CHECK (username ~ '^[a-z0-9]{1,15}$'::text)
);

create table picture (
  id uuid not null,
  joining_id uuid,
  person_id uuid,
  place text not null,
  path text,
  file_key text not null,
  type text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone default app_now() not null,
  UNIQUE (file_key),
  UNIQUE (joining_id, place),
  UNIQUE (path),
  PRIMARY KEY (id),
  FOREIGN KEY (joining_id) REFERENCES joining(id) ON DELETE SET NULL,
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (place = ANY (ARRAY['profile'::text, 'cover1'::text, 'cover2'::text, 'cover3'::text]))
);

create table picture_request (
  id uuid not null,
  person_id uuid not null,
  place text not null,
  state text default 'asked'::text not null,
  picture_id uuid,
  note text,
  asked_by uuid not null,
  settled_by uuid,
  asked_at timestamp with time zone default app_now() not null,
  brought_at timestamp with time zone,
  settled_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (asked_by) REFERENCES person(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (picture_id) REFERENCES picture(id) ON DELETE SET NULL,
  FOREIGN KEY (settled_by) REFERENCES person(id),
  CHECK ((state = 'brought'::text) <= (brought_at IS NOT NULL)),
  CHECK (place = ANY (ARRAY['profile'::text, 'cover1'::text, 'cover2'::text, 'cover3'::text])),
  CHECK (state = ANY (ARRAY['asked'::text, 'brought'::text, 'approved'::text, 'withdrawn'::text]))
);

create table prepared_ask (
  id uuid not null,
  principal text not null,
  guest_id uuid,
  person_id uuid,
  athlete_id uuid not null,
  asker jsonb not null,
  subject text not null,
  kind text not null,
  text text not null,
  media_id uuid,
  amount_cents integer not null,
  wanted_at timestamp with time zone,
  state text default 'open'::text not null,
  reason text,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  discount_code_id uuid,
  price_cents integer,
  zone text,
  PRIMARY KEY (id),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  FOREIGN KEY (discount_code_id) REFERENCES discount_code(id),
  FOREIGN KEY (guest_id) REFERENCES guest(id),
  FOREIGN KEY (media_id) REFERENCES media(id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (amount_cents >= 0),
  CHECK (kind = ANY (ARRAY['text'::text, 'video'::text])),
  CHECK (state = ANY (ARRAY['open'::text, 'asked'::text, 'released'::text]))
);

create table profile_view (
  athlete_id uuid not null,
  day date not null,
  views integer not null,
  PRIMARY KEY (athlete_id, day),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  CHECK (views > 0)
);

create table push_message (
  id uuid not null,
  kind text not null,
  question_id uuid,
  person_id uuid not null,
  tries integer default 0 not null,
  error text,
  created_at timestamp with time zone default app_now() not null,
  sent_at timestamp with time zone,
  received_at timestamp with time zone,
  mailed_at timestamp with time zone,
  handed_to text[] default '{}'::text[] not null,
  not_sent_because text,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (not_sent_because = ANY (ARRAY['no-longer-true'::text, 'may-no-longer-read'::text, 'no-device'::text, 'refused'::text]))
);

create table push_subscription (
  endpoint text not null,
  person_id uuid not null,
  session_id uuid not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone default app_now() not null,
  PRIMARY KEY (endpoint),
  FOREIGN KEY (person_id) REFERENCES person(id),
  FOREIGN KEY (session_id) REFERENCES auth.session(id) ON DELETE CASCADE
);

create table question (
  id uuid not null,
  conversation_id uuid not null,
  fan_id uuid not null,
  athlete_id uuid not null,
  guest_id uuid,
  asker jsonb not null,
  subject text not null,
  kind text not null,
  text text not null,
  media_id uuid,
  status text default 'new'::text not null,
  reason text,
  amount_cents integer not null,
  hold_state text default 'none'::text not null,
  submitted_at timestamp with time zone not null,
  screening_ends_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  due_at timestamp with time zone,
  grace_ends_at timestamp with time zone,
  settled_at timestamp with time zone,
  admin_note text,
  athlete_note text,
  free_key text,
  link_hash text,
  link_generation integer default 1 not null,
  revision integer default 1 not null,
  updated_at timestamp with time zone default app_now() not null,
  flags text[] default '{}'::text[] not null,
  pay_again_until timestamp with time zone,
  claim_hash text,
  UNIQUE (claim_hash),
  UNIQUE (link_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  FOREIGN KEY (conversation_id) REFERENCES conversation(id),
  FOREIGN KEY (fan_id) REFERENCES person(id),
  FOREIGN KEY (guest_id) REFERENCES guest(id),
  FOREIGN KEY (media_id) REFERENCES media(id),
  CHECK (amount_cents >= 0),
  CHECK (kind = ANY (ARRAY['text'::text, 'video'::text])),
  CHECK (reason = ANY (ARRAY['no-answer'::text, 'screening-limit'::text, 'cancelled-by-asker'::text, 'payment-lapsed'::text, 'athlete-removed'::text, 'admin-note'::text, 'closed-by-team'::text, 'declined'::text, 'video-unreadable'::text])),
  CHECK (status = ANY (ARRAY['new'::text, 'approved'::text, 'rejected'::text, 'athlete rejected'::text, 'completed'::text]))
);

create table question_event (
  id bigint generated always as identity not null,
  question_id uuid not null,
  at timestamp with time zone default app_now() not null,
  move text not null,
  actor text not null,
  detail jsonb default '{}'::jsonb not null,
  PRIMARY KEY (id),
  FOREIGN KEY (question_id) REFERENCES question(id)
);

create unlogged table rate_limit (
  bucket text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  PRIMARY KEY (bucket)
);

create table rating (
  id uuid not null,
  answer_id uuid not null,
  question_id uuid not null,
  athlete_id uuid not null,
  stars integer not null,
  response_feedback text default ''::text not null,
  infield_feedback text default ''::text not null,
  created_at timestamp with time zone default app_now() not null,
  UNIQUE (answer_id),
  PRIMARY KEY (id),
  FOREIGN KEY (answer_id) REFERENCES answer(id),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (stars >= 1 AND stars <= 5)
);

create table receipt (
  charge_id text not null,
  year integer not null,
  number integer not null,
  issued_at timestamp with time zone default app_now() not null,
  seller jsonb,
  UNIQUE (year, number),
  PRIMARY KEY (charge_id),
  CHECK (number > 0)
);

create table reconciliation (
  id bigint generated always as identity not null,
  at timestamp with time zone default app_now() not null,
  breaks jsonb,
  mended integer not null,
  balance jsonb,
  PRIMARY KEY (id)
);

create table recovery_code (
  user_id uuid not null,
  hash text not null,
  PRIMARY KEY (user_id, hash),
  FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);

create table refund (
  id uuid not null,
  question_id uuid not null,
  charge_id text not null,
  amount_cents integer not null,
  reason text not null,
  state text default 'ordered'::text not null,
  stripe_refund_id text,
  error text,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  by_hand_at timestamp with time zone,
  by_hand_by uuid,
  by_hand_reference text,
  UNIQUE (stripe_refund_id),
  PRIMARY KEY (id),
  FOREIGN KEY (by_hand_by) REFERENCES person(id),
  CHECK (amount_cents > 0),
  CHECK ((by_hand_at IS NULL) = (by_hand_by IS NULL) AND (by_hand_at IS NULL) = (by_hand_reference IS NULL)),
  CHECK (by_hand_at IS NULL OR (state = ANY (ARRAY['refused'::text, 'failed'::text]))),
  CHECK (reason = ANY (ARRAY['not-as-promised'::text, 'mistake'::text, 'duplicate'::text, 'fraud'::text, 'goodwill'::text, 'provider'::text])),
  CHECK (state = ANY (ARRAY['ordered'::text, 'pending'::text, 'done'::text, 'refused'::text, 'failed'::text]))
);

create table rendition (
  media_id uuid not null,
  kind text not null,
  state text default 'waiting'::text not null,
  ordered_at timestamp with time zone default app_now() not null,
  take_after timestamp with time zone default app_now() not null,
  tries smallint default 0 not null,
  percent smallint default 0 not null,
  file_key text,
  bytes bigint,
  width integer,
  height integer,
  made_at timestamp with time zone,
  PRIMARY KEY (media_id, kind),
  FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE CASCADE,
  CHECK ((state = 'made'::text) = (file_key IS NOT NULL)),
  CHECK (kind = ANY (ARRAY['poster'::text, 'plays'::text, 'small'::text, 'strip'::text])),
  CHECK (state = ANY (ARRAY['waiting'::text, 'made'::text, 'failed'::text]))
);

create table request_note (
  id uuid not null,
  question_id uuid not null,
  written_by uuid not null,
  text text not null,
  at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  FOREIGN KEY (written_by) REFERENCES person(id)
);

create table request_taken (
  question_id uuid not null,
  taken_by uuid not null,
  until timestamp with time zone not null,
  PRIMARY KEY (question_id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  FOREIGN KEY (taken_by) REFERENCES person(id)
);

create table reversal (
  id uuid not null,
  payout_id uuid not null,
  amount_cents integer not null,
  state text default 'ordered'::text not null,
  stripe_reversal_id text,
  error text,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  UNIQUE (stripe_reversal_id),
  PRIMARY KEY (id),
  FOREIGN KEY (payout_id) REFERENCES payout(id),
  CHECK (amount_cents > 0),
  CHECK (state = ANY (ARRAY['ordered'::text, 'done'::text, 'refused'::text]))
);

create table screening_decision (
  question_id uuid not null,
  decision text not null,
  note text default ''::text not null,
  revision integer not null,
  admin_id uuid not null,
  takes_effect_at timestamp with time zone not null,
  refused text,
  PRIMARY KEY (question_id),
  FOREIGN KEY (admin_id) REFERENCES person(id),
  FOREIGN KEY (question_id) REFERENCES question(id),
  CHECK (decision = ANY (ARRAY['approve'::text, 'reject'::text]))
);

create table second_factor (
  user_id uuid not null,
  secret text not null,
  last_step bigint not null,
  created_at timestamp with time zone default app_now() not null,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);

create table security_event (
  id uuid default gen_random_uuid() not null,
  at timestamp with time zone default app_now() not null,
  event text not null,
  outcome text not null,
  person_id uuid,
  address_hash text,
  came_from text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id)
);

create table share_link (
  id uuid not null,
  question_id uuid not null,
  name text not null,
  hash text not null,
  created_at timestamp with time zone default app_now() not null,
  revoked_at timestamp with time zone,
  UNIQUE (hash),
  PRIMARY KEY (id),
  FOREIGN KEY (question_id) REFERENCES question(id)
);

create table signup_code (
  id uuid not null,
  code_hash text not null,
  made_by uuid,
  created_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  UNIQUE (code_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (made_by) REFERENCES person(id)
);

create table stripe_event (
  id text not null,
  type text not null,
  object_id text not null,
  received_at timestamp with time zone default app_now() not null,
  handled_at timestamp with time zone,
  PRIMARY KEY (id)
);

create table team_invite (
  id uuid not null,
  email text not null,
  desk_role text not null,
  token_hash text,
  invited_by uuid,
  invited_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone not null,
  accepted_by uuid,
  accepted_at timestamp with time zone,
  withdrawn_by uuid,
  withdrawn_at timestamp with time zone,
  UNIQUE (token_hash),
  PRIMARY KEY (id),
  FOREIGN KEY (accepted_by) REFERENCES person(id),
  FOREIGN KEY (invited_by) REFERENCES person(id),
  FOREIGN KEY (withdrawn_by) REFERENCES person(id),
  CHECK (accepted_at IS NULL OR withdrawn_at IS NULL),
  CHECK (desk_role = ANY (ARRAY['owner'::text, 'screener'::text, 'accountant'::text, 'support'::text]))
);

create table test_clock (
  only_row boolean default true not null,
  shift interval not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table tip (
  id uuid not null,
  question_id uuid not null,
  amount_cents integer not null,
  state text default 'pending'::text not null,
  payment_intent_id text,
  client_secret text,
  charge_id text,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  paid_at timestamp with time zone,
  UNIQUE (charge_id),
  UNIQUE (payment_intent_id),
  PRIMARY KEY (id),
  CHECK (amount_cents >= 200),
  CHECK (state = ANY (ARRAY['pending'::text, 'paid'::text, 'releasing'::text, 'released'::text]))
);

create table typical_answer (
  athlete_id uuid not null,
  minutes integer not null,
  PRIMARY KEY (athlete_id),
  FOREIGN KEY (athlete_id) REFERENCES person(id),
  CHECK (minutes >= 0)
);

create table user_feedback (
  id uuid not null,
  person_id uuid not null,
  content text not null,
  status text default 'New'::text not null,
  admin_notes text,
  created_at timestamp with time zone default app_now() not null,
  PRIMARY KEY (id),
  FOREIGN KEY (person_id) REFERENCES person(id),
  CHECK (status = ANY (ARRAY['New'::text, 'Awaiting Response'::text, 'Completed'::text]))
);

create table verification_turn (
  principal text not null,
  turn_at timestamp with time zone default app_now() not null,
  refused smallint default 0 not null,
  wait_until timestamp with time zone,
  PRIMARY KEY (principal)
);

create table weekly_digest (
  person_id uuid not null,
  told_at timestamp with time zone not null,
  is_off boolean default false not null,
  PRIMARY KEY (person_id),
  FOREIGN KEY (person_id) REFERENCES person(id)
);

CREATE INDEX answer_athlete ON public.answer USING btree (athlete_id);

CREATE INDEX answer_media ON public.answer USING btree (media_id);

CREATE INDEX answer_unrated ON public.answer USING btree (delivered_at) WHERE ((state = 'delivered'::text) AND (rating_asked_at IS NULL));

CREATE INDEX athlete_card_person ON public.athlete_card USING btree (person_id, at DESC);

CREATE INDEX athlete_form_address ON public.athlete_form USING btree (lower(email));

CREATE INDEX athlete_form_newest ON public.athlete_form USING btree (created_at DESC, id);

CREATE INDEX audit_admin ON public.audit USING btree (admin_id, id DESC);

CREATE INDEX audit_subject ON public.audit USING btree (subject, id DESC);

CREATE INDEX card_trial_created ON public.card_trial USING btree (created_at);

CREATE INDEX contact_form_address ON public.contact_form USING btree (lower(email));

CREATE INDEX contact_form_newest ON public.contact_form USING btree (created_at DESC, id);

CREATE INDEX contact_form_question ON public.contact_form USING btree (question_id) WHERE (question_id IS NOT NULL);

CREATE INDEX conversation_athlete ON public.conversation USING btree (athlete_id);

CREATE INDEX dispute_charge ON public.dispute USING btree (charge_id);

CREATE INDEX dispute_open ON public.dispute USING btree (charge_id) WHERE (state = ANY (ARRAY['needs-response'::text, 'under-review'::text]));

CREATE INDEX draft_person ON public.draft USING btree (person_id);

CREATE INDEX email_change_expiry ON public.email_change USING btree (expires_at);

CREATE INDEX feed_document ON public.feed USING btree (collection, id);

CREATE INDEX feed_pull ON public.feed USING btree (reader, collection, rev, id);

CREATE INDEX former_link_question ON public.former_link USING btree (question_id);

CREATE INDEX hold_card ON public.hold USING btree (card_fingerprint) WHERE (card_fingerprint IS NOT NULL);

CREATE INDEX hold_charge ON public.hold USING btree (charge_id) WHERE (charge_id IS NOT NULL);

CREATE INDEX hold_open ON public.hold USING btree (updated_at) WHERE (state = ANY (ARRAY['pending'::text, 'held'::text, 'capturing'::text, 'releasing'::text]));

CREATE INDEX intent_outcome_guests ON public.intent_outcome USING btree (at) WHERE (principal ~~ 'guest:%'::text);

CREATE INDEX joining_email ON public.joining USING btree (email);

CREATE INDEX joining_expiry ON public.joining USING btree (expires_at);

CREATE INDEX known_device_hash ON public.known_device USING btree (device_hash);

CREATE INDEX leaving_person ON public.leaving USING btree (person_id);

CREATE INDEX ledger_entry_payable ON public.ledger_entry USING btree (person_id) INCLUDE (amount_cents) WHERE ((account = 'athlete_payable'::text) AND (person_id IS NOT NULL));

CREATE INDEX ledger_entry_person ON public.ledger_entry USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX ledger_entry_transaction ON public.ledger_entry USING btree (transaction_id);

CREATE INDEX ledger_transaction_at ON public.ledger_transaction USING btree (at);

CREATE INDEX ledger_transaction_charge ON public.ledger_transaction USING btree (charge_id) WHERE (charge_id IS NOT NULL);

CREATE INDEX mail_ask ON public.mail USING btree (ask_id) WHERE (ask_id IS NOT NULL);

CREATE INDEX mail_newest ON public.mail USING btree (created_at DESC, id DESC);

CREATE INDEX mail_person ON public.mail USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX mail_question ON public.mail USING btree (question_id) WHERE (question_id IS NOT NULL);

CREATE INDEX mail_unsent ON public.mail USING btree (created_at) WHERE (sent_at IS NULL);

CREATE INDEX media_claimed ON public.media USING btree (claimed_by);

CREATE INDEX media_loose ON public.media USING btree (created_at) WHERE ((claimed_by IS NULL) AND (state <> 'purged'::text));

CREATE INDEX media_received ON public.media USING btree (received_at) WHERE (state = 'received'::text);

CREATE INDEX mine_link_expiry ON public.mine_link USING btree (expires_at);

CREATE INDEX money_operation_intended ON public.money_operation USING btree (created_at) WHERE (state = 'intended'::text);

CREATE INDEX passkey_challenge_spent_expiry ON public.passkey_challenge_spent USING btree (expires_at);

CREATE INDEX passkey_user ON public.passkey USING btree (user_id);

CREATE INDEX payout_account_person ON public.payout_account USING btree (person_id, created_at);

CREATE INDEX payout_by_hand ON public.payout USING btree (created_at) WHERE (way = 'manual'::text);

CREATE INDEX payout_change_due ON public.payout_change USING btree (from_at) WHERE (ended_at IS NULL);

CREATE INDEX payout_deduction_payout ON public.payout_deduction USING btree (payout_id);

CREATE INDEX payout_open ON public.payout USING btree (person_id) WHERE (state = 'ordered'::text);

CREATE INDEX payout_setback_payout ON public.payout_setback USING btree (payout_id);

CREATE INDEX payout_waiting ON public.payout USING btree (created_at) WHERE ((way = 'transfer'::text) AND (state = 'ordered'::text));

CREATE INDEX person_athletes ON public.person USING btree (username) WHERE (role = 'creator'::text);

CREATE INDEX person_birthday ON public.person USING btree (shown_age_until) WHERE (shown_age_until IS NOT NULL);

CREATE INDEX person_claimed ON public.person USING btree (claimed_email) WHERE (claimed_email IS NOT NULL);

CREATE INDEX person_directory ON public.person USING btree (username) WHERE ((role = 'creator'::text) AND listed AND (NOT paused));

CREATE INDEX person_directory_name ON public.person USING btree (directory_name(first_name, last_name) COLLATE "C", username) WHERE ((role = 'creator'::text) AND listed AND (NOT paused));

CREATE INDEX person_pause_end ON public.person USING btree (paused_until) WHERE (paused_until IS NOT NULL);

CREATE INDEX person_search ON public.person USING gin (directory_text gin_trgm_ops) WHERE ((role = 'creator'::text) AND listed AND (NOT paused));

CREATE INDEX picture_person ON public.picture USING btree (person_id) WHERE (person_id IS NOT NULL);

CREATE INDEX picture_request_brought ON public.picture_request USING btree (brought_at) WHERE (state = ANY (ARRAY['asked'::text, 'brought'::text]));

CREATE INDEX picture_request_picture ON public.picture_request USING btree (picture_id) WHERE (picture_id IS NOT NULL);

CREATE INDEX prepared_ask_address ON public.prepared_ask USING btree (lower((asker ->> 'email'::text)));

CREATE INDEX prepared_ask_discount ON public.prepared_ask USING btree (discount_code_id) WHERE (discount_code_id IS NOT NULL);

CREATE INDEX prepared_ask_open ON public.prepared_ask USING btree (updated_at) WHERE (state = 'open'::text);

CREATE INDEX prepared_ask_principal ON public.prepared_ask USING btree (principal);

CREATE INDEX push_message_newest ON public.push_message USING btree (created_at DESC, id DESC);

CREATE INDEX push_message_person ON public.push_message USING btree (person_id);

CREATE INDEX push_message_question ON public.push_message USING btree (question_id) WHERE (question_id IS NOT NULL);

CREATE INDEX push_message_unsent ON public.push_message USING btree (created_at) WHERE (sent_at IS NULL);

CREATE INDEX push_subscription_person ON public.push_subscription USING btree (person_id);

CREATE INDEX push_subscription_session ON public.push_subscription USING btree (session_id);

CREATE INDEX question_asker_email ON public.question USING btree (lower((asker ->> 'email'::text)), submitted_at DESC) WHERE (link_hash IS NOT NULL);

CREATE INDEX question_athlete_newest ON public.question USING btree (athlete_id, submitted_at DESC, id DESC);

CREATE INDEX question_athlete_status ON public.question USING btree (athlete_id, status, submitted_at DESC, id DESC);

CREATE INDEX question_conversation ON public.question USING btree (conversation_id, submitted_at);

CREATE INDEX question_desk ON public.question USING btree (status, submitted_at DESC, id);

CREATE INDEX question_desk_text ON public.question USING gin (desk_text(subject, asker) gin_trgm_ops);

CREATE INDEX question_desk_words ON public.question USING gin (desk_words(subject, asker) gin_trgm_ops);

CREATE INDEX question_due ON public.question USING btree (due_at) WHERE (status = 'approved'::text);

CREATE INDEX question_event_question ON public.question_event USING btree (question_id);

CREATE INDEX question_fan ON public.question USING btree (fan_id, submitted_at);

CREATE INDEX question_flagged ON public.question USING btree (screening_ends_at, id) WHERE ((status = 'new'::text) AND (flags <> '{}'::text[]));

CREATE INDEX question_guest ON public.question USING btree (guest_id) WHERE (guest_id IS NOT NULL);

CREATE INDEX question_newest ON public.question USING btree (submitted_at DESC, id DESC);

CREATE INDEX question_pay_again ON public.question USING btree (pay_again_until) WHERE ((status = 'approved'::text) AND (pay_again_until IS NOT NULL));

CREATE INDEX question_same_text ON public.question USING btree (md5(lower(text)), submitted_at) WHERE (kind = 'text'::text);

CREATE INDEX question_screening ON public.question USING btree (screening_ends_at) WHERE (status = 'new'::text);

CREATE INDEX rating_athlete ON public.rating USING btree (athlete_id, created_at DESC, id DESC);

CREATE INDEX rating_newest ON public.rating USING btree (created_at DESC, id DESC);

CREATE INDEX rating_stars ON public.rating USING btree (stars, created_at DESC, id DESC);

CREATE INDEX refund_charge ON public.refund USING btree (charge_id);

CREATE INDEX refund_open ON public.refund USING btree (updated_at) WHERE (state = 'pending'::text);

CREATE INDEX refund_question ON public.refund USING btree (question_id);

CREATE INDEX rendition_file ON public.rendition USING btree (file_key) WHERE (file_key IS NOT NULL);

CREATE INDEX rendition_waiting ON public.rendition USING btree (take_after) WHERE (state = 'waiting'::text);

CREATE INDEX request_note_question ON public.request_note USING btree (question_id, at);

CREATE INDEX reversal_payout ON public.reversal USING btree (payout_id);

CREATE INDEX screening_decision_due ON public.screening_decision USING btree (takes_effect_at) WHERE (refused IS NULL);

CREATE INDEX security_event_at ON public.security_event USING btree (at);

CREATE INDEX security_event_person ON public.security_event USING btree (person_id, at) WHERE (person_id IS NOT NULL);

CREATE INDEX share_link_question ON public.share_link USING btree (question_id) WHERE (revoked_at IS NULL);

CREATE INDEX stripe_event_open ON public.stripe_event USING btree (received_at) WHERE (handled_at IS NULL);

CREATE INDEX tip_open ON public.tip USING btree (updated_at) WHERE (state = ANY (ARRAY['pending'::text, 'releasing'::text]));

CREATE INDEX tip_question ON public.tip USING btree (question_id);

CREATE INDEX user_feedback_newest ON public.user_feedback USING btree (created_at DESC, id);

CREATE INDEX user_feedback_person ON public.user_feedback USING btree (person_id);

CREATE UNIQUE INDEX answer_question ON public.answer USING btree (question_id) WHERE (state <> 'withdrawn'::text);

CREATE UNIQUE INDEX blocked_address_open ON public.blocked_address USING btree (address_hash) WHERE (lifted_at IS NULL);

CREATE UNIQUE INDEX clarification_media ON public.clarification USING btree (media_id) WHERE (media_id IS NOT NULL);

CREATE UNIQUE INDEX leaving_open ON public.leaving USING btree (email) WHERE ((kept_at IS NULL) AND (erased_at IS NULL));

CREATE UNIQUE INDEX payout_account_live ON public.payout_account USING btree (person_id) WHERE (state = ANY (ARRAY['unfinished'::text, 'ready'::text, 'restricted'::text]));

CREATE UNIQUE INDEX payout_change_waiting ON public.payout_change USING btree (person_id, kind) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX payout_hold_live ON public.payout_hold USING btree (COALESCE(person_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (resumed_at IS NULL);

CREATE UNIQUE INDEX payout_setback_back ON public.payout_setback USING btree (payout_id) WHERE (kind = 'came-back'::text);

CREATE UNIQUE INDEX person_email ON public.person USING btree (lower(email));

CREATE UNIQUE INDEX picture_request_open ON public.picture_request USING btree (person_id, place) WHERE (state = ANY (ARRAY['asked'::text, 'brought'::text]));

CREATE UNIQUE INDEX question_free_first ON public.question USING btree (athlete_id, free_key) WHERE ((free_key IS NOT NULL) AND (status <> ALL (ARRAY['rejected'::text, 'athlete rejected'::text])));

CREATE UNIQUE INDEX signup_code_current ON public.signup_code USING btree ((true)) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX team_invite_open ON public.team_invite USING btree (email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

create view audience as
 SELECT 'people'::text AS collection,
    person.id,
    person.id AS reader
   FROM person
  WHERE person.auth_id IS NOT NULL
UNION ALL
 SELECT 'conversations'::text AS collection,
    conversation.id,
    conversation.fan_id AS reader
   FROM conversation
UNION ALL
 SELECT 'conversations'::text AS collection,
    c.id,
    c.athlete_id AS reader
   FROM conversation c
  WHERE c.opened_at IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM person p
          WHERE p.id = c.fan_id AND p.leaving_at IS NOT NULL))
UNION ALL
 SELECT 'questions'::text AS collection,
    question.id,
    question.fan_id AS reader
   FROM question
UNION ALL
 SELECT 'questions'::text AS collection,
    q.id,
    q.athlete_id AS reader
   FROM question q
  WHERE q.approved_at IS NOT NULL AND (q.status = 'approved'::text OR NOT (EXISTS ( SELECT
           FROM person p
          WHERE p.id = q.fan_id AND p.leaving_at IS NOT NULL)))
UNION ALL
 SELECT 'answers'::text AS collection,
    answer.id,
    answer.athlete_id AS reader
   FROM answer
UNION ALL
 SELECT 'answers'::text AS collection,
    answer.id,
    answer.fan_id AS reader
   FROM answer
  WHERE answer.state = 'delivered'::text
UNION ALL
 SELECT 'drafts'::text AS collection,
    draft.id,
    draft.person_id AS reader
   FROM draft
  WHERE NOT draft.discarded;

create view owed_refund as
 SELECT id,
    charge_id
   FROM refund r
  WHERE (state = ANY (ARRAY['refused'::text, 'failed'::text])) AND by_hand_at IS NULL AND NOT (EXISTS ( SELECT
           FROM refund other
          WHERE other.charge_id = r.charge_id AND ((other.state <> ALL (ARRAY['refused'::text, 'failed'::text])) AND (other.created_at > r.updated_at OR other.created_at > r.created_at AND other.amount_cents = r.amount_cents) OR other.by_hand_at > r.created_at AND other.amount_cents = r.amount_cents)));

create view stuck_mail as
 SELECT id,
    kind,
    question_id,
    ask_id,
    person_id,
    data,
    tries,
    error,
    created_at,
    sent_at
   FROM mail m
  WHERE sent_at IS NULL AND tries >= 2 AND NOT (EXISTS ( SELECT
           FROM dropped_trouble d
          WHERE d.id = m.id));

create view stuck_money as
 SELECT id,
    subject_id,
    kind,
    attempt,
    idempotency_key,
    params,
    params_hash,
    state,
    tries,
    error,
    created_at,
    tried_at,
    done_at
   FROM money_operation o
  WHERE NOT (EXISTS ( SELECT
           FROM dropped_trouble d
          WHERE d.id = o.id)) AND (state = 'intended'::text AND tries >= 2 OR state = 'failed'::text AND NOT (EXISTS ( SELECT
           FROM money_operation later
          WHERE later.subject_id = o.subject_id AND later.kind = o.kind AND later.attempt > o.attempt)) AND
        CASE kind
            WHEN 'capture'::text THEN (EXISTS ( SELECT
               FROM hold h
                 JOIN question q ON q.id = h.ask_id
              WHERE h.id = o.subject_id AND q.status = 'approved'::text AND q.pay_again_until > app_now() AND NOT (EXISTS ( SELECT
                       FROM hold other
                      WHERE other.ask_id = h.ask_id AND (other.state = ANY (ARRAY['held'::text, 'capturing'::text, 'captured'::text]))))))
            WHEN 'release'::text THEN (EXISTS ( SELECT
               FROM hold h
              WHERE h.id = o.subject_id AND h.state = 'releasing'::text))
            WHEN 'tip-release'::text THEN (EXISTS ( SELECT
               FROM tip t
              WHERE t.id = o.subject_id AND t.state = 'releasing'::text))
            WHEN 'refund'::text THEN (EXISTS ( SELECT
               FROM owed_refund r
              WHERE r.id = o.subject_id AND NOT (EXISTS ( SELECT
                       FROM dispute d
                      WHERE d.charge_id = r.charge_id))))
            WHEN 'transfer'::text THEN (EXISTS ( SELECT
               FROM payout p
              WHERE p.id = o.subject_id AND p.way = 'transfer'::text AND p.state = 'ordered'::text))
            WHEN 'reversal'::text THEN (EXISTS ( SELECT
               FROM reversal v
                 JOIN payout p ON p.id = v.payout_id
              WHERE v.id = o.subject_id AND v.state = 'refused'::text AND (( SELECT sum(e.amount_cents) AS sum
                       FROM ledger_entry e
                      WHERE e.account = 'athlete_payable'::text AND e.person_id = p.person_id)) > 0))
            ELSE false
        END);

create view stuck_push as
 SELECT id,
    kind,
    question_id,
    person_id,
    tries,
    error,
    created_at,
    sent_at,
    received_at,
    mailed_at,
    handed_to
   FROM push_message p
  WHERE sent_at IS NULL AND tries >= 2 AND NOT (EXISTS ( SELECT
           FROM dropped_trouble d
          WHERE d.id = p.id));

CREATE OR REPLACE FUNCTION public.app_cluster()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select system_identifier::text from pg_control_system() $function$;

CREATE OR REPLACE FUNCTION public.app_epoch()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select substr(encode(sha256(convert_to(app_cluster() || '/' || app_timeline() ||
    coalesce((select '/' || nullif(generation, 0) from feed_epoch), ''), 'UTF8')), 'hex'), 1, 16) $function$;

CREATE OR REPLACE FUNCTION public.app_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$ select now() + coalesce((select shift from test_clock), interval '0') $function$;

CREATE OR REPLACE FUNCTION public.app_timeline()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int::text $function$;

CREATE OR REPLACE FUNCTION public.birthday(birth date, years integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when extract(day from that) = extract(day from birth) then that else that + 1 end
    from cast(birth + make_interval(years => years) as date) that
$function$;

CREATE OR REPLACE FUNCTION public.check_balanced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum(amount_cents) from ledger_entry where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_profile_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.profile_revision := old.profile_revision + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.desk_text(subject text, asker jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(subject || ' ' || (asker ->> 'firstName') || ' ' || (asker ->> 'lastName') || ' ' || (asker ->> 'email')) $function$;

CREATE OR REPLACE FUNCTION public.desk_words(subject text, asker jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  words text := subject || ' ' || (asker ->> 'firstName') || ' ' || (asker ->> 'lastName') || ' ' || (asker ->> 'email');
  lowered text := normalize(lower(words collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(lowered, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$function$;

CREATE OR REPLACE FUNCTION public.directory_name(first_name text, last_name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  name text := normalize(lower((first_name || ' ' || last_name) collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(name, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$function$;

CREATE OR REPLACE FUNCTION public.directory_text(words text, interests text[], tags text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  known text := words || ' ' || array_to_string(interests, ' ');
begin
  known := ' ' || translate(known, '|', ' ') || ' | ' || array_to_string(tags, ' | ') || ' |';
  known := normalize(lower(known collate pg_c_utf8), NFKD);
  return regexp_replace(regexp_replace(known, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.transcript := null;
  new.captions := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.end_sessions_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from auth.session where "userId"::text = new.auth_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.feed_change(reader uuid, collection text)
 RETURNS text
 LANGUAGE sql
AS $function$
  select reader::text || ' ' || collection || ' ' || pg_current_xact_id()::text
    || case when pg_snapshot_xmin(pg_current_snapshot()) = pg_current_xact_id() then ' free' else '' end
$function$;

CREATE OR REPLACE FUNCTION public.folded(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  lowered text := normalize(lower(words collate pg_c_utf8), NFKD);
begin
  return regexp_replace(regexp_replace(lowered, '[\u0300-\u036f]+', '', 'g'), '\s+', ' ', 'g');
end
$function$;

CREATE OR REPLACE FUNCTION public.hold_partners()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from person where id in (new.fan_id, new.athlete_id) order by id for share;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_account_signed_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_person(p.id) from person p where p.auth_id = new."userId"::text and p.leaving_at is not null;
  -- an address that was nobody's when it left, and is an account now
  perform keep_address(lower(p.email)) from person p where p.auth_id = new."userId"::text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_address(address text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.keep_desk_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.desk_role := case when new.role = 'admin' then coalesce(new.desk_role, 'owner') end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_former_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into former_link (hash, question_id, why)
    values (old.link_hash, old.id, case when new.link_hash is null then 'ended' else 'replaced' end) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_person(leaver uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform from person where id = leaver for update;
  update leaving set kept_at = app_now(), keep_hash = null, email = null
    where person_id = leaver and kept_at is null and erased_at is null;
  if not found then return false; end if;
  update person set leaving_at = null, updated_at = app_now() where id = leaver;
  perform publish_leaver(leaver);
  insert into mail (id, kind, person_id) values (gen_random_uuid(), 'account-kept', leaver);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.measure_answered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform measure_answers(new.athlete_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.measure_answers(athlete uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into typical_answer (athlete_id, minutes)
    select athlete, percentile_disc(0.5) within group (order by minutes) from (
      select (extract(epoch from a.delivered_at - q.approved_at) / 60)::int as minutes
      from answer a join question q on q.id = a.question_id
      where a.athlete_id = athlete and a.state = 'delivered' and a.delivered_at >= q.approved_at
      order by a.delivered_at desc limit 20) latest
    having count(*) >= 3
    on conflict (athlete_id) do update set minutes = excluded.minutes
$function$;

CREATE OR REPLACE FUNCTION public.mirror_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update question set hold_state = new.state, revision = revision + 1, updated_at = app_now()
    where id = new.ask_id and hold_state is distinct from new.state
      -- an earlier attempt that is given back late says nothing about the one that counts
      and not exists (select from hold h where h.ask_id = new.ask_id and h.attempt > new.attempt);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.publish_leaver(leaver uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update conversation set updated_at = updated_at where fan_id = leaver or athlete_id = leaver;
  update question set updated_at = updated_at where fan_id = leaver;
$function$;

CREATE OR REPLACE FUNCTION public.publish_partner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.publish_picture_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update person set updated_at = app_now() where id = new.person_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin raise exception '% is append-only', tg_table_name; end $function$;

CREATE OR REPLACE FUNCTION public.refuse_early_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.at >= app_now() - interval '90 days'
    and not exists (select from leaving where person_id = old.person_id and erased_at is not null) then
    raise exception '% is kept for its time', tg_table_name;
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_illegal_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.status, new.status) not in (('new', 'approved'), ('new', 'rejected'), ('approved', 'athlete rejected'),
      ('approved', 'completed'), ('approved', 'rejected')) and current_setting('infield.status_set', true) is distinct from 'on'
    and not ((old.status, new.status) = ('athlete rejected', 'completed')
      and old.reason in ('no-answer', 'declined', 'payment-lapsed') and new.amount_cents = 0) then
    raise exception 'illegal move of question % from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.show_age()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.tell_desk()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_live('desk', (select array_agg(id::text || ' ' || revision) from changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_desk_of_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_live('desk', array[coalesce(new.question_id, old.question_id)::text || ' 0']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_desk_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_live('desk', array[new.id::text || ' 0']);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_live(told_on text, messages text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare way public.live_way;
begin
  if messages is null then return; end if;
  select * into way from public.live_way;
  if way.brokered_until > clock_timestamp() then
    insert into public.live_change (channel, message) select told_on, message from unnest(messages) message;
    if way.notified_until < clock_timestamp() then return; end if;
  end if;
  perform pg_notify(told_on, message) from unnest(messages) message;
end $function$;

CREATE TRIGGER answer_added AFTER INSERT ON answer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('answers');

CREATE TRIGGER answer_changed AFTER UPDATE ON answer REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('answers');

CREATE TRIGGER answer_measured AFTER INSERT OR UPDATE OF state ON answer FOR EACH ROW WHEN (new.state = 'delivered'::text) EXECUTE FUNCTION measure_answered();

CREATE TRIGGER athlete_form_desk AFTER INSERT OR UPDATE ON athlete_form FOR EACH ROW EXECUTE FUNCTION tell_desk_of_row();

CREATE TRIGGER audit_fixed BEFORE DELETE OR UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_kept BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER contact_form_desk AFTER INSERT OR UPDATE ON contact_form FOR EACH ROW EXECUTE FUNCTION tell_desk_of_row();

CREATE TRIGGER conversation_added AFTER INSERT ON conversation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('conversations');

CREATE TRIGGER conversation_changed AFTER UPDATE ON conversation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('conversations');

CREATE TRIGGER conversation_made AFTER INSERT ON conversation FOR EACH ROW EXECUTE FUNCTION hold_partners();

CREATE TRIGGER conversation_opened AFTER UPDATE OF opened_at ON conversation FOR EACH ROW WHEN (old.opened_at IS DISTINCT FROM new.opened_at) EXECUTE FUNCTION hold_partners();

CREATE TRIGGER conversation_removed AFTER DELETE ON conversation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('conversations');

CREATE TRIGGER credit_note_fixed BEFORE DELETE OR UPDATE ON credit_note FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER credit_note_kept BEFORE TRUNCATE ON credit_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER draft_added AFTER INSERT ON draft REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('drafts');

CREATE TRIGGER draft_changed AFTER UPDATE ON draft REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('drafts');

CREATE TRIGGER hold_mirror AFTER UPDATE OF state ON hold FOR EACH ROW EXECUTE FUNCTION mirror_hold();

CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_balanced();

CREATE TRIGGER ledger_entry_fixed BEFORE DELETE OR UPDATE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_entry_kept BEFORE TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_transaction_fixed BEFORE DELETE OR UPDATE ON ledger_transaction FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ledger_transaction_kept BEFORE TRUNCATE ON ledger_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER media_words_purged BEFORE UPDATE OF state ON media FOR EACH ROW WHEN (new.state = 'purged'::text) EXECUTE FUNCTION drop_words();

CREATE TRIGGER person_added AFTER INSERT ON person REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('people');

CREATE TRIGGER person_age BEFORE INSERT OR UPDATE OF birth_date ON person FOR EACH ROW EXECUTE FUNCTION show_age();

CREATE TRIGGER person_changed AFTER UPDATE ON person REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('people');

CREATE TRIGGER person_desk_role BEFORE INSERT OR UPDATE OF role, desk_role ON person FOR EACH ROW EXECUTE FUNCTION keep_desk_role();

CREATE TRIGGER person_profile BEFORE UPDATE ON person FOR EACH ROW WHEN (old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.city IS DISTINCT FROM new.city OR old.country_code IS DISTINCT FROM new.country_code OR old.instagram IS DISTINCT FROM new.instagram OR old.tiktok IS DISTINCT FROM new.tiktok OR old.x IS DISTINCT FROM new.x OR old.sport IS DISTINCT FROM new.sport OR old."position" IS DISTINCT FROM new."position" OR old.bio IS DISTINCT FROM new.bio OR old.achievements IS DISTINCT FROM new.achievements OR old.interests IS DISTINCT FROM new.interests OR old.no_go_topics IS DISTINCT FROM new.no_go_topics OR old.price_cents IS DISTINCT FROM new.price_cents OR old.paused IS DISTINCT FROM new.paused OR old.paused_until IS DISTINCT FROM new.paused_until OR old.payout_handle IS DISTINCT FROM new.payout_handle) EXECUTE FUNCTION count_profile_change();

CREATE TRIGGER person_role_changed AFTER UPDATE OF role ON person FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role AND new.auth_id IS NOT NULL) EXECUTE FUNCTION end_sessions_of_person();

CREATE TRIGGER person_shown AFTER UPDATE ON person REFERENCING OLD TABLE AS before NEW TABLE AS now FOR EACH STATEMENT EXECUTE FUNCTION publish_partner();

CREATE TRIGGER picture_request_told AFTER INSERT OR UPDATE ON picture_request FOR EACH ROW EXECUTE FUNCTION publish_picture_request();

CREATE TRIGGER question_added AFTER INSERT ON question REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('questions');

CREATE TRIGGER question_added_desk AFTER INSERT ON question REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_desk();

CREATE TRIGGER question_changed AFTER UPDATE ON question REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION publish('questions');

CREATE TRIGGER question_changed_desk AFTER UPDATE ON question REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_desk();

CREATE TRIGGER question_link_ended AFTER UPDATE OF link_hash ON question FOR EACH ROW WHEN (old.link_hash IS NOT NULL AND old.link_hash IS DISTINCT FROM new.link_hash) EXECUTE FUNCTION keep_former_link();

CREATE TRIGGER question_moves BEFORE UPDATE OF status ON question FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION refuse_illegal_move();

CREATE TRIGGER question_event_fixed BEFORE DELETE OR UPDATE ON question_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER question_event_kept BEFORE TRUNCATE ON question_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER rating_desk AFTER INSERT ON rating FOR EACH ROW EXECUTE FUNCTION tell_desk_of_row();

CREATE TRIGGER receipt_fixed BEFORE DELETE OR UPDATE ON receipt FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER receipt_kept BEFORE TRUNCATE ON receipt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER request_note_desk AFTER INSERT ON request_note FOR EACH ROW EXECUTE FUNCTION tell_desk_of_decision();

CREATE TRIGGER request_taken_desk AFTER INSERT OR DELETE OR UPDATE ON request_taken FOR EACH ROW EXECUTE FUNCTION tell_desk_of_decision();

CREATE TRIGGER screening_decision_changed AFTER INSERT OR DELETE OR UPDATE ON screening_decision FOR EACH ROW EXECUTE FUNCTION tell_desk_of_decision();

CREATE TRIGGER security_event_kept BEFORE DELETE ON security_event FOR EACH ROW EXECUTE FUNCTION refuse_early_end();

CREATE TRIGGER security_event_unchanged BEFORE UPDATE OR TRUNCATE ON security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER user_feedback_desk AFTER UPDATE ON user_feedback FOR EACH ROW EXECUTE FUNCTION tell_desk_of_row();
