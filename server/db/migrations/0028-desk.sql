-- What an admin did, for good: no row is ever changed or taken away. It names ids and states, never words.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default app_now(),
  admin_id uuid not null references person,
  act text not null,
  subject text,                              -- the id of what it was done to
  detail jsonb not null default '{}'
);
create index audit_admin on audit (admin_id, id desc);
create index audit_subject on audit (subject, id desc);
create trigger audit_fixed before update or delete on audit for each row execute function refuse_change();
create trigger audit_kept before truncate on audit for each statement execute function refuse_change();

-- A decision that waits for its moment, so that it can be taken back: until then nothing of the question changes.
create table screening_decision (
  question_id uuid primary key references question,
  decision text not null check (decision in ('approve', 'reject')),
  note text not null default '',
  revision int not null,                     -- of the question as the admin saw it
  admin_id uuid not null references person,
  takes_effect_at timestamptz not null,
  refused text                               -- the code of the refusal, where it could not be made after all
);
create index screening_decision_due on screening_decision (takes_effect_at) where refused is null;

-- The desk does not replicate: 0 as the revision says that something beside the row changed.
create function tell_desk_of_decision() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk', coalesce(new.question_id, old.question_id)::text || ' 0');
  return null;
end $$;
create trigger screening_decision_changed after insert or update or delete on screening_decision
  for each row execute function tell_desk_of_decision();
create function tell_desk_of_row() returns trigger language plpgsql as $$
begin
  perform pg_notify('desk', new.id::text || ' 0');
  return null;
end $$;
create trigger contact_form_desk after insert or update on contact_form for each row execute function tell_desk_of_row();
create trigger athlete_form_desk after insert or update on athlete_form for each row execute function tell_desk_of_row();
create trigger rating_desk after insert on rating for each row execute function tell_desk_of_row();

-- The team may set any status (D54); everybody else moves a question only as its life goes.
create or replace function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('new', 'approved'), ('new', 'rejected'), ('approved', 'athlete rejected'),
      ('approved', 'completed'), ('approved', 'rejected')) and current_setting('infield.status_set', true) is distinct from 'on' then
    raise exception 'illegal move of question % from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;

-- The desk's lists, newest first: all of them, and those of one athlete.
create index question_newest on question (submitted_at desc, id desc);
create index question_athlete_newest on question (athlete_id, submitted_at desc, id desc);
create index question_athlete_status on question (athlete_id, status, submitted_at desc, id desc);
create function desk_text(subject text, asker jsonb) returns text language sql immutable parallel safe as $$
  select lower(subject || ' ' || (asker ->> 'firstName') || ' ' || (asker ->> 'lastName') || ' ' || (asker ->> 'email')) $$;
create index question_desk_text on question using gin (desk_text(subject, asker) gin_trgm_ops);

-- An application may name a position (S2-3.8).
alter table athlete_form add column position text;
