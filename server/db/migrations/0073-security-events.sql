-- What was tried at the doors of accounts, by whom and from where, so that an attack can be noticed and traced. Unlike the
-- audit of the team's acts it names people, so that it ends after a while and goes with them.
create table security_event (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default app_now(),
  event text not null,
  outcome text not null,
  person_id uuid references person (id),
  -- an address that has no account, by a hash of ours
  address_hash text,
  came_from text not null
);
create index security_event_at on security_event (at);
create index security_event_person on security_event (person_id, at) where person_id is not null;
