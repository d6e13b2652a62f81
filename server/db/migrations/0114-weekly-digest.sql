-- Who of the team was last told of a week of the queue, and who does not want to be.
create table weekly_digest (
  person_id uuid primary key references person,
  told_at timestamptz not null,
  is_off boolean not null default false
);
