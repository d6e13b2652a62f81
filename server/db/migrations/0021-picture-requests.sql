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

-- Everybody's own document has more in it now: every device gets it once more.
update feed set rev = pg_current_xact_id() where collection = 'people' and not gone;
