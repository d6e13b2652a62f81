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
  created_at timestamptz not null default app_now()
);
create index contact_form_newest on contact_form (created_at desc, id);

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
  created_at timestamptz not null default app_now()
);
create index athlete_form_newest on athlete_form (created_at desc, id);
