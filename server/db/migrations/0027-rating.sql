-- What a fan thought of an answer: once, by whoever holds its link. Read by the team alone; the stars also make the public figure.
create table rating (
  id uuid primary key,
  answer_id uuid not null unique references answer,
  question_id uuid not null references question,
  athlete_id uuid not null references person,
  stars int not null check (stars between 1 and 5),
  response_feedback text not null default '',
  infield_feedback text not null default '',
  created_at timestamptz not null default app_now()
);
create index rating_newest on rating (created_at desc, id desc);
create index rating_athlete on rating (athlete_id, created_at desc, id desc);
create index rating_stars on rating (stars, created_at desc, id desc);

-- A problem somebody reports on the page behind their link is a message to the team that knows its question.
alter table contact_form add column question_id uuid references question;
create index contact_form_question on contact_form (question_id) where question_id is not null;

-- Links that opened something once: whoever still holds one is told why it does not any more.
create table former_link (
  hash text primary key,
  question_id uuid not null references question,
  why text not null check (why in ('replaced', 'ended'))
);
create index former_link_question on former_link (question_id);
create function keep_former_link() returns trigger language plpgsql as $$
begin
  insert into former_link (hash, question_id, why)
    values (old.link_hash, old.id, case when new.link_hash is null then 'ended' else 'replaced' end) on conflict do nothing;
  return null;
end $$;
create trigger question_link_ended after update of link_hash on question for each row
  when (old.link_hash is not null and old.link_hash is distinct from new.link_hash) execute function keep_former_link();
