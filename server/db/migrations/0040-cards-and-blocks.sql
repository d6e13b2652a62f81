-- The warning system (D52): yellow is a warning, red takes the listing away, termination closes the account.
alter table person add column closed_at timestamptz;

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
  lifted_at timestamptz
);
create unique index blocked_address_open on blocked_address (address_hash) where lifted_at is null;

-- The desk's list of athletes, whether they are listed or not.
create index person_athletes on person (username) where role = 'creator';
