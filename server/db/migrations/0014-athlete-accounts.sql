-- Fans and athletes wait for their activation in one table; with an athlete wait the profile and the pictures.
alter table fan_join rename to joining;
alter index fan_join_email rename to joining_email;
alter index fan_join_expiry rename to joining_expiry;
alter table joining
  add column role text not null default 'basic' check (role in ('basic', 'creator')),
  add column profile jsonb,                  -- an athlete's
  add column upload_hash text unique,        -- whoever holds its token may bring the pictures
  add column awaited text[] not null default '{}',   -- pictures to come: the mail leaves with the last of them
  add column mail_id uuid;

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
