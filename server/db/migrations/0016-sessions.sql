-- Where a device is reached belongs to the session that said so, and ends with it.
delete from push_subscription p
where not exists (select from auth.session s where s.id::text = p.session_id);
alter table push_subscription
  alter column session_id type uuid using session_id::uuid,
  alter column session_id set not null,
  add foreign key (session_id) references auth.session on delete cascade;
create index push_subscription_session on push_subscription (session_id);

-- Whoever becomes more, or less, than they were signs in again: whatever began under the former role ends at once.
create function end_sessions_of_person() returns trigger language plpgsql as $$
begin
  delete from auth.session where "userId"::text = new.auth_id;
  return null;
end $$;
create trigger person_role_changed after update of role on person
  for each row when (old.role is distinct from new.role and new.auth_id is not null)
  execute function end_sessions_of_person();

-- The second factor of an account: one that is here is on. The secret is sealed with a key the database does not know.
create table second_factor (
  user_id uuid primary key references auth."user" on delete cascade,
  secret text not null,
  last_step bigint not null,                 -- no code of this step or an earlier one is taken again
  created_at timestamptz not null default app_now()
);
create table recovery_code (
  user_id uuid not null references second_factor on delete cascade,
  hash text not null,                        -- keyed
  primary key (user_id, hash)
);
