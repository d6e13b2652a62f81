-- What is made of a stored video besides the copy that is served. A row is an order until it is made or cannot be:
-- whoever takes it holds it until `take_after`, so that several servers share the work and none does it twice.
alter table media
  add column conversion text check (conversion in ('none', 'wanted', 'required')),
  add column converted_from jsonb;               -- of one that is only to be converted: its tracks and what is shown of it

create table rendition (
  media_id uuid not null references media (id) on delete cascade,
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
