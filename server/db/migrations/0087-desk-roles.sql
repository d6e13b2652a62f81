-- What each member of the team is there for, how somebody is invited to it, and the way back for the last owner.
alter table person add column desk_role text check (desk_role in ('owner', 'screener', 'accountant', 'support'));
update person set desk_role = 'owner' where role = 'admin';

-- Whoever becomes an admin without a word of this is an owner, as every admin was before; nobody else has a desk role.
create function keep_desk_role() returns trigger language plpgsql as $$
begin
  new.desk_role := case when new.role = 'admin' then coalesce(new.desk_role, 'owner') end;
  return new;
end $$;
create trigger person_desk_role before insert or update of role, desk_role on person
  for each row execute function keep_desk_role();
alter table person add constraint person_desk_role_admin check ((role = 'admin') = (desk_role is not null));

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
