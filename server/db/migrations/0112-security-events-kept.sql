-- What was tried at the doors of accounts is evidence, as the audit is: the server's role adds to it and changes nothing of
-- it. A row goes after its ninety days or with an account that was erased, and no sooner; the trigger says so to whoever
-- deletes, and to a superuser, whom no privilege binds.
revoke update, truncate on security_event from current_user;

create function refuse_early_end() returns trigger language plpgsql as $$
begin
  if old.at >= app_now() - interval '90 days'
    and not exists (select from leaving where person_id = old.person_id and erased_at is not null) then
    raise exception '% is kept for its time', tg_table_name;
  end if;
  return old;
end $$;

create trigger security_event_kept before delete on security_event for each row execute function refuse_early_end();
create trigger security_event_unchanged before update or truncate on security_event
  for each statement execute function refuse_change();
